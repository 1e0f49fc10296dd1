import { badInput } from '../../errors.js';
import { type Condition, isOneOf } from '../../schema/paging/listing.js';
import type { ActiveSince } from '../../services/apps/app-listing.js';
import { isStillForeign } from '../../services/devices/device-queries.js';
import { canonicalLanguage } from '../../text/language.js';

/** Each tag costs one look-up per examined device. */
export const MOST_TAGS = 10;

/** The index costs one look-up per device. On SQLite 10,000 take 42 ms of CPU; a scan of 100,000 devices takes 13 ms. */
export const MOST_BY_INDEX = 10_000;

/** Ids are part of the SQL text: a user can have more applications than a statement takes parameters. */
const inApps = (column: string, ids: readonly number[]): string =>
  ids.length === 0 ? '1 = 0' : `${column} IN (${ids.map(Number).join(', ')})`;

/**
 * Looks up the devices of the users first, by an index. SQLite would read all devices in the order of the list, a
 * million in 0.1 s. The index has a limit: an application may give one id to everybody who has not signed in.
 */
export const ofUsers = (users: readonly string[] | null | undefined, within: readonly number[]): Condition | null => {
  const ofThem = isOneOf('external_user_id', users);
  if (!ofThem) return null;
  const { parameters } = ofThem;
  const theirs = `FROM device t WHERE ${inApps('t.app_id', within)} AND ${ofThem.sql}`;
  return {
    ...ofThem,
    byIndex: {
      sql: `t.id IN (SELECT t.id ${theirs})`,
      parameters,
      rows: MOST_BY_INDEX,
      turn: 'first',
      meeting: { sql: `SELECT 1 AS one ${theirs}`, parameters },
    },
  };
};

/** @param apps those of the user that were ever archived, by id; their number is not limited */
export const activeCondition = (active: boolean, apps: readonly ActiveSince[]): Condition => {
  const sql = `t.active = 1 AND t.seen_at > ${sinceOf(apps)}`;
  return { sql: active ? sql : `NOT (${sql})`, parameters: [] };
};

const MOST_WHENS = 8;

/** A tree, so that a device among 10,000 applications is compared with 18 of them at most. */
const sinceOf = (apps: readonly ActiveSince[]): string => {
  if (apps.length === 0) return '0';
  if (apps.length <= MOST_WHENS) {
    return `CASE t.app_id ${apps.map(({ appId, since }) => `WHEN ${appId} THEN ${since}`).join(' ')} ELSE 0 END`;
  }
  const middle = apps.length >> 1;
  const [lower, upper] = [apps.slice(0, middle), apps.slice(middle)];
  return `CASE WHEN t.app_id < ${upper[0]?.appId} THEN ${sinceOf(lower)} ELSE ${sinceOf(upper)} END`;
};

/**
 * Avoids EXISTS, which MySQL and MariaDB turn into a temporary table of all matches for every statement. A page examines
 * only a few thousand devices.
 */
const thereIs = (from: string): string => `(SELECT 1 ${from} LIMIT 1) IS NOT NULL`;

interface ForeignSearch {
  readonly within: readonly number[];
  readonly isVitess: boolean;
}

export const foreignCondition = (foreign: boolean, { within, isVitess }: ForeignSearch): Condition => {
  const sql = thereIs(`FROM foreign_subscription f WHERE ${isStillForeign('t')}`);
  const noticed = `FROM foreign_subscription f WHERE ${inApps('f.app_id', within)}`;
  // Vitess merges two subqueries below a NOT, and writes wrong SQL.
  if (!foreign && isVitess) return { sql: `NOT (${sql})`, parameters: [] };
  // Gathers the few matches once. Looking them up for each of 100,000 devices took MariaDB twice as long as the devices.
  if (!foreign) return { sql: `NOT (t.id IN (SELECT f.device_id ${noticed}) AND ${sql})`, parameters: [] };
  return {
    sql,
    parameters: [],
    byIndex: {
      sql: `t.id IN (SELECT f.device_id ${noticed}) AND ${sql}`,
      parameters: [],
      rows: MOST_BY_INDEX,
      turn: 'second',
      meeting: { sql: `SELECT 1 AS one ${noticed}`, parameters: [] },
    },
  };
};

export const languageCondition = (language: string | null | undefined): Condition | null => {
  const tag = language ? canonicalLanguage(language) : null;
  if (tag === null) return null;
  return tag.includes('-')
    ? { sql: 't.language = ?', parameters: [tag] }
    : { sql: 't.language = ? OR t.language LIKE ?', parameters: [tag, `${tag}-%`] };
};

/** The scope of a search for devices with tags. */
interface TagSearch {
  /** The id of a tag of the caller, or null. Read apart: Vitess does not join `tag` with the devices of a shard. */
  idOf(tag: string): Promise<number | null>;
  readonly within: readonly number[];
}

/** @throws BAD_USER_INPUT for too many tags. */
const distinctTags = (field: 'tagsAll' | 'tagsAny', tags: readonly string[]): string[] => {
  const distinct = [...new Set(tags)];
  if (distinct.length > MOST_TAGS) throw badInput('where', `\`${field}\` has at most ${MOST_TAGS} tags.`);
  return distinct;
};

/** One condition per tag: the index of the rarest tag can then serve the page. */
export const withEvery = async (tags: readonly string[], search: TagSearch): Promise<Condition[]> =>
  Promise.all(distinctTags('tagsAll', tags).map((tag) => carrying([tag], search)));

export const withAny = async (tags: readonly string[], search: TagSearch): Promise<Condition> =>
  carrying(distinctTags('tagsAny', tags), search);

/** Returns the condition for devices with at least one of the tags. */
export const carrying = async (tags: readonly string[], { idOf, within }: TagSearch): Promise<Condition> => {
  const found = (await Promise.all(tags.map(idOf))).filter((id) => id !== null);
  // No tag has the id 0.
  const parameters = found.length === 0 ? [0] : found;
  const links = `FROM device_tag l WHERE l.tag_id IN (${parameters.map(() => '?').join(', ')})`;
  const inThem = `${links} AND ${inApps('l.app_id', within)}`;
  return {
    sql: thereIs(`${links} AND l.device_id = t.id AND l.app_id = t.app_id`),
    parameters,
    byIndex: {
      sql: `t.id IN (SELECT l.device_id ${inThem})`,
      parameters,
      rows: MOST_BY_INDEX,
      turn: 'second',
      meeting: { sql: `SELECT 1 AS one ${inThem}`, parameters },
    },
  };
};
