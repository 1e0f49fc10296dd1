import { In } from 'typeorm';
import { toWords } from '../../audience/mark-condition.js';
import { chunk } from '../../collections.js';
import { type Database, execute, placeholders, select, type Tx } from '../../database/database.js';
import { takeIds } from '../../database/id-sequence.js';
import { inList } from '../../database/in-list.js';
import { Tag } from '../../entities/tag.js';
import { badInput } from '../../errors.js';

const LINKS_PER_STATEMENT = 1_000;

export interface TagScope {
  readonly database: Database;
  readonly userId: number;
  /** Epoch ms, for tags that are new. */
  readonly now: number;
  /** Whose devices name them, and how many new ones these may make in all; absent where their owner names them. */
  readonly origin?: { readonly appId: number; readonly limit: number };
}

/** The code of the refusal of more. */
export const TOO_MANY_TAGS = 'TOO_MANY_TAGS';

export interface DeviceRef {
  readonly appId: number;
  readonly deviceId: number;
}

/**
 * The user's tags with these names; those that nobody has used yet are made.
 * @throws BAD_USER_INPUT for more new ones than devices may make.
 */
export const ensureTags = async (
  tx: Tx,
  { database, userId, now, origin }: TagScope,
  names: readonly string[],
): Promise<Tag[]> => {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return [];
  const known = await tx.findBy(Tag, { userId, name: In(wanted) });
  const knownNames = new Set(known.map((tag) => tag.name));
  const missing = wanted.filter((name) => !knownNames.has(name));
  if (missing.length === 0) return known;
  // The sequence row is locked until the end: of two that make the same tag at once, the second finds it made.
  const first = await takeIds(tx, database, `tag:${userId}`, missing.length);
  if (origin) await checkOrigin(tx, origin, missing.length);
  for (const part of chunk(
    missing.map((name, index) => [userId, name, first - 1 + index, now, origin?.appId ?? null]),
    500,
  )) {
    const values = placeholders(part.length, 5);
    const sql = `${database.dialect.insertIgnore} tag (user_id, name, ordinal, created_at, app_id) VALUES ${values}`;
    await execute(tx, sql, part.flat());
  }
  return tx.findBy(Tag, { userId, name: In(wanted) });
};

/** Of a registration without a key nobody knows who sends it: what it can fill for ever has an end. */
const checkOrigin = async (
  tx: Tx,
  { appId, limit }: NonNullable<TagScope['origin']>,
  adding: number,
): Promise<void> => {
  if (limit === 0) return;
  const [row] = await select<{ n: number }>(tx, 'SELECT COUNT(*) AS n FROM tag WHERE app_id = ?', [appId]);
  if (Number(row?.n ?? 0) + adding <= limit) return;
  const message = `\`audiences\` brings new tags, and the devices of this application have made ${limit} already; more can only come from its server, with an API key.`;
  throw badInput('audiences', message, TOO_MANY_TAGS);
};

/**
 * Replaces the tags of devices of an application, each once, in a few statements: the link rows, which are the truth,
 * and the bits that are derived from them.
 */
export const replaceTagsOfMany = async (
  tx: Tx,
  appId: number,
  devices: readonly { deviceId: number; hadTags: boolean; tags: readonly Tag[] }[],
): Promise<void> => {
  const before = devices.filter(({ hadTags }) => hadTags).map(({ deviceId }) => deviceId);
  if (before.length > 0) await execute(tx, `DELETE FROM device_tag WHERE device_id IN ${inList(before)}`, before);
  const links = devices.flatMap(({ deviceId, tags }) => tags.map((tag) => [deviceId, tag.id, appId]));
  for (const part of chunk(links, LINKS_PER_STATEMENT)) {
    const sql = `INSERT INTO device_tag (device_id, tag_id, app_id) VALUES ${placeholders(part.length, 3)}`;
    await execute(tx, sql, part.flat());
  }
  const changed = devices.filter(({ hadTags, tags }) => hadTags || tags.length > 0);
  if (changed.length === 0) return;
  const rows = changed.map(({ deviceId, tags }) => ({
    deviceId,
    words: toWords(tags.map((tag) => tag.ordinal)),
    has: tags.length > 0 ? 1 : 0,
  }));
  const byId = (pick: (row: (typeof rows)[number]) => bigint | number | undefined): string =>
    `CASE id ${rows.map((row) => `WHEN ${row.deviceId} THEN ${pick(row)}`).join(' ')} END`;
  const words = (rows[0]?.words ?? []).map((_, index) => `tag_w${index} = ${byId((row) => row.words[index])}`);
  const ids = rows.map(({ deviceId }) => deviceId);
  const sql = `UPDATE device SET has_tags = ${byId((row) => row.has)}, ${words.join(', ')}
    WHERE app_id = ? AND id IN ${inList(ids)}`;
  await execute(tx, sql, [appId, ...ids]);
};

/** `replaceTagsOfMany` for one. */
export const replaceTags = (tx: Tx, { appId, deviceId }: DeviceRef, tags: readonly Tag[]): Promise<void> =>
  replaceTagsOfMany(tx, appId, [{ deviceId, hadTags: true, tags }]);
