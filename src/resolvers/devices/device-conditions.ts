import { badInput } from '../../errors.js';
import { type Condition, isOneOf } from '../../schema/paging/listing.js';
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

export const activeCondition = (active: boolean | null | undefined): Condition | null => {
  if (active === null || active === undefined) return null;
  const sql = 't.active = 1 AND t.seen_at > (SELECT a.devices_active_since FROM app a WHERE a.id = t.app_id)';
  return { sql: active ? sql : `NOT (${sql})`, parameters: [] };
};

/**
 * Avoids EXISTS, which MySQL and MariaDB turn into a temporary table of all matches for every statement. A page examines
 * only a few thousand devices.
 */
const thereIs = (from: string): string => `(SELECT 1 ${from} LIMIT 1) IS NOT NULL`;

export const foreignCondition = (foreign: boolean | null | undefined, within: readonly number[]): Condition | null => {
  if (foreign === null || foreign === undefined) return null;
  const sql = thereIs(`FROM foreign_subscription f WHERE ${isStillForeign('t')}`);
  const noticed = `FROM foreign_subscription f WHERE ${inApps('f.app_id', within)}`;
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

interface WhoseTags {
  readonly userId: number;
  readonly within: readonly number[];
}

/** @throws BAD_USER_INPUT for too many tags. */
const distinctTags = (field: 'tagsAll' | 'tagsAny', tags: readonly string[] | null | undefined): string[] => {
  const distinct = [...new Set(tags ?? [])];
  if (distinct.length > MOST_TAGS) throw badInput('where', `\`${field}\` has at most ${MOST_TAGS} tags.`);
  return distinct;
};

/** One condition per tag: the index of the rarest tag can then serve the page. */
export const withEvery = (tags: readonly string[] | null | undefined, whose: WhoseTags): Condition[] =>
  distinctTags('tagsAll', tags).map((tag) => carrying([tag], whose));

export const withAny = (tags: readonly string[] | null | undefined, whose: WhoseTags): Condition | null => {
  const distinct = distinctTags('tagsAny', tags);
  if (distinct.length === 0) return tags ? { sql: '1 = 0', parameters: [] } : null;
  return carrying(distinct, whose);
};

/** Returns the condition for devices with at least one of the tags. */
export const carrying = (tags: readonly string[], { userId, within }: WhoseTags): Condition => {
  const parameters = [userId, ...tags];
  const names = tags.length === 1 ? '= ?' : `IN (${tags.map(() => '?').join(', ')})`;
  const links = `FROM tag g JOIN device_tag l ON l.tag_id = g.id WHERE g.user_id = ? AND g.name ${names}`;
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
