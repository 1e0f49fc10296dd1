import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { App } from '../../entities/app.js';
import { DeviceImport, type Half, type ImportFailure } from '../../entities/device-import.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { joinCsv, splitCsv } from './csv.js';
import { MAX_COLUMNS, toHeader } from './guess-columns.js';
import { CHUNK_BYTES, deletePart, FILE_PART, insertChunk, REJECTED_PART, readFileFrom } from './import-files.js';
import { isRefusedFile, type ReadBody, type RejectedLine, readDeviceChunks } from './read-device-file.js';
import type { FilePlace } from './read-records.js';
import { type ChunkOutcome, type Registrar, registerChunk } from './register-chunk.js';

export interface ImportRunnerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly devices: Registrar;
  readonly readBody: ReadBody;
  /** Hears of whose import something has changed. */
  readonly changed: (userId: number) => void;
  readonly log: { info(details: Record<string, unknown>, message: string): void };
}

const LEASE_MS = 15_000;
/** After this another import has its turn, so that none waits for the end of a large one. */
const TURN_MS = 5_000;
const MAX_ATTEMPTS = 5;
const TOLD_EVERY_MS = 250;
/** Of rejected lines; further ones are counted. */
const MAX_REJECTED_BYTES = 64 * 1024 * 1024;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** For a file that does not come, one that is not begun, a list of rejected lines, and what is told of an import. */
const KEPT_MS = { waiting: HOUR_MS, uploaded: 7 * DAY_MS, rejected: 7 * DAY_MS, row: 365 * DAY_MS } as const;
const EXPIRED = {
  waiting: 'Its file did not come within an hour; make a new import.',
  uploaded: 'It was not started within seven days of its upload; make a new import.',
} as const;
const ROWS_PER_LOOK = 20;

/**
 * Carries out imports, a few seconds of each in turn. What is registered of a file and how far that is is one
 * transaction, so that whoever goes on after a crash counts nothing twice. A lease tells which worker has it.
 */
export class ImportRunner {
  private readonly owner = randomUUID();

  constructor(private readonly deps: ImportRunnerDeps) {}

  /** Until nothing is left to do, or the process drains. */
  async run(signal: AbortSignal): Promise<void> {
    await this.tidy(signal);
    while (!signal.aborted) {
      const claimed = await this.claim();
      if (!claimed) return;
      await this.work(claimed, signal);
      await this.tidy(signal);
    }
  }

  /** The one that no worker has been at for longest; those of a suspended user wait. A lease that lies too far ahead was taken before a clock was set back. */
  private async claim(): Promise<DeviceImport | null> {
    const { database, clock } = this.deps;
    const free = '(lease_until IS NULL OR lease_until < ? OR lease_until > ?)';
    for (;;) {
      const now = clock.now();
      const [row] = await database.query<{ id: number }>(
        `SELECT id FROM device_import WHERE status = 'running' AND ${free}
           AND user_id NOT IN (SELECT id FROM user_account WHERE suspended = 1) ORDER BY worked_at, id LIMIT 1`,
        [now, now + LEASE_MS],
      );
      if (!row) return null;
      const { affected } = await database.tx((tx) =>
        execute(
          tx,
          `UPDATE device_import SET lease_owner = ?, lease_until = ?, worked_at = ?, attempts = attempts + 1
           WHERE id = ? AND status = 'running' AND ${free}`,
          [this.owner, now + LEASE_MS, now, row.id, now, now + LEASE_MS],
        ),
      );
      if (affected === 1) return database.reader.findOneByOrFail(DeviceImport, { id: Number(row.id) });
    }
  }

  private async work(found: DeviceImport, signal: AbortSignal): Promise<void> {
    const { database } = this.deps;
    const app = await database.reader.findOneBy(App, { id: found.appId });
    if (!app) return;
    if (app.archived) {
      const message = 'Its application was archived; what had been registered stays.';
      await this.end(found, { status: 'failed', message, failure: 'archived' });
    } else if (found.attempts > MAX_ATTEMPTS) {
      const message = `It could not go on beyond line ${found.nextLine} after ${MAX_ATTEMPTS} tries; look into the log of the workers.`;
      await this.end(found, { status: 'failed', message, failure: 'stuck' });
    } else {
      await this.importLines(found, app, signal);
    }
  }

