import type { Tx } from '../../database/database.js';
import { select } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { FrequencyCap, FrequencyCaps } from '../../ports/frequency-caps.js';
import { Violations } from '../rules/violations.js';

const MAX_CAPS = 10;
const MAX_MESSAGES = 100;
const MAX_CATEGORIES = 50;
const LEAST_S = 60;
const LONGEST_S = 30 * 86_400;
const FIELD = 'frequency_caps';

/** Checks the caps of an account, and that their categories exist. @throws BAD_USER_INPUT with every broken rule. */
export const checkCaps = async (tx: Tx, userId: number, { caps }: FrequencyCaps): Promise<void> => {
  const violations = new Violations();
  violations.check(caps.length <= MAX_CAPS, FIELD, `An account has at most ${MAX_CAPS} frequency caps.`, 'TOO_MANY');
  for (const [index, cap] of caps.slice(0, MAX_CAPS).entries()) checkCap(violations, cap, `Cap ${index + 1}`);
  violations.throwIfAny();
  const keys = [...new Set(caps.flatMap(({ categories }) => categories ?? []))];
  if (keys.length === 0) return;
  const sql = `SELECT code FROM category WHERE user_id = ? AND code IN ${inList(keys)}`;
  const known = new Set((await select<{ code: string }>(tx, sql, [userId, ...keys])).map(({ code }) => code));
  const unknown = keys.filter((key) => !known.has(key));
  violations.check(unknown.length === 0, FIELD, `There is no category "${unknown[0]}". Create it first.`, 'NOT_FOUND');
  violations.throwIfAny();
};

const checkCap = (violations: Violations, { max, window, minGap, categories }: FrequencyCap, name: string): void => {
  const check = (holds: boolean, rule: string) => violations.check(holds, FIELD, `${name}: ${rule}`);
  check(isBetween(max, 1, MAX_MESSAGES), `\`max\` must be between 1 and ${MAX_MESSAGES}.`);
  if (window.kind === 'ROLLING') {
    check(isBetween(window.seconds, LEAST_S, LONGEST_S), '`rolling` must be between `1m` and `30d`.');
  }
  check(minGap === null || isBetween(minGap, LEAST_S, LONGEST_S), '`minGap` must be between `1m` and `30d`.');
  const isListed = categories === null || isBetween(categories.length, 1, MAX_CATEGORIES);
  check(isListed, `\`categories\` must name between 1 and ${MAX_CATEGORIES} categories. Omit it for all messages.`);
  check(categories?.every((key) => key.length <= MAX_KEY) ?? true, `A category key has at most ${MAX_KEY} characters.`);
};

const MAX_KEY = 40;

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;
