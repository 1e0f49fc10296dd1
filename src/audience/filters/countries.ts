import { canonicalCountry, countryHint } from '../../text/country.js';
import { all, type Condition, isIn, not } from '../condition.js';
import type { EntryKind } from '../entries.js';
import { type AudienceFilter, known, PLAIN_REST } from '../filter.js';
import { type IncludeExclude, keepLists } from '../include-exclude.js';

export const COUNTRY: EntryKind = {
  examples: ['US', 'de', 'UA'],
  graph: 'CountryCode',
  description: 'an ISO 3166-1 alpha-2 code',
  canonical: (entry) => canonicalCountry(String(entry)),
  hint: countryHint,
};

const [INCLUDE, EXCLUDE] = ['countries_include', 'countries_exclude'] as const;

export const countries = {
  name: 'countries',
  step: { name: 'COUNTRY', inEstimate: 'The filter by country.', inTrace: 'The filter by country.' },
  setting: {
    flag: {
      name: 'all_countries',
      column: 'allCountries',
      instead: [INCLUDE],
      requiredBy: [EXCLUDE],
      description: 'Any country. `countries_include` must be omitted.',
      graph: {
        name: 'all',
        isImplied: true,
        input: 'All countries except those in `exclude`. Defaults to true if `exclude` has entries.',
        output: 'All countries except those in `exclude`.',
      },
    },
    lists: [
      {
        name: INCLUDE,
        entries: COUNTRY,
        description: 'Countries, ISO 3166-1 alpha-2.',
        graph: {
          name: 'include',
          input: 'Only these countries. An empty list does not filter.',
          output: 'Only these countries. An empty list does not filter.',
        },
      },
      {
        name: EXCLUDE,
        entries: COUNTRY,
        description: 'Countries to exclude; requires `all_countries`.',
        graph: { name: 'exclude', input: 'Countries to exclude.', output: 'The excluded countries.' },
      },
    ],
    disjoint: [[INCLUDE, EXCLUDE]],
    rest: PLAIN_REST,
    graph: {
      name: 'countries',
      description: 'The filter by country.',
      isRequired: false,
      input: {
        name: 'CountriesFilterInput',
        description: 'Selects devices by country. Without `include` and `exclude` it does not filter.',
      },
      output: {
        name: 'SelectedCountries',
        description:
          'The countries that a scheduler reaches. Without `include` and `exclude` it reaches every country.',
      },
      facts: [],
    },
  },
  keep: ({ lists }) => keepLists(lists, { include: INCLUDE, exclude: EXCLUDE }, canonicalCountry),
  /** A device without a country matches neither an include list nor an exclude list. */
  compile: ({ include, exclude }) => {
    const parts: Condition[] = [];
    if (include !== null) parts.push(isIn('d.country', include));
    if (exclude.length > 0) parts.push(not(isIn("COALESCE(d.country, '')", exclude)));
    return parts.length === 0 ? null : all(parts);
  },
  words: {
    subject: ({ country }) => known('country', country),
    value: ({ country }) => country,
    passed: 'matches the countries of the run',
    stopped: () => 'does not match the countries of the run',
    unused: 'The run is for all countries.',
  },
} as const satisfies AudienceFilter<IncludeExclude<string>>;
