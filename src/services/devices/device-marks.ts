import { toWords } from '../../audience/mark-condition.js';
import { chunk } from '../../collections.js';
import { type Database, dialectOf, execute, select, type Tx } from '../../database/database.js';
import { takeIds } from '../../database/id-sequence.js';
import { insertRows } from '../../database/write-rows.js';
import { DEVICE_TAG_TABLE } from '../../entities/device-tag.js';
import { TAG_TABLE, type Tag } from '../../entities/tag.js';
import { badInput } from '../../errors.js';
import { requireRoom } from '../rules/maxima.js';

const NAMES_PER_STATEMENT = 1_000;

/** The columns of a tag that are needed to mark devices. */
export type TagMark = Pick<Tag, 'id' | 'name' | 'ordinal'>;

export interface TagScope {
  readonly database: Database;
  readonly userId: number;
  /** Epoch ms, used as the creation time of new tags. */
  readonly now: number;
  /** The application whose devices name the tags, and how many tags they may create; absent: the owner names them. */
  readonly origin?: { readonly appId: number; readonly limit: number };
}

/** The code when devices would create more tags than allowed. */
export const TOO_MANY_TAGS = 'TOO_MANY_TAGS';

export interface DeviceRef {
  readonly appId: number;
  readonly deviceId: number;
}

/**
 * Returns the user's tags with these names and creates the missing ones.
 * @throws BAD_USER_INPUT if devices would create more tags than allowed.
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
  // The sequence row stays locked, so that a concurrent transaction finds the tag instead of creating it again.
  const first = await takeIds(tx, database, `tag:${userId}`, missing.length);
  if (origin) await checkOrigin(tx, origin, missing.length);
  await requireRoom(tx, database, { what: 'tags', userId, field: 'audiences', adding: missing.length });
  const made = { userId, createdAt: now, appId: origin?.appId ?? null };
  const tags = missing.map((name, index) => ({ ...made, name, ordinal: first - 1 + index }));
  await insertRows(tx, TAG_TABLE, tags, 'ignore');
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

/** Anybody can register a device without a key, so the number of tags that devices create is limited. */
const checkOrigin = async (
  tx: Tx,
  { appId, limit }: NonNullable<TagScope['origin']>,
  adding: number,
): Promise<void> => {
  if (limit === 0) return;
  const [row] = await select<{ n: number }>(tx, 'SELECT COUNT(*) AS n FROM tag WHERE app_id = ?', [appId]);
  if (Number(row?.n ?? 0) + adding <= limit) return;
  const message = `\`audiences\` contains new tags, but the devices of this application have already created ${limit}. Only its server can add more, with an API key.`;
  throw badInput('audiences', message, TOO_MANY_TAGS);
};

/** A device whose tags are replaced. */
export interface Retagged {
  readonly deviceId: number;
  readonly hadTags: boolean;
  readonly tags: readonly TagMark[];
}

/**
 * Replaces the link rows of devices of one application in a few statements. Each device occurs once. The caller writes
 * the derived bits.
 */
export const replaceTagLinks = async (tx: Tx, appId: number, devices: readonly Retagged[]): Promise<void> => {
  const before = devices.filter(({ hadTags }) => hadTags).map(({ deviceId }) => deviceId);
  if (before.length > 0) {
    const among = dialectOf(tx).among('device_id', before);
    await execute(tx, `DELETE FROM device_tag WHERE app_id = ? AND ${among.sql}`, [appId, ...among.parameters]);
  }
  const links = devices.flatMap(({ deviceId, tags }) => tags.map(({ id }) => ({ deviceId, tagId: id, appId })));
  await insertRows(tx, DEVICE_TAG_TABLE, links);
};

/** Replaces the tags of a device: its links and its bits. */
export const replaceTags = async (tx: Tx, { appId, deviceId }: DeviceRef, tags: readonly TagMark[]): Promise<void> => {
  await replaceTagLinks(tx, appId, [{ deviceId, hadTags: true, tags }]);
  const words = toWords(tags.map(({ ordinal }) => ordinal)).map((word, index) => `tag_w${index} = ${word}`);
  const sql = `UPDATE device SET has_tags = ?, ${words.join(', ')} WHERE app_id = ? AND id = ?`;
  await execute(tx, sql, [tags.length > 0 ? 1 : 0, appId, deviceId]);
};
