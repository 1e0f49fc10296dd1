import { groupBy } from '../../collections.js';
import type { Keyring } from '../../crypto/keyring.js';
import type { Database } from '../../database/database.js';
import { hydrate, type Row } from '../../database/hydrate.js';
import { inList } from '../../database/in-list.js';
import { selectList } from '../../database/write-rows.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Push } from '../../entities/push.js';
import { PUSH_TRANSLATION_TABLE, PushTranslation } from '../../entities/push-translation.js';
import { readKind, type SchedulerKind, STORED_KINDS, type StoredKind } from '../../entities/scheduler.js';
import { badInput, notFound } from '../../errors.js';
import type { Translation } from '../../ports/message-fields.js';
import type { Caller } from '../caller.js';
import { checkCount, type Listed, MAX_PER_PAGE, type PageRequest, toWindow } from '../listing.js';
import type { Condition } from '../schedulers/scheduler-conditions.js';

/** A position among the pushes of a scheduler. */
export interface PushPosition {
  readonly position: number;
  readonly id: number;
}

const PURPOSE = 'push-cursor';

/** An opaque cursor: base64url JSON and a signature, valid for the list of one scheduler. */
export const writePushCursor = (keyring: Keyring, schedulerId: number, { position, id }: PushPosition): string => {
  const body = Buffer.from(JSON.stringify({ schedulerId, position, id })).toString('base64url');
  return `${body}.${keyring.sign(PURPOSE, body)}`;
};

/** @throws BAD_USER_INPUT for a cursor that was not issued for this list. */
export const readPushCursor = (keyring: Keyring, schedulerId: number, cursor: string): PushPosition => {
  const [, body = '', signature = ''] = /^([\w-]{1,400})\.([\w-]{22})$/.exec(cursor) ?? [];
  const signed = keyring.verify(PURPOSE, body, signature);
  const place = signed ? (JSON.parse(Buffer.from(body, 'base64url').toString()) as Place) : null;
  if (place?.schedulerId === schedulerId) return { position: place.position, id: place.id };
  throw badInput('after_cursor', '`after_cursor` must be the `next_cursor` of an earlier answer for this list.');
};

interface Place extends PushPosition {
  readonly schedulerId: number;
}

/** A push as the REST operations get and list return it. */
export interface PushRecord {
  readonly push: Pick<Push, 'id' | 'defaultLang' | 'status' | 'archived' | 'schedulerId' | 'position'>;
  readonly translations: readonly Translation[];
  /** The kind of the scheduler that the push is bound to. */
  readonly schedulerKind: SchedulerKind | null;
}

/** Reads pushes and their translations in two statements. @param rest the statement after `push p`, from WHERE on. */
export const selectPushRecords = async (database: Database, rest: Condition): Promise<PushRecord[]> => {
  const pushes = await database.query<PushRow>(
    `SELECT p.id, p.default_lang, p.status, p.archived, p.scheduler_id, p.position, s.kind
     FROM push p LEFT JOIN scheduler s ON s.id = p.scheduler_id ${rest.sql}`,
    rest.parameters,
  );
  if (pushes.length === 0) return [];
  const translationsOf = await selectTranslations(
    database,
    pushes.map((push) => push.id),
  );
  return pushes.map((push) => toRecord(push, translationsOf.get(push.id) ?? []));
};

/** Reads the translations of pushes, in the order in which users gave them. */
export const selectTranslations = async (
  database: Database,
  pushIds: readonly number[],
): Promise<Map<number, PushTranslation[]>> => {
  const rows = await database.query<Row>(
    `SELECT ${selectList(PUSH_TRANSLATION_TABLE)} FROM push_translation
     WHERE push_id IN ${inList(pushIds)} ORDER BY id`,
    pushIds,
  );
  return groupBy(hydrate(database.reader, PushTranslation, rows), ({ pushId }) => pushId);
};

type PushRow = Pick<RowOf<Push>, 'id' | 'default_lang' | 'status' | 'archived' | 'scheduler_id' | 'position'> & {
  readonly kind: StoredKind | null;
};

const toRecord = (push: PushRow, translations: readonly PushTranslation[]): PushRecord => ({
  push: {
    id: push.id,
    defaultLang: push.default_lang,
    status: push.status,
    archived: Boolean(push.archived),
    schedulerId: push.scheduler_id,
    position: push.position,
  },
  translations,
  schedulerKind: push.kind && readKind(push.kind),
});

/** Selects the pushes of one scheduler. `archived` null selects all of them. */
export interface PushListQuery {
  readonly schedulerId: number;
  readonly kind: SchedulerKind;
  readonly archived: boolean | null;
}

/** Lists pushes with their translations, in the order of sending. */
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

  /** @param query a `cursor` of null starts at the beginning. */
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
      // One extra row shows whether more follow.
      parameters: [...parameters, query.limit + 1],
    });
    const items = records.slice(0, query.limit);
    const last = items.at(-1)?.push;
    const hasMore = records.length > items.length && last !== undefined;
    return { items, nextCursor: hasMore ? writePushCursor(this.keyring, query.schedulerId, last) : null };
  }

  private async checkScheduler(caller: Caller, { schedulerId, kind }: PushListQuery): Promise<void> {
    const sql = 'SELECT id FROM scheduler WHERE id = ? AND kind = ? AND user_id = ?';
    const found = await this.database.query(sql, [schedulerId, STORED_KINDS[kind], caller.userId]);
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
