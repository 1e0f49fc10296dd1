import type { RunMomentPart } from '../../entities/run-snapshot.js';
import type { AudienceFilter } from '../compile-audience.js';
import { any, type Condition, isIn } from '../condition.js';

/**
 * Each device is judged by the zone that it had when the local moment's first instant came, so that one that travels
 * is neither sent to twice nor left out. A device without a zone counts as UTC (decision 14).
 */
export const timeZoneFilter: AudienceFilter = ({ parts }) => {
  if (parts === null || parts.some((part) => part.zones === null)) return null;
  return any(parts.map(inZones));
};

/** A part without zones is there to be shown: a clock change made its local time come together with another. */
const inZones = ({ zones, firstAt }: RunMomentPart): Condition => {
  if (!zones?.length) return NOBODY;
  const zone = "COALESCE(CASE WHEN d.timezone_changed_at > ? THEN d.previous_timezone ELSE d.timezone END, 'UTC')";
  const condition = isIn(zone, zones);
  return { sql: condition.sql, parameters: [firstAt, ...condition.parameters] };
};

const NOBODY = any([]);
