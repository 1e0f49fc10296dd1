import { canonicalLanguage, languageHint } from '../../text/language.js';
import { any, type Condition, isIn } from '../condition.js';
import type { EntryKind } from '../entries.js';
import { type AudienceFilter, known } from '../filter.js';
import { type IncludeExclude, keepLists, matches } from '../include-exclude.js';

const LANGUAGE_TAG: EntryKind = {
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
      description: 'Any language; `languages_include` is then omitted.',
      graph: {
        name: 'all',
        isImplied: true,
        input: 'All languages, except those in `exclude`; left out: true if there are any in it.',
        output: 'All languages, except those in `exclude`.',
      },
    },
    lists: [
      {
        name: INCLUDE,
        entries: LANGUAGE_TAG,
        description: 'Languages, BCP 47; `pt` is `pt-BR` too.',
        graph: {
          name: 'include',
          input: 'Only these; empty means no such filter.',
          output: 'Only these; empty means no such filter.',
        },
      },
      {
        name: EXCLUDE,
        entries: LANGUAGE_TAG,
        description: 'Languages to leave out; only with `all_languages`.',
        graph: { name: 'exclude', input: 'All but these.', output: 'All but these.' },
      },
    ],
    disjoint: [[INCLUDE, EXCLUDE]],
    onlyFor: null,
    joinedInRest: null,
    graph: {
      name: 'languages',
      description: 'By language.',
      isRequired: false,
      input: {
        name: 'LanguagesFilterInput',
        description: 'Which languages. `pt` reaches `pt-BR`, and `pt-BR` only itself.',
      },
      output: {
        name: 'SelectedLanguages',
        description: 'Which languages a scheduler reaches. `pt` reaches `pt-BR`, and `pt-BR` only itself.',
      },
      facts: [],
    },
  },
  keep: ({ lists }) => keepLists(lists, { include: INCLUDE, exclude: EXCLUDE }, canonicalLanguage),
  compile: (kept) => matches(kept, speaksAny),
  words: {
    subject: ({ language }) => known('language', language),
    value: ({ language }) => language,
    passed: 'fits the languages of the run',
    stopped: () => 'does not fit the languages of the run',
    unused: 'The run is for all languages.',
  },
} as const satisfies AudienceFilter<IncludeExclude<string>>;

const LANGUAGE = "COALESCE(d.language, '')";

/** `pt` of `pt-BR`; empty for `pt` itself, which the other half of the condition finds. */
const PRIMARY = `SUBSTR(${LANGUAGE}, 1, INSTR(${LANGUAGE}, '-') - 1)`;

/**
 * `pt` reaches `pt-BR` too; `pt-BR` only itself (docs/rules.md#language-match). Tags are canonical on both sides. Two
 * lists, not one `LIKE` a language:
 * SQLite takes no more than 1,000 conditions in a row, a list has up to 10,000.
 */
const speaksAny = (tags: readonly string[]): Condition =>
  any([
    isIn(LANGUAGE, tags),
    isIn(
      PRIMARY,
      tags.filter((tag) => !tag.includes('-')),
    ),
  ]);
