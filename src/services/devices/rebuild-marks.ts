import { toWords } from '../../audience/mark-condition.js';
import { groupBy } from '../../collections.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { systemClock } from '../../ports/clock.js';
import { type CopyRow, shareUsers, type UserScope, writeCopies } from '../end-users/device-copies.js';

const DEVICES_PER_STEP = 500;

export interface RebuildProgress {
  /** Devices examined so far. */
  readonly examined: number;
  /** Bits that contradicted the link tables, and attributes that contradicted the user; each counts its device once. */
  readonly corrected: number;
}

export interface RebuildOptions {
  /** Called after every step. */
  readonly onStep?: (progress: RebuildProgress) => void;
  /** Stops after the current step; completed steps stay. */
  readonly signal?: AbortSignal;
  readonly devicesPerStep?: number;
  readonly now?: () => number;
  /** Absent: no user of any account was erased. */
  readonly tombstones?: UserScope['tombstones'];
}

/**
 * Recalculates the bit words of every device from `device_tag` and `device_event`, and its attributes from those of its
 * user and its own. Each step is two transactions that lock its devices, so the service can keep running.
 */
export const rebuildMarks = async (
  database: Database,
  {
    onStep,
    signal,
    devicesPerStep = DEVICES_PER_STEP,
    now = systemClock.now,
    tombstones = NOBODY,
  }: RebuildOptions = {},
): Promise<RebuildProgress> => {
  let progress: RebuildProgress = { examined: 0, corrected: 0 };
  const apps = await database.query<{ id: number; user_id: number | null }>(
    `SELECT d.app_id AS id, a.user_id FROM (SELECT DISTINCT app_id FROM device) d
     LEFT JOIN app a ON a.id = d.app_id ORDER BY d.app_id`,
  );
  for (const { id, user_id } of apps) {
    const appId = Number(id);
    for (let after = 0; !signal?.aborted; ) {
      const step = await database.tx((tx) => rebuildStep(tx, database, { appId, after, limit: devicesPerStep }));
      if (step.last === null) break;
      // The devices of a deleted application have no account, and are about to be deleted.
      const range = { tombstones, appId, now: now(), after, upTo: step.last };
      const copies = user_id === null ? null : { ...range, userId: Number(user_id) };
      const copied = copies ? await database.tx((tx) => rebuildCopies(tx, database, copies)) : 0;
      after = step.last;
      progress = {
        examined: progress.examined + step.examined,
        corrected: progress.corrected + step.corrected + copied,
      };
      onStep?.(progress);
    }
  }
  return progress;
};

const NOBODY: UserScope['tombstones'] = { among: async () => new Set() };

const rebuildStep = async (
  tx: Tx,
  { dialect }: Database,
  { appId, after, limit }: { appId: number; after: number; limit: number },
): Promise<{ examined: number; corrected: number; last: number | null }> => {
  const devices = await select<{ id: number }>(
    tx,
    `SELECT id FROM device ${dialect.forcePrimary} WHERE app_id = ? AND id > ? ORDER BY id LIMIT ${limit} ${dialect.forUpdate}`,
    [appId, after],
  );
  const ids = devices.map((device) => Number(device.id));
  if (ids.length === 0) return { examined: 0, corrected: 0, last: null };
  const tags = await ordinalsOf(tx, TAGS, ids);
  const events = await ordinalsOf(tx, EVENTS, ids);
  let corrected = 0;
  for (const id of ids) {
    const marks = { tags: tags.get(id) ?? [], events: events.get(id) ?? [] };
    corrected += await correct(tx, { appId, id }, marks);
  }
  return { examined: ids.length, corrected, last: ids.at(-1) ?? null };
};

/** A deleted event has no ordinal, so its bit is cleared. */
const TAGS = 'SELECT l.device_id AS id, m.ordinal FROM device_tag l JOIN tag m ON m.id = l.tag_id';
const EVENTS = 'SELECT l.device_id AS id, m.ordinal FROM device_event l JOIN custom_event m ON m.id = l.event_id';

const ordinalsOf = async (tx: Tx, sql: string, ids: readonly number[]): Promise<Map<number, number[]>> => {
  const rows = await select<{ id: number; ordinal: number }>(tx, `${sql} WHERE l.device_id IN (${ids.join(', ')})`);
  const byDevice = groupBy(rows, (row) => Number(row.id));
  return new Map([...byDevice].map(([id, group]) => [id, group.map((row) => Number(row.ordinal))]));
};

/** Returns 1 if the row was wrong. SQL compares the words, since they do not fit a number. */
const correct = async (
  tx: Tx,
  { appId, id }: { appId: number; id: number },
  marks: { tags: readonly number[]; events: readonly number[] },
): Promise<number> => {
  const wanted = [
    `has_tags = ${marks.tags.length > 0 ? 1 : 0}`,
    ...toWords(marks.tags).map((word, index) => `tag_w${index} = ${word}`),
    ...toWords(marks.events).map((word, index) => `event_w${index} = ${word}`),
  ];
  const sql = `UPDATE device SET ${wanted.join(', ')} WHERE app_id = ? AND id = ? AND NOT (${wanted.join(' AND ')})`;
  return (await execute(tx, sql, [appId, id])).affected;
};

interface CopyRange {
  readonly tombstones: UserScope['tombstones'];
  readonly appId: number;
  /** The account. */
  readonly userId: number;
  /** Epoch ms, used as the creation time of missing users. */
  readonly now: number;
  readonly after: number;
  readonly upTo: number;
}

/** Recalculates the attributes of devices from those of their users and their own. @returns how many were wrong */
const rebuildCopies = async (
  tx: Tx,
  database: Database,
  { appId, userId, now, after, upTo, tombstones }: CopyRange,
): Promise<number> => {
  const { dialect } = database;
  const range = `FROM device ${dialect.forcePrimary} WHERE app_id = ? AND id > ? AND id <= ?`;
  const named = await select<Pick<CopyRow, 'external_user_id'>>(
    tx,
    `SELECT DISTINCT external_user_id ${range} AND external_user_id IS NOT NULL`,
    [appId, after, upTo],
  );
  // Users come before devices, as in every other change.
  const ids = named.flatMap(({ external_user_id }) => external_user_id ?? []);
  const { users } = await shareUsers(tx, { database, userId, now, tombstones }, ids);
  const columns = 'app_id, id, external_user_id, attributes, own_attributes';
  const rows = await select<CopyRow>(tx, `SELECT ${columns} ${range} ${dialect.forUpdate}`, [appId, after, upTo]);
  const copies = rows.flatMap((row) => {
    const user = row.external_user_id === null ? {} : users.get(row.external_user_id);
    // The device has just got another user, and with it the right attributes.
    return user ? [{ row, user }] : [];
  });
  return writeCopies(tx, copies);
};