  private async importLines(found: DeviceImport, app: App, signal: AbortSignal): Promise<void> {
    const { database, devices, readBody } = this.deps;
    const chunks = readDeviceChunks(
      {
        source: readFileFrom(database, found.id, found.done),
        place: { offset: found.done, line: found.nextLine },
        format: found.format,
        header: found.format === 'csv' ? toHeader(found.columnsTaken) : null,
        sideBySide: devices.registersSideBySide,
        firstEnd: found.halfUntil ?? 0,
      },
      (body) => devices.judge(app, readBody(body), { isFromFile: true }),
    );
    const began = performance.now();
    let told = began;
    let progress: Progress = { done: found.done, rejectedBytes: found.rejectedBytes };
    let before: ChunkOutcome | null = null;
    try {
      for await (const part of chunks) {
        const end = part.at(-1)?.next;
        if (!end) continue;
        const begin = progress;
        const registered = end.offset === found.halfUntil ? found.half : null;
        before = await registerChunk({ devices, app, before, registered }, part, async (tx, outcome, half) => {
          const rejectedBytes = await this.checkpoint(tx, { found, begin, end }, { outcome, half });
          if (half !== 1) progress = { ...progress, rejectedBytes };
        });
        progress = { ...progress, done: end.offset };
        // SQLite answers in one go: requests and runs get their turn.
        await nextTurn();
        if (performance.now() - told >= TOLD_EVERY_MS) {
          told = performance.now();
          this.deps.changed(found.userId);
        }
        if (signal.aborted || performance.now() - began >= TURN_MS) return await this.release(found.id);
      }
    } catch (error) {
      if (error instanceof LeaseLost) return;
      const failure = failureOf(error);
      if (failure === null) throw error;
      return await this.end(found, { status: 'failed', message: (error as AppError).message, failure });
    }
    await this.end(found, { status: 'finished', message: null, failure: null });
  }

  /**
   * In the transaction that registers a chunk, or half of it. Answers how many bytes of rejected lines there are.
   * @throws LeaseLost once it is cancelled, or another worker has it.
   */
  private async checkpoint(
    tx: Tx,
    { found: { id, columnsTaken, format }, begin, end }: { found: DeviceImport; begin: Progress; end: FilePlace },
    { outcome, half }: { outcome: ChunkOutcome; half: Half | null },
  ): Promise<number> {
    const { database, clock } = this.deps;
    let { rejectedBytes } = begin;
    for (const { seq, data } of toRejectedCsv({ columnsTaken, format }, outcome.rejected, rejectedBytes)) {
      await insertChunk(tx, { importId: id, part: REJECTED_PART, seq }, data);
      rejectedBytes += data.length;
    }
    const [row] = await select<{ half_until: number | null }>(
      tx,
      `SELECT half_until FROM device_import WHERE id = ? AND lease_owner = ? AND status = 'running' AND done = ?
       ${database.dialect.forUpdate}`,
      [id, this.owner, begin.done],
    );
    if (!row) throw new LeaseLost();
    const isWhole = half === null || Number(row.half_until) === end.offset;
    await execute(
      tx,
      `UPDATE device_import SET ${isWhole ? 'done = ?, next_line = ?, half_until = NULL, half = NULL' : 'half_until = ?, half = ?'},
         imported = imported + ?, updated = updated + ?, rejected = rejected + ?, rejected_bytes = rejected_bytes + ?,
         lease_until = ?, attempts = 0
       WHERE id = ?`,
      [
        ...[end.offset, isWhole ? end.line : half, outcome.imported, outcome.updated, outcome.rejected.length],
        ...[rejectedBytes - begin.rejectedBytes, clock.now() + LEASE_MS, id],
      ],
    );
    return rejectedBytes;
  }

  private async release(id: number): Promise<void> {
    const sql =
      'UPDATE device_import SET lease_owner = NULL, lease_until = NULL, attempts = 0 WHERE id = ? AND lease_owner = ?';
    await this.deps.database.tx((tx) => execute(tx, sql, [id, this.owner]));
  }

