import { toColumnName } from '../../entities/table.js';
import { badInput } from '../../errors.js';
import { FIELD_LIST } from '../../ports/message-fields.js';
import { isWithin } from '../../text/characters.js';
import type { Condition } from '../schedulers/scheduler-conditions.js';

/** Limits the search text, which is compared at every position of every text. */
const MAX_SEARCH = 100;

/** Matches rows `push t` with the text in their name, or in a text of any language. */
export const pushesSaying = (text: string): Condition => saying('t', readPatterns(text));

/** Matches rows `scheduler t` with the text in their name or in one of their pushes. */
export const schedulersSaying = (text: string): Condition => {
  const patterns = readPatterns(text);
  const name = containing('t.name', patterns);
  const push = saying('p', patterns);
  return {
    sql: `${name.sql} OR ${exists(`push p WHERE p.scheduler_id = t.id AND (${push.sql})`)}`,
    parameters: [...name.parameters, ...push.parameters],
  };
};

/** @param push the alias of a push. */
const saying = (push: string, patterns: readonly string[]): Condition => {
  const name = containing(`${push}.name`, patterns);
  const texts = TEXT_FIELDS.map((field) => containing(`x.${toColumnName(field)}`, patterns));
  const isFound = texts.map(({ sql }) => sql).join(' OR ');
  return {
    sql: `${name.sql} OR ${exists(`push_translation x WHERE x.push_id = ${push}.id AND (${isFound})`)}`,
    parameters: [name, ...texts].flatMap(({ parameters }) => parameters),
  };
};

const TEXT_FIELDS = FIELD_LIST.filter(({ level, kind }) => level === 'translation' && kind === 'text').map(
  ({ name }) => name,
);

/** The limit keeps MariaDB from materialising the texts of all users. */
const exists = (from: string): string => `(SELECT 1 FROM ${from} LIMIT 1) IS NOT NULL`;

/** LIKE takes about 100 times as long as INSTR for a text that nearly matches everywhere. */
const containing = (column: string, patterns: readonly string[]): Condition => ({
  sql: `(${patterns.map(() => `INSTR(LOWER(${column}), ?) > 0`).join(' OR ')})`,
  parameters: patterns,
});

/**
 * Makes the search case-insensitive on both databases. SQLite lowers ASCII letters only, so other letters are searched
 * in lower case, in upper case, and with a capital at the beginning of a word.
 */
const readPatterns = (search: string): readonly string[] => {
  if (!isWithin(search, MAX_SEARCH)) {
    throw badInput('where', `\`search\` in \`where\` has at most ${MAX_SEARCH} characters.`);
  }
  const small = search.toLowerCase();
  const words = small.replace(
    /(^|\P{L})(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  );
  const withoutAscii = [small, words, search.toUpperCase()].map((text) =>
    text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  );
  return [...new Set(withoutAscii)];
};
