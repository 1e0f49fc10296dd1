import type { Keyring } from '../crypto/keyring.js';
import type { Database } from '../database/database.js';
import type { SchedulerKind } from '../entities/scheduler.js';
import { notFound } from '../errors.js';
import type { Caller } from './caller.js';
import { checkCount, type Listed, MAX_PER_PAGE, type PageRequest, toWindow } from './listing.js';
import { type PushPosition, readPushCursor, writePushCursor } from './push-cursor.js';
import { type PushRecord, selectPushRecords } from './push-record.js';
import type { Condition } from './scheduler-conditions.js';

/** The pushes of one scheduler. `archived` null: all of them. */
export interface PushListQuery {
  readonly schedulerId: number;
  readonly kind: SchedulerKind;
  readonly archived: boolean | null;
}

/** Pushes with their translations, in the order in which they are sent. */
export class PushListing {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  async get(caller: Caller, id: number): Promise<PushRecord> {
    const where = { sql: 'WHERE p.id = ? AND p.user_id = ?', parameters: [id, caller.userId] };
    const [record] = await selectPushRecords(this.database, where);
    if (!record) throw notFound('push');
    return record;
  }

  async listPage(caller: Caller, query: PushListQuery & PageRequest): Promise<Listed<PushRecord>> {
    const { skip, take } = toWindow(query);
    await this.checkScheduler(caller, query);
    const { sql, parameters } = toWhere(query, null);
    const [counted] = await this.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM push p ${sql}`, parameters);
    const items = await selectPushRecords(this.database, {
      sql: `${sql} ${IN_ORDER} LIMIT ? OFFSET ?`,
      parameters: [...parameters, take, skip],
    });
    return { items, totalCount: Number(counted?.n ?? 0) };
  }

  /** @param query `cursor` null: from the beginning. */
  async listAfter(
    caller: Caller,
    query: PushListQuery & { cursor: string | null; limit: number },
  ): Promise<{ items: readonly PushRecord[]; nextCursor: string | null }> {
    checkCount('limit', query.limit, MAX_PER_PAGE);
    const after = query.cursor === null ? null : readPushCursor(this.keyring, query.schedulerId, query.cursor);
    await this.checkScheduler(caller, query);
    const { sql, parameters } = toWhere(query, after);
    const records = await selectPushRecords(this.database, {
      sql: `${sql} ${IN_ORDER} LIMIT ?`,
      // One more than asked for tells whether there are more.
      parameters: [...parameters, query.limit + 1],
    });
    const items = records.slice(0, query.limit);
    const last = items.at(-1)?.push;
    const hasMore = records.length > items.length && last !== undefined;
    return { items, nextCursor: hasMore ? writePushCursor(this.keyring, query.schedulerId, last) : null };
  }

  private async checkScheduler(caller: Caller, { schedulerId, kind }: PushListQuery): Promise<void> {
    const sql = 'SELECT id FROM scheduler WHERE id = ? AND kind = ? AND user_id = ?';
    const found = await this.database.query(sql, [schedulerId, kind, caller.userId]);
    if (found.length === 0) throw notFound('scheduler');
  }
}

const IN_ORDER = 'ORDER BY p.position, p.id';

const toWhere = ({ schedulerId, archived }: PushListQuery, after: PushPosition | null): Condition => ({
  sql: [
    'WHERE p.scheduler_id = ?',
    ...(archived === null ? [] : ['AND p.archived = ?']),
    ...(after === null ? [] : ['AND (p.position > ? OR (p.position = ? AND p.id > ?))']),
  ].join(' '),
  parameters: [
    schedulerId,
    ...(archived === null ? [] : [archived]),
    ...(after === null ? [] : [after.position, after.position, after.id]),
  ],
});
