import type { AudienceSpec } from './audience-spec.js';
import { all, type Condition } from './condition.js';
import { countryFilter } from './filters/country.js';
import { eventFilter } from './filters/events.js';
import { externalIdFilter } from './filters/external-ids.js';
import { languageFilter } from './filters/language.js';
import { tagFilter } from './filters/tags.js';
import { timeZoneFilter } from './filters/time-zone.js';

/** One filter: its condition on the device row `d`, or null if the audience does not use it. */
export type AudienceFilter = (audience: AudienceSpec) => Condition | null;

/** Every filter by name, cheapest and most selective first. A new filter is one file and one line here. */
export const AUDIENCE_FILTERS = {
  country: countryFilter,
  language: languageFilter,
  tags: tagFilter,
  events: eventFilter,
  timeZone: timeZoneFilter,
  externalIds: externalIdFilter,
} as const satisfies Record<string, AudienceFilter>;

/** The condition for all filters together. Which application and which ids is the page's business. */
export const compileAudience = (audience: AudienceSpec): Condition =>
  all(Object.values(AUDIENCE_FILTERS).flatMap((filter) => filter(audience) ?? []));