  private async end(
    { id, userId }: DeviceImport,
    { status, message, failure }: Pick<DeviceImport, 'status' | 'message' | 'failure'>,
  ): Promise<void> {
    const { database, clock, log } = this.deps;
    const done = status === 'finished' ? 'size' : 'done';
    const { affected } = await database.tx((tx) =>
      execute(
        tx,
        `UPDATE device_import SET status = ?, message = ?, failure = ?, done = ${done}, finished_at = ?, lease_owner = NULL,
           lease_until = NULL WHERE id = ? AND lease_owner = ? AND status = 'running'`,
        [status, message, failure, clock.now(), id, this.owner],
      ),
    );
    if (affected === 0) return;
    log.info({ import: id, user: userId, status }, 'import.ended');
    this.deps.changed(userId);
  }

  /** Files of what is over, and what is past its time. Asked every few seconds: writes only where there is something. */
  private async tidy(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.deps;
    const now = clock.now();
    for (const status of ['waiting', 'uploaded'] as const) {
      const set =
        "UPDATE device_import SET status = 'failed', message = ?, failure = 'expired', finished_at = ? WHERE id = ? AND status = ?";
      for (const id of await this.idsOf('status = ? AND created_at < ?', [status, now - KEPT_MS[status]])) {
        await this.write(set, [EXPIRED[status], now, id, status]);
      }
    }
    const over = "status IN ('finished', 'failed', 'cancelled')";
    for (const id of await this.idsOf(`has_file = 1 AND ${over}`, [])) {
      await deletePart(database, { importId: id, part: FILE_PART }, { signal });
      if (signal.aborted) return;
      await this.write('UPDATE device_import SET has_file = 0 WHERE id = ?', [id]);
    }
    for (const id of await this.idsOf(`${over} AND rejected_bytes > 0 AND finished_at < ?`, [now - KEPT_MS.rejected])) {
      await deletePart(database, { importId: id, part: REJECTED_PART }, { signal });
      if (signal.aborted) return;
      await this.write('UPDATE device_import SET rejected_bytes = 0 WHERE id = ?', [id]);
    }
    for (const id of await this.idsOf(`${over} AND finished_at < ?`, [now - KEPT_MS.row])) {
      await this.write('DELETE FROM device_import WHERE id = ?', [id]);
    }
  }

  private async idsOf(where: string, parameters: readonly unknown[]): Promise<number[]> {
    const sql = `SELECT id FROM device_import WHERE ${where} ORDER BY id LIMIT ${ROWS_PER_LOOK}`;
    return (await this.deps.database.query<{ id: number }>(sql, parameters)).map(({ id }) => Number(id));
  }

  private write(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    return this.deps.database.tx((tx) => execute(tx, sql, parameters));
  }
}

/** What a further try would not change; null: anything else. */
const failureOf = (error: unknown): ImportFailure | null => {
  if (isRefusedFile(error)) return 'too_many_lines';
  if (!(error instanceof AppError)) return null;
  return error.details.violations?.[0]?.code === 'TOO_MANY_TAGS' ? 'stuck' : null;
};

type Progress = Pick<DeviceImport, 'done' | 'rejectedBytes'>;

/** Somebody else has the import, or it was cancelled: what this transaction registered is not to count. */
class LeaseLost extends Error {}

/**
 * What to add, in rows of no more than a chunk and a line: what a database takes as one statement has its limits. Empty
 * where there is nothing, or no room. The first has the header.
 */
const toRejectedCsv = (
  { columnsTaken, format }: Pick<DeviceImport, 'columnsTaken' | 'format'>,
  lines: readonly RejectedLine[],
  before: number,
): { readonly seq: number; readonly data: Buffer }[] => {
  if (before >= MAX_REJECTED_BYTES) return [];
  const columns = format === 'csv' ? columnsTaken.map(({ column }) => column) : ['record'];
  const rows: { seq: number; text: string }[] = [];
  for (const { line, reason, text } of lines) {
    const last = rows.at(-1);
    const added = joinCsv([String(line), reason, ...cellsOf(text, format)]);
    if (last && last.text.length < CHUNK_BYTES) last.text += added;
    else rows.push({ seq: line, text: last || before > 0 ? added : joinCsv(['line', 'reason', ...columns]) + added });
  }
  return rows.map(({ seq, text }) => ({ seq, data: Buffer.from(text) }));
};

const cellsOf = (text: string | null, format: DeviceImport['format']): readonly string[] => {
  if (text === null) return [];
  return format === 'csv' ? splitCsv(text, MAX_COLUMNS) : [text];
};
