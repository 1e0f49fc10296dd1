import { apps } from '../apps.js';
import type { AudienceFilter, FilterSetting } from '../filter.js';
import { countries } from './countries.js';
import { events } from './events.js';
import { externalIds } from './external-ids.js';
import { languages } from './languages.js';
import { tags } from './tags.js';
import { timeZone } from './time-zone.js';

/** Every filter, cheapest and most selective first. A new one is its file, and its name here. */
const ALL = [countries, languages, tags, events, timeZone, externalIds] as const satisfies readonly AudienceFilter[];

type Defined = (typeof ALL)[number];
type DefinedSetting = typeof apps | NonNullable<Defined['setting']>;

export type FilterName = Defined['name'];
/** The lists of a scheduler, by the names that REST gives them. */
export type FilterField = DefinedSetting['lists'][number]['name'];
/** Of all lists of a filter or none, by REST's name. */
export type FlagName = NonNullable<DefinedSetting['flag']>['name'];
export type Setting = FilterSetting<FilterField, FlagName>;

export const FILTERS: readonly (AudienceFilter & { readonly name: FilterName })[] = ALL;

/** What users set, in REST's order: the applications of a scheduler, and its filters. */
export const SETTINGS: readonly Setting[] = [apps, ...ALL.flatMap(({ setting }) => setting ?? [])];
