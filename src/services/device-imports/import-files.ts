import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, execute, type Tx } from '../../database/database.js';

/** The size of one row. */
export const CHUNK_BYTES = 256 * 1024;

/** The parts of an import: its file, and the rejected lines. */
export const FILE_PART = 0;
export const REJECTED_PART = 1;

/** Rows per transaction: 4 MiB. */
const ROWS_PER_STEP = 16;

export interface ChunkKey {
  readonly importId: number;
  readonly part: number;
  readonly seq: number;
}

export const insertChunk = (tx: Tx, { importId, part, seq }: ChunkKey, data: Buffer) =>
  execute(tx, 'INSERT INTO device_import_chunk (import_id, part, seq, data) VALUES (?, ?, ?, ?)', [
    importId,
    part,
    seq,
    data,
  ]);

/** Reads the file from a byte on, one row at a time. */
export async function* readFileFrom(database: Database, importId: number, offset: number): AsyncGenerator<Buffer> {
  let skip = offset % CHUNK_BYTES;
  for await (const chunk of readPart(database, { importId, part: FILE_PART, seq: Math.floor(offset / CHUNK_BYTES) })) {
    if (skip < chunk.length) yield chunk.subarray(skip);
    skip = 0;
  }
}

/** Reads the rows of a part, from one row on. */
export async function* readPart(database: Database, { importId, part, seq }: ChunkKey): AsyncGenerator<Buffer> {
  for (let from = seq; ; ) {
    const [row] = await database.query<{ seq: number; data: Uint8Array }>(
      'SELECT seq, data FROM device_import_chunk WHERE import_id = ? AND part = ? AND seq >= ? ORDER BY seq LIMIT 1',
      [importId, part, from],
    );
    if (!row) return;
    yield Buffer.from(row.data.buffer, row.data.byteOffset, row.data.byteLength);
    from = Number(row.seq) + 1;
  }
}

/** Deletes a part in short transactions and can resume after an abort. @param options stops unless `isOurs`. */
export const deletePart = async (
  database: Database,
  { importId, part }: Omit<ChunkKey, 'seq'>,
  { signal, isOurs }: { readonly signal?: AbortSignal; readonly isOurs?: (tx: Tx) => Promise<boolean> } = {},
): Promise<void> => {
  const where = 'import_id = ? AND part = ?';
  for (;;) {
    if (signal?.aborted) return;
    const rows = await database.query<{ seq: number }>(
      `SELECT seq FROM device_import_chunk WHERE ${where} ORDER BY seq LIMIT ${ROWS_PER_STEP}`,
      [importId, part],
    );
    const last = rows.at(-1);
    if (!last) return;
    const sql = `DELETE FROM device_import_chunk WHERE ${where} AND seq <= ?`;
    const isDone = await database.tx(async (tx) => {
      if (isOurs && !(await isOurs(tx))) return false;
      await execute(tx, sql, [importId, part, Number(last.seq)]);
      return true;
    });
    if (!isDone) return;
    await nextTurn();
  }
};
