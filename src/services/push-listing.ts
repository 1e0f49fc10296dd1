import type { Keyring } from '../crypto/keyring.js';
import type { Database } from '../database/database.js';
import { Push } from '../entities/push.js';
import { Scheduler, type SchedulerKind } from '../entities/scheduler.js';
import { notFound } from '../errors.js';
import type { Caller } from './caller.js';
import { checkCount, type Listed, MAX_PER_PAGE, type PageRequest, toWindow } from './listing.js';
import { type PushPosition, readPushCursor, writePushCursor } from './push-cursor.js';
import { loadPushRecords, type PushRecord } from './push-record.js';

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
    const push = await this.database.reader.findOneBy(Push, { id, userId: caller.userId });
    const [record] = push ? await loadPushRecords(this.database.reader, [push]) : [];
    if (!record) throw notFound('push');
    return record;
  }

  async listPage(caller: Caller, query: PushListQuery & PageRequest): Promise<Listed<PushRecord>> {
    const { skip, take } = toWindow(query);
    await this.checkScheduler(caller, query);
    const [pushes, totalCount] = await this.select(query).offset(skip).limit(take).getManyAndCount();
    return { items: await loadPushRecords(this.database.reader, pushes), totalCount };
  }

  /** @param query `cursor` null: from the beginning. */
  async listAfter(
    caller: Caller,
    query: PushListQuery & { cursor: string | null; limit: number },
  ): Promise<{ items: readonly PushRecord[]; nextCursor: string | null }> {
    checkCount('limit', query.limit, MAX_PER_PAGE);
    const after = query.cursor === null ? null : readPushCursor(this.keyring, query.schedulerId, query.cursor);
    await this.checkScheduler(caller, query);
    // One more than asked for tells whether there are more.
    const pushes = await this.select(query, after)
      .limit(query.limit + 1)
      .getMany();
    const shown = pushes.slice(0, query.limit);
    const last = shown.at(-1);
    const hasMore = pushes.length > shown.length && last !== undefined;
    return {
      items: await loadPushRecords(this.database.reader, shown),
      nextCursor: hasMore ? writePushCursor(this.keyring, query.schedulerId, last) : null,
    };
  }

  private async checkScheduler(caller: Caller, { schedulerId, kind }: PushListQuery): Promise<void> {
    const where = { id: schedulerId, kind, userId: caller.userId };
    if (!(await this.database.reader.existsBy(Scheduler, where))) throw notFound('scheduler');
  }

  private select({ schedulerId, archived }: PushListQuery, after: PushPosition | null = null) {
    const pushes = this.database.reader
      .createQueryBuilder(Push, 'push')
      .where('push.schedulerId = :schedulerId', { schedulerId })
      .orderBy('push.position', 'ASC')
      .addOrderBy('push.id', 'ASC');
    if (archived !== null) pushes.andWhere('push.archived = :archived', { archived });
    if (after) {
      pushes.andWhere('(push.position > :position OR (push.position = :position AND push.id > :id))', { ...after });
    }
    return pushes;
  }
}
