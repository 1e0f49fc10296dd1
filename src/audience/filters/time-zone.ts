import type { RunMomentPart } from '../../entities/run-snapshot.js';
import { any, type Condition, isIn } from '../condition.js';
import type { AudienceFilter } from '../filter.js';

/**
 * Selects devices by local time. A device counts in the zone that it had before the first send of the local time, so a
 * traveller is neither reached twice nor missed. A device without a zone counts as UTC (docs/rules.md#local-time).
 */
export const timeZone = {
  name: 'timeZone',
  step: {
    name: 'TIME_ZONE',
    inEstimate: null,
    inTrace: 'The local time, which the run must cover in the time zone of the device.',
  },
  setting: null,
  keep: null,
  compile: (_kept, { parts }) =>
    parts === null || parts.some((part) => part.zones === null) ? null : any(parts.map(inZones)),
  words: {
    subject: ({ timezone }) =>
      timezone === null ? 'Its missing time zone, which counts as UTC,' : `Its time zone, ${timezone},`,
    value: ({ timezone }) => timezone,
    passed: 'is one whose local time this run covers',
    stopped: ({ timezone }, parts) =>
      (parts ?? []).some(({ leftOutZones }) => leftOutZones?.includes(timezone ?? 'UTC'))
        ? 'is one whose local time had passed when the scheduler was activated'
        : 'is not one whose local time this run covers, or the device had another zone when the local time first occurred',
    unused: 'The run uses one clock for all devices.',
  },
} as const satisfies AudienceFilter<null>;

/** A part without zones is only shown: a clock change made its local time coincide with that of another part. */
const inZones = ({ zones, firstAt }: RunMomentPart): Condition => {
  if (!zones?.length) return NOBODY;
  const condition = isIn(ZONE_THEN, zones);
  return { sql: condition.sql, parameters: [firstAt, firstAt, ...condition.parameters] };
};

/**
 * The zone of a device before an instant, which is bound twice. A change in the same millisecond counts as later.
 * The history is read only for devices that have changed their zone since.
 */
const ZONE_THEN = `COALESCE(
  CASE WHEN d.timezone_changed_at >= ? THEN (
    SELECT z.zone_before FROM device_zone_change z
    WHERE z.app_id = d.app_id AND z.device_id = d.id AND z.changed_at >= ? ORDER BY z.changed_at LIMIT 1
  ) END,
  d.timezone, 'UTC')`;

const NOBODY = any([]);
