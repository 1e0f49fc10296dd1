import { toWords } from '../../audience/mark-condition.js';
import { chunk } from '../../collections.js';
import { type Database, dialectOf, execute, placeholders, select, type Tx } from '../../database/database.js';
import { takeIds } from '../../database/id-sequence.js';
import { type SqlRow, writeRows } from '../../database/write-rows.js';
import type { Tag } from '../../entities/tag.js';
import { badInput } from '../../errors.js';
import { requireRoom } from '../rules/maxima.js';

const NAMES_PER_STATEMENT = 1_000;

/** Of a tag, what marks its devices. */
export type TagMark = Pick<Tag, 'id' | 'name' | 'ordinal'>;

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
): Promise<TagMark[]> => {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return [];
  const known = await findTags(tx, userId, wanted);
  const knownNames = new Set(known.map((tag) => tag.name));
  const missing = wanted.filter((name) => !knownNames.has(name));
  if (missing.length === 0) return known;
  // The sequence row is locked until the end: of two that make the same tag at once, the second finds it made.
  const first = await takeIds(tx, database, `tag:${userId}`, missing.length);
  if (origin) await checkOrigin(tx, origin, missing.length);
  await requireRoom(tx, database, { what: 'tags', userId, field: 'audiences', adding: missing.length });
  for (const part of chunk(
    missing.map((name, index) => [userId, name, first - 1 + index, now, origin?.appId ?? null]),
    500,
  )) {
    const values = placeholders(part.length, 5);
    const sql = `${database.dialect.insertIgnore} tag (user_id, name, ordinal, created_at, app_id) VALUES ${values}`;
    await execute(tx, sql, part.flat());
  }
  return findTags(tx, userId, wanted);
};

const findTags = async (tx: Tx, userId: number, names: readonly string[]): Promise<TagMark[]> => {
  const found: TagMark[] = [];
  for (const part of chunk(names, NAMES_PER_STATEMENT)) {
    const dialect = dialectOf(tx);
    const among = dialect.among('name', part);
    const sql = `SELECT id, name, ordinal FROM tag ${dialect.forceIndex('tag_name')} WHERE user_id = ? AND ${among.sql}`;
    const rows = await select<TagMark>(tx, sql, [userId, ...among.parameters]);
    for (const { id, name, ordinal } of rows) found.push({ id: Number(id), name, ordinal: Number(ordinal) });
  }
  return found;
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

/** A device whose tags are given anew. */
export interface Retagged {
  readonly deviceId: number;
  readonly hadTags: boolean;
  readonly tags: readonly TagMark[];
}

/**
 * The link rows, which are the truth, of devices of an application, each once, in a few statements. The bits that are
 * derived from them are for the caller to write.
 */
export const replaceTagLinks = async (tx: Tx, appId: number, devices: readonly Retagged[]): Promise<void> => {
  const before = devices.filter(({ hadTags }) => hadTags).map(({ deviceId }) => deviceId);
  if (before.length > 0) {
    const among = dialectOf(tx).among('device_id', before);
    await execute(tx, `DELETE FROM device_tag WHERE app_id = ? AND ${among.sql}`, [appId, ...among.parameters]);
  }
  const links: SqlRow[] = [];
  for (const { deviceId, tags } of devices) for (const { id } of tags) links.push([deviceId, id, appId]);
  await writeRows(tx, DEVICE_TAG, links);
};

const DEVICE_TAG = { table: 'device_tag', columns: ['device_id', 'tag_id', 'app_id'] };

/** Replaces the tags of a device: the links, and the bits. */
export const replaceTags = async (tx: Tx, { appId, deviceId }: DeviceRef, tags: readonly TagMark[]): Promise<void> => {
  await replaceTagLinks(tx, appId, [{ deviceId, hadTags: true, tags }]);
  const words = toWords(tags.map(({ ordinal }) => ordinal)).map((word, index) => `tag_w${index} = ${word}`);
  const sql = `UPDATE device SET has_tags = ?, ${words.join(', ')} WHERE app_id = ? AND id = ?`;
  await execute(tx, sql, [tags.length > 0 ? 1 : 0, appId, deviceId]);
};
