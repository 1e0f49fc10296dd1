import { chunk, groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { decodeLog } from '../../delivery/record/delivery-log-codec.js';
import type { ReceiptKind } from '../../entities/receipt.js';
import type { CsvValue } from './csv-export.js';

/** A row of the log has the messages of a checkpoint, up to 10,000. */
const LOG_ROWS_PER_PAGE = 4;
const MESSAGES_PER_STEP = 1_000;

export const OUTCOME_COLUMNS = [
  'device_id',
  'application_id',
  'push_id',
  'outcome',
  'code',
  'detail',
  'recorded_at',
  'failed_at',
  'delivered_at',
  'clicked_at',
  'dismissed_at',
  'button',
] as const;

interface LogRow {
  readonly app_id: number;
  readonly push_id: number;
  readonly first_id: number;
  readonly batch_id: number;
  readonly members: Buffer;
  readonly outcomes: Buffer;
  readonly logged_at: number;
}

/** Every message of a run, by application, push and device. */
export async function* exportOutcomes(
  database: Database,
  runId: number,
): AsyncGenerator<readonly (readonly CsvValue[])[]> {
  for (let after: readonly number[] = [-1, -1, -1, -1]; ; ) {
    const rows = await readLog(database, runId, after);
    for (const row of rows) {
      for (const messages of chunk(decodeLog(row.members, row.outcomes), MESSAGES_PER_STEP)) {
        yield await describe(database, { runId, row, messages });
      }
    }
    const last = rows.at(-1);
    if (!last) return;
    after = [last.app_id, last.push_id, last.first_id, last.batch_id].map(Number);
  }
}

/** The condition avoids row values, because MySQL uses no index range for them. */
const readLog = (
  database: Database,
  runId: number,
  [app = 0, push = 0, first = 0, batch = 0]: readonly number[],
): Promise<LogRow[]> =>
  database.query<LogRow>(
    `SELECT app_id, push_id, first_id, batch_id, members, outcomes, logged_at FROM delivery_log
     WHERE run_id = ? AND app_id >= ? AND (app_id > ? OR push_id > ? OR (push_id = ? AND
       (first_id > ? OR (first_id = ? AND batch_id > ?))))
     ORDER BY run_id, app_id, push_id, first_id, batch_id LIMIT ${LOG_ROWS_PER_PAGE}`,
    [runId, app, app, push, push, first, first, batch],
  );

interface Portion {
  readonly runId: number;
  readonly row: LogRow;
  readonly messages: ReturnType<typeof decodeLog>;
}

interface Failure {
  readonly device_id: number;
  readonly code: string | null;
  readonly detail: string | null;
  readonly reason: string;
  readonly failed_at: number;
}

interface Received {
  readonly device_id: number;
  readonly kind: ReceiptKind;
  readonly received_at: number;
  readonly button: string | null;
}

const describe = async (database: Database, { runId, row, messages }: Portion): Promise<readonly CsvValue[][]> => {
  const ids = [...new Set(messages.map(({ deviceId }) => deviceId))];
  const { sql, parameters } = database.dialect.among('device_id', ids);
  const where = `WHERE run_id = ? AND push_id = ? AND ${sql}`;
  const values = [runId, Number(row.push_id), ...parameters];
  const [failures, receipts] = await Promise.all([
    database.query<Failure>(
      `SELECT device_id, code, detail, reason, failed_at FROM delivery_failure ${where} ORDER BY failed_at`,
      values,
    ),
    database.query<Received>(`SELECT device_id, kind, received_at, button FROM receipt ${where}`, values),
  ]);
  const failureOf = new Map(failures.map((failure) => [Number(failure.device_id), failure]));
  const receiptsOf = groupBy(receipts, ({ device_id: id }) => Number(id));
  return messages.map(({ deviceId, outcome }) => {
    const failure = outcome === 'sent' ? undefined : failureOf.get(deviceId);
    return [
      ...[deviceId, Number(row.app_id), Number(row.push_id), outcome],
      ...[failure?.code ?? null, failure ? (failure.detail ?? failure.reason) : null, toInstant(row.logged_at)],
      ...[toInstant(failure?.failed_at), ...toReceiptCells(receiptsOf.get(deviceId) ?? [])],
    ];
  });
};

const toReceiptCells = (receipts: readonly Received[]): readonly CsvValue[] => {
  const of = (kind: ReceiptKind): Received | undefined => receipts.find((receipt) => receipt.kind === kind);
  const [delivered, clicked, dismissed] = [of('delivered'), of('clicked'), of('dismissed')];
  const times = [delivered, clicked, dismissed].map((receipt) => toInstant(receipt?.received_at));
  return [...times, clicked?.button ?? null];
};

const toInstant = (at: number | undefined): Date | null => (at === undefined ? null : new Date(Number(at)));
