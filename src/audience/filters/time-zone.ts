import type { RunMomentPart } from '../../entities/run-snapshot.js';
import { any, type Condition, isIn } from '../condition.js';
import type { AudienceFilter } from '../filter.js';

/**
 * By local time: each device is judged by the zone that it had until an instant before any is sent to, so that one that
 * travels is neither sent to twice nor left out. A device without a zone counts as UTC (docs/rules.md#local-time).
 */
export const timeZone = {
  name: 'timeZone',
  step: {
    name: 'TIME_ZONE',
    inEstimate: null,
    inTrace: 'By local time: whether the time of its zone came with this run.',
  },
  setting: null,
  keep: null,
  compile: (_kept, { parts }) =>
    parts === null || parts.some((part) => part.zones === null) ? null : any(parts.map(inZones)),
  words: {
    subject: ({ timezone }) =>
      timezone === null ? 'That it has no time zone and counts as UTC' : `Its time zone, ${timezone},`,
    value: ({ timezone }) => timezone,
    passed: 'is one whose local time came with this run',
    stopped: ({ timezone }, parts) =>
      (parts ?? []).some(({ leftOutZones }) => leftOutZones?.includes(timezone ?? 'UTC'))
        ? 'is one whose local time had passed when the scheduler was activated'
        : 'is none whose local time came with this run, or it had another when the local time first came',
    unused: 'The run goes by one clock for all devices.',
  },
} as const satisfies AudienceFilter<null>;

/** A part without zones is there to be shown: a clock change made its local time come together with another. */
const inZones = ({ zones, firstAt }: RunMomentPart): Condition => {
  if (!zones?.length) return NOBODY;
  const condition = isIn(ZONE_THEN, zones);
  return { sql: condition.sql, parameters: [firstAt, firstAt, ...condition.parameters] };
};

/**
 * The zone up to an instant, given twice: a change in that very millisecond counts as later, whether it came before the
 * moment was carried out or after it. Only of devices that have changed theirs since is the history looked up.
 */
const ZONE_THEN = `COALESCE(
  CASE WHEN d.timezone_changed_at >= ? THEN (
    SELECT z.zone_before FROM device_zone_change z
    WHERE z.app_id = d.app_id AND z.device_id = d.id AND z.changed_at >= ? ORDER BY z.changed_at LIMIT 1
  ) END,
  d.timezone, 'UTC')`;

const NOBODY = any([]);
