import { apps } from '../apps.js';
import type { AudienceFilter, FilterSetting } from '../filter.js';
import { countries } from './countries.js';
import { events } from './events.js';
import { externalIds } from './external-ids.js';
import { languages } from './languages.js';
import { segments } from './segments.js';
import { tags } from './tags.js';
import { timeZone } from './time-zone.js';

/** Every filter, cheapest and most selective first. A new filter is one file and its name here. */
const ALL = [
  countries,
  languages,
  tags,
  events,
  timeZone,
  externalIds,
  segments,
] as const satisfies readonly AudienceFilter[];

type Defined = (typeof ALL)[number];
type DefinedSetting = typeof apps | NonNullable<Defined['setting']>;

export type FilterName = Defined['name'];
/** The REST names of a scheduler's lists. */
export type FilterField = DefinedSetting['lists'][number]['name'];
/** The REST names of the flags. */
export type FlagName = NonNullable<DefinedSetting['flag']>['name'];
export type Setting = FilterSetting<FilterField, FlagName>;

export const FILTERS: readonly (AudienceFilter & { readonly name: FilterName })[] = ALL;

/** The settings of a scheduler in REST's order: its applications, then its filters. */
export const SETTINGS: readonly Setting[] = [apps, ...ALL.flatMap(({ setting }) => setting ?? [])];
