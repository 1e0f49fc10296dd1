import type { AudienceFilter } from '../compile-audience.js';
import { all, isIn, not } from '../condition.js';

/** A device without a country is in no include list and in no exclude list. */
export const countryFilter: AudienceFilter = ({ countries: { include, exclude } }) => {
  const parts = [];
  if (include !== null) parts.push(isIn('d.country', include));
  if (exclude.length > 0) parts.push(not({ ...isIn("COALESCE(d.country, '')", exclude) }));
  return parts.length === 0 ? null : all(parts);
};
