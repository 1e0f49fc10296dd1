import { type Database, execute, select, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { forgetSends, subjectOfUser } from '../../delivery/judgement/cap-sends.js';
import { ERASURE_TABLE } from '../../entities/erasure.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import { describeText, isPlainText } from '../../text/characters.js';
import type { Caller } from '../caller.js';
import { lockCatalogue } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import type { Tombstones } from './tombstones.js';

export interface ErasureServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly tombstones: Tombstones;
  /** `BACKUP_RETENTION_DAYS`; null: backups stay until somebody deletes them. */
  readonly backupDays: number | null;
}

/** A place outside the tables where erased data may still exist. */
export interface Remainder {
  readonly place: 'BACKUPS' | 'FREE_PAGES' | 'BINARY_LOG';
  readonly until: Date | null;
  readonly advice: string;
}

const DAY_MS = 86_400_000;

/** Requests erasures of end users, and lifts the tombstones that they leave. */
export class ErasureService {
  constructor(private readonly deps: ErasureServiceDeps) {}

  /**
   * From now on the id is refused everywhere; a job deletes what is stored. Repeating it while the job waits returns
   * the same job. The user need not be known.
   * @returns the id of the job. @throws BAD_USER_INPUT for an id that no user can have.
   */
  async request({ userId }: Caller, externalUserId: string): Promise<number> {
    checkId(externalUserId);
    const { database, clock, jobs } = this.deps;
    const id = await database.tx((tx) => this.enter(tx, { userId, externalUserId, now: clock.now() }));
    await jobs.enqueue('upkeep', {});
    return id;
  }

  /** Lets the id be used again. Deleted data does not come back. Returns whether the id was erased. */
  async lift({ userId }: Caller, externalUserId: string): Promise<boolean> {
    checkId(externalUserId);
    const { database, tombstones } = this.deps;
    return database.tx(async (tx) => {
      await lockCatalogue(tx, database, userId);
      return tombstones.remove(tx, userId, externalUserId);
    });
  }

  /** @param erasedAt the time of the last deletion. */
  remainders(erasedAt: Date): readonly Remainder[] {
    const { backupDays, database } = this.deps;
    const until = backupDays === null ? null : new Date(erasedAt.getTime() + backupDays * DAY_MS);
    const backups = {
      ...({ place: 'BACKUPS', until } as const),
      advice:
        until === null
          ? 'Delete backups that were made before the erasure, or set BACKUP_RETENTION_DAYS to how long you keep them.'
          : 'Backups are kept for this long. After restoring one, request the erasure again.',
    };
    if (database.dialect.name === 'sqlite') {
      const advice = 'Run `pushgraph vacuum` in a quiet hour; it rewrites the file without deleted data.';
      return [backups, { place: 'FREE_PAGES', until: null, advice }];
    }
    const freePages = {
      ...({ place: 'FREE_PAGES', until: null } as const),
      advice:
        'The server overwrites unused space and its redo log over time. `OPTIMIZE TABLE` rewrites a table at once.',
    };
    const advice = 'Let the server delete its binary logs (binlog_expire_logs_seconds), or purge them.';
    return [backups, freePages, { place: 'BINARY_LOG', until: null, advice }];
  }

  private async enter(
    tx: Tx,
    { userId, externalUserId, now }: { userId: number; externalUserId: string; now: number },
  ): Promise<number> {
    const { database, tombstones } = this.deps;
    await lockCatalogue(tx, database, userId);
    await tombstones.add(tx, userId, { externalUserId, now });
    // Once the row is gone, every later mention of the user meets the tombstone.
    const known = 'FROM end_user WHERE user_id = ? AND external_user_id = ?';
    const [user] = await select<{ id: number }>(tx, `SELECT id ${known}`, [userId, externalUserId]);
    const { affected: users } = await execute(tx, `DELETE ${known}`, [userId, externalUserId]);
    if (user) await forgetSends(tx, userId, subjectOfUser(Number(user.id)));
    const pending = "SELECT id FROM erasure WHERE user_id = ? AND status = 'waiting' AND external_user_id = ?";
    const [waiting] = await select<{ id: number }>(tx, pending, [userId, externalUserId]);
    if (waiting) {
      await execute(tx, 'UPDATE erasure SET due_at = ? WHERE id = ?', [now, waiting.id]);
      return Number(waiting.id);
    }
    await requireRoom(tx, database, { what: 'erasures', userId, field: 'externalUserId' });
    const row = {
      ...({ userId, externalUserId, status: 'waiting', counts: { users }, tokens: null, trouble: null } as const),
      ...{ dueAt: now, attempts: 0, createdAt: now, finishedAt: null },
    };
    return (await insertRow(tx, ERASURE_TABLE, row)).insertId;
  }
}

const MAX_ID = 255;

const checkId = (externalUserId: string): void => {
  if (isPlainText(externalUserId, MAX_ID)) return;
  throw badInput('externalUserId', `\`externalUserId\` must be ${describeText(MAX_ID)}.`);
};
