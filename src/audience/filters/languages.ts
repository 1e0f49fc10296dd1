import { canonicalLanguage, languageHint } from '../../text/language.js';
import { any, type Condition, isIn } from '../condition.js';
import type { EntryKind } from '../entries.js';
import { type AudienceFilter, known, PLAIN_REST } from '../filter.js';
import { type IncludeExclude, keepLists, matches } from '../include-exclude.js';

export const LANGUAGE_TAG: EntryKind = {
  examples: ['en', 'pt-BR', 'zh-Hant'],
  graph: 'LanguageTag',
  description: 'a well-formed BCP 47 language tag',
  canonical: (entry) => canonicalLanguage(String(entry)),
  hint: languageHint,
};

const [INCLUDE, EXCLUDE] = ['languages_include', 'languages_exclude'] as const;

export const languages = {
  name: 'languages',
  step: { name: 'LANGUAGE', inEstimate: 'The filter by language.', inTrace: 'The filter by language.' },
  setting: {
    flag: {
      name: 'all_languages',
      column: 'allLanguages',
      instead: [INCLUDE],
      requiredBy: [EXCLUDE],
      description: 'Any language. `languages_include` must be omitted.',
      graph: {
        name: 'all',
        isImplied: true,
        input: 'All languages except those in `exclude`. Defaults to true if `exclude` has entries.',
        output: 'All languages except those in `exclude`.',
      },
    },
    lists: [
      {
        name: INCLUDE,
        entries: LANGUAGE_TAG,
        description: 'Languages, BCP 47. `pt` also includes `pt-BR`.',
        graph: {
          name: 'include',
          input: 'Only these languages. An empty list does not filter.',
          output: 'Only these languages. An empty list does not filter.',
        },
      },
      {
        name: EXCLUDE,
        entries: LANGUAGE_TAG,
        description: 'Languages to exclude; requires `all_languages`.',
        graph: { name: 'exclude', input: 'Languages to exclude.', output: 'The excluded languages.' },
      },
    ],
    disjoint: [[INCLUDE, EXCLUDE]],
    rest: PLAIN_REST,
    graph: {
      name: 'languages',
      description: 'The filter by language.',
      isRequired: false,
      input: {
        name: 'LanguagesFilterInput',
        description: 'Selects devices by language. `pt` also reaches `pt-BR`; `pt-BR` reaches only itself.',
      },
      output: {
        name: 'SelectedLanguages',
        description: 'The languages that a scheduler reaches. `pt` also reaches `pt-BR`; `pt-BR` reaches only itself.',
      },
      facts: [],
    },
  },
  keep: ({ lists }) => keepLists(lists, { include: INCLUDE, exclude: EXCLUDE }, canonicalLanguage),
  compile: (kept) => matches(kept, speaksAny),
  words: {
    subject: ({ language }) => known('language', language),
    value: ({ language }) => language,
    passed: 'matches the languages of the run',
    stopped: () => 'does not match the languages of the run',
    unused: 'The run is for all languages.',
  },
} as const satisfies AudienceFilter<IncludeExclude<string>>;

export const LANGUAGE = "COALESCE(d.language, '')";

/** Yields `pt` for `pt-BR`, and an empty string for `pt`, which the other half of the condition matches. */
export const PRIMARY = `SUBSTR(${LANGUAGE}, 1, INSTR(${LANGUAGE}, '-') - 1)`;

/**
 * `pt` also reaches `pt-BR`; `pt-BR` reaches only itself (docs/rules.md#language-match). Both sides are canonical.
 * Two IN lists replace one `LIKE` per language: SQLite allows 1,000 nested conditions, and a list has up to 10,000.
 */
const speaksAny = (tags: readonly string[]): Condition =>
  any([
    isIn(LANGUAGE, tags),
    isIn(
      PRIMARY,
      tags.filter((tag) => !tag.includes('-')),
    ),
  ]);
