import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { App } from '../../entities/app.js';
import { DeviceImport, type Half, type ImportFailure } from '../../entities/device-import.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { toHeader } from './guess-columns.js';
import { deletePart, FILE_PART, insertChunk, REJECTED_PART, readFileFrom } from './import-files.js';
import { type DeviceLine, isRefusedFile, type ReadBody, readDeviceChunks } from './read-device-file.js';
import { createLineReader, type LineReaderDeps } from './read-line.js';
import type { FilePlace } from './read-records.js';
import { type ChunkOutcome, type Registrar, registerChunk, type UserWriter } from './register-chunk.js';
import { toRejectedCsv } from './rejected-csv.js';

export interface ImportRunnerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly attributes: LineReaderDeps['attributes'];
  readonly devices: Registrar;
  readonly endUsers: UserWriter;
  readonly readBody: ReadBody;
  /** Called with the user whose import has changed. */
  readonly changed: (userId: number) => void;
  readonly log: { info(details: Record<string, unknown>, message: string): void };
}

const LEASE_MS = 15_000;
/** After this time another import gets its turn, so that none waits for a large one. */
const TURN_MS = 5_000;
const MAX_ATTEMPTS = 5;
const TOLD_EVERY_MS = 250;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long to keep an import without a file, one that is not started, rejected lines, and finished imports. */
const KEPT_MS = { waiting: HOUR_MS, uploaded: 7 * DAY_MS, rejected: 7 * DAY_MS, row: 365 * DAY_MS } as const;
const EXPIRED = {
  waiting: 'Its file was not uploaded within an hour; create a new import.',
  uploaded: 'It was not started within seven days of its upload; create a new import.',
} as const;
const ROWS_PER_LOOK = 20;

/**
 * Runs imports alternately, a few seconds each. Devices and progress are written in one transaction, so a crash repeats
 * nothing. A lease shows which worker has an import.
 */
export class ImportRunner {
  private readonly owner = randomUUID();

  constructor(private readonly deps: ImportRunnerDeps) {}

  /** Runs until nothing is left to do, or the process drains. */
  async run(signal: AbortSignal): Promise<void> {
    await this.tidy(signal);
    while (!signal.aborted) {
      const claimed = await this.claim();
      if (!claimed) return;
      await this.work(claimed, signal);
      await this.tidy(signal);
    }
  }

  /** Claims the import that has waited longest; suspended users wait. A lease too far ahead predates a clock change. */
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
      const message = 'Its application was archived; devices registered so far stay.';
      await this.end(found, { status: 'failed', message, failure: 'archived' });
    } else if (found.attempts > MAX_ATTEMPTS) {
      const message = `It could not continue past line ${found.nextLine} after ${MAX_ATTEMPTS} attempts; check the workers' log.`;
      await this.end(found, { status: 'failed', message, failure: 'stuck' });
    } else {
      await this.importLines(found, app, signal);
    }
  }

  private async importLines(found: DeviceImport, app: App, signal: AbortSignal): Promise<void> {
    const { devices, endUsers } = this.deps;
    const chunks = await this.readChunks(found, app);
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
        const beforeUsers = () => this.requireLease(found.id, begin.done);
        const scope = { devices, endUsers, app, before, registered, beforeUsers };
        before = await registerChunk(scope, part, async (tx, outcome, half) => {
          const rejectedBytes = await this.checkpoint(tx, { found, begin, end }, { outcome, half });
          if (half !== 1) progress = { ...progress, rejectedBytes };
        });
        progress = { ...progress, done: end.offset };
        // SQLite is synchronous, so other work gets a turn here.
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

  private async readChunks(found: DeviceImport, app: App): Promise<AsyncGenerator<DeviceLine[]>> {
    const { database, devices } = this.deps;
    const file = {
      source: readFileFrom(database, found.id, found.done),
      place: { offset: found.done, line: found.nextLine },
      format: found.format,
      header: found.format === 'csv' ? toHeader(found.columnsTaken) : null,
      sideBySide: devices.registersSideBySide,
      firstEnd: found.halfUntil ?? 0,
    };
    return readDeviceChunks(file, await createLineReader(this.deps, app));
  }

  /** @throws LeaseLost */
  private async requireLease(id: number, done: number): Promise<void> {
    const sql = `SELECT id FROM device_import WHERE id = ? AND lease_owner = ? AND status = 'running' AND done = ?`;
    if ((await this.deps.database.query(sql, [id, this.owner, done])).length === 0) throw new LeaseLost();
  }

  /**
   * Runs in the transaction that registers a chunk or half of it. Returns the bytes of rejected lines.
   * @throws LeaseLost if the import is cancelled or another worker has it.
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
        `UPDATE device_import SET status = ?, message = ?, failure = ?, done = ${done}, finished_at = ?, sample = '[]',
           lease_owner = NULL, lease_until = NULL WHERE id = ? AND lease_owner = ? AND status = 'running'`,
        [status, message, failure, clock.now(), id, this.owner],
      ),
    );
    if (affected === 0) return;
    log.info({ import: id, user: userId, status }, 'import.ended');
    this.deps.changed(userId);
  }

  /** Deletes the files of finished imports, and expired imports. Writes only if there is something to delete. */
  private async tidy(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.deps;
    const now = clock.now();
    for (const status of ['waiting', 'uploaded'] as const) {
      const set =
        "UPDATE device_import SET status = 'failed', message = ?, failure = 'expired', finished_at = ?, sample = '[]' WHERE id = ? AND status = ?";
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

/** A failure that another attempt would repeat; null: any other error. */
const failureOf = (error: unknown): ImportFailure | null => {
  if (isRefusedFile(error)) return 'too_many_lines';
  if (!(error instanceof AppError)) return null;
  return error.details.violations?.[0]?.code === 'TOO_MANY_TAGS' ? 'stuck' : null;
};

type Progress = Pick<DeviceImport, 'done' | 'rejectedBytes'>;

/** Another worker has the import, or it was cancelled: the transaction must not commit. */
class LeaseLost extends Error {}
