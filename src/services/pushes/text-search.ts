import { badInput } from '../../errors.js';
import { isWithin } from '../../text/characters.js';
import type { Condition } from '../schedulers/scheduler-conditions.js';

const MAX_SEARCH = 255;

/** Over `push t`: those that say it in their name, or in a title or text of any language. */
export const pushesSaying = (text: string): Condition => saying('t', readPatterns(text));

/** Over `scheduler t`: those that say it in their name, or whose pushes do. */
export const schedulersSaying = (text: string): Condition => {
  const patterns = readPatterns(text);
  const name = containing('t.name', patterns);
  const push = saying('p', patterns);
  return {
    sql: `${name.sql} OR EXISTS (SELECT 1 FROM push p WHERE p.scheduler_id = t.id AND (${push.sql}))`,
    parameters: [...name.parameters, ...push.parameters],
  };
};

/** @param push the alias of a push. */
const saying = (push: string, patterns: readonly string[]): Condition => {
  const [name, title, body] = [`${push}.name`, 'x.title', 'x.text'].map((column) => containing(column, patterns));
  const parts = [name, title, body].flatMap((part) => part ?? []);
  return {
    sql: `${name?.sql} OR EXISTS (SELECT 1 FROM push_translation x WHERE x.push_id = ${push}.id AND (${title?.sql} OR ${body?.sql}))`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
};

/**
 * Without regard to case on both databases: MySQL lowers every letter, SQLite only those of ASCII. There the others are
 * found as words have them: small, capital, or with a capital at the beginning.
 */
const containing = (column: string, patterns: readonly string[]): Condition => ({
  sql: `(${patterns.map(() => `LOWER(${column}) LIKE ? ESCAPE '!'`).join(' OR ')})`,
  parameters: patterns,
});

/** @throws BAD_USER_INPUT: a pattern is compared with every text, at the cost of its length. */
const readPatterns = (text: string): readonly string[] => {
  if (!isWithin(text, MAX_SEARCH)) {
    throw badInput('where', `\`search\` in \`where\` has at most ${MAX_SEARCH} characters.`);
  }
  // `!` and not a backslash, which MySQL reads as an escape in the literal itself.
  const escaped = text.replace(/[!%_]/g, (sign) => `!${sign}`);
  const small = escaped.toLowerCase();
  const words = small.replace(
    /(^|\P{L})(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  );
  return [...new Set([small, words, escaped.toUpperCase()])].map((pattern) => `%${pattern}%`);
};
