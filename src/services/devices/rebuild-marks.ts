import { toWords } from '../../audience/mark-condition.js';
import { groupBy } from '../../collections.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';

const DEVICES_PER_STEP = 500;

export interface RebuildProgress {
  /** Devices looked at so far. */
  readonly examined: number;
  /** Of these, devices whose bits did not say what the link tables say. */
  readonly corrected: number;
}

export interface RebuildOptions {
  /** Told after every step. */
  readonly onStep?: (progress: RebuildProgress) => void;
  /** Aborted: stops after the current step; what is done is done. */
  readonly signal?: AbortSignal;
  readonly devicesPerStep?: number;
}

/**
 * Works out the bit words of every device anew from `device_tag` and `device_event`, which are the truth. In steps of a
 * transaction each, beside a living service: a step locks its devices, as registrations and events do.
 */
export const rebuildMarks = async (
  database: Database,
  { onStep, signal, devicesPerStep = DEVICES_PER_STEP }: RebuildOptions = {},
): Promise<RebuildProgress> => {
  let progress: RebuildProgress = { examined: 0, corrected: 0 };
  const apps = await database.query<{ id: number }>('SELECT DISTINCT app_id AS id FROM device ORDER BY app_id');
  for (const { id } of apps) {
    const appId = Number(id);
    for (let after = 0; !signal?.aborted; ) {
      const step = await database.tx((tx) => rebuildStep(tx, database, { appId, after, limit: devicesPerStep }));
      if (step.last === null) break;
      after = step.last;
      progress = { examined: progress.examined + step.examined, corrected: progress.corrected + step.corrected };
      onStep?.(progress);
    }
  }
  return progress;
};

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

/** An event that was deleted has no ordinal any more: its bit goes. */
const TAGS = 'SELECT l.device_id AS id, m.ordinal FROM device_tag l JOIN tag m ON m.id = l.tag_id';
const EVENTS = 'SELECT l.device_id AS id, m.ordinal FROM device_event l JOIN custom_event m ON m.id = l.event_id';

const ordinalsOf = async (tx: Tx, sql: string, ids: readonly number[]): Promise<Map<number, number[]>> => {
  const rows = await select<{ id: number; ordinal: number }>(tx, `${sql} WHERE l.device_id IN (${ids.join(', ')})`);
  const byDevice = groupBy(rows, (row) => Number(row.id));
  return new Map([...byDevice].map(([id, group]) => [id, group.map((row) => Number(row.ordinal))]));
};

/** 1 if the row said something else. Compared in SQL: the words do not fit a number. */
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
