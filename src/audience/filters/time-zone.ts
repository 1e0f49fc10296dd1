import type { RunMomentPart } from '../../entities/run-snapshot.js';
import type { AudienceFilter } from '../compile-audience.js';
import { any, type Condition, isIn } from '../condition.js';

/**
 * Each device is judged by the zone that it had until the local moment's first instant, so that one that travels
 * is neither sent to twice nor left out. A device without a zone counts as UTC (docs/rules.md#local-time).
 */
export const timeZoneFilter: AudienceFilter = ({ parts }) => {
  if (parts === null || parts.some((part) => part.zones === null)) return null;
  return any(parts.map(inZones));
};

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
