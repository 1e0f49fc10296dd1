import { badInput } from '../../errors.js';
import { isWithin } from '../../text/characters.js';
import type { Condition } from '../schedulers/scheduler-conditions.js';

/** It is compared with every place of every text. */
const MAX_SEARCH = 100;

/** Over `push t`: those that say it in their name, or in a title or text of any language. */
export const pushesSaying = (text: string): Condition => saying('t', readPatterns(text));

/** Over `scheduler t`: those that say it in their name, or whose pushes do. */
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
  const title = containing('x.title', patterns);
  const text = containing('x.text', patterns);
  return {
    sql: `${name.sql} OR ${exists(`push_translation x WHERE x.push_id = ${push}.id AND (${title.sql} OR ${text.sql})`)}`,
    parameters: [name, title, text].flatMap(({ parameters }) => parameters),
  };
};

/** With a limit, as MariaDB would otherwise read the texts of everybody first, to look into the result. */
const exists = (from: string): string => `(SELECT 1 FROM ${from} LIMIT 1) IS NOT NULL`;

/** INSTR and not LIKE, which takes some hundred times as long for a text that nearly matches everywhere. */
const containing = (column: string, patterns: readonly string[]): Condition => ({
  sql: `(${patterns.map(() => `INSTR(LOWER(${column}), ?) > 0`).join(' OR ')})`,
  parameters: patterns,
});

/**
 * Without regard to case on both databases: MySQL lowers every letter, SQLite only those of ASCII. There the others are
 * found as words have them: small, capital, or with a capital at the beginning.
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
