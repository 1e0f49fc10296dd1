import { chunk, groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { RowOf } from '../../entities/column-types.js';
import type { DeliveryFailure } from '../../entities/delivery-failure.js';
import type { DeliveryLog } from '../../entities/delivery-log.js';
import type { Device } from '../../entities/device.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { NO_PUSH } from '../../entities/push.js';
import type { Receipt, ReceiptKind } from '../../entities/receipt.js';
import type { RetrySend } from '../../entities/retry-send.js';
import type { Run } from '../../entities/run.js';
import { WAITING_ARM } from '../../ports/experiment.js';
import type { StoredReason } from '../../providers/stored-reason.js';
import { type DeliveryRecord, type MessageRef, messageKey, toRecords } from './delivery-record.js';

export interface DeviceRef {
  readonly appId: number;
  readonly deviceId: number;
}

/** Why a message did not arrive. */
export interface FailureNote extends StoredReason {
  readonly outcome: OutcomeName;
  readonly failedAt: Date;
}

/** A message that waits for another try. */
export interface WaitingNote extends StoredReason {
  /** Tries so far. */
  readonly attempt: number;
  /** A rule holds it. */
  readonly isHeld: boolean;
  readonly dueAt: Date;
  readonly expiresAt: Date;
}

export interface ReceiptNotes extends Readonly<Record<ReceiptKind, Date | null>> {
  /** The id of the clicked button. */
  readonly button: string | null;
}

const REASON = 'm.reason, m.code, m.detail';
/** SQLite takes 500 SELECTs in one UNION. */
const KEYS_PER_STATEMENT = 400;

/** Reads what is stored about single messages, only for runs and devices whose owner was checked. */
export class DeliveryReader {
  constructor(private readonly database: Database) {}

  /** Returns the records of these devices in these runs. Index seeks make this independent of the size of the runs. */
  async ofDevices(devices: readonly DeviceRef[], runIds: readonly number[]): Promise<DeliveryRecord[]> {
    if (devices.length === 0 || runIds.length === 0) return [];
    const rows: LogRow[] = [];
    for (const part of chunk(devices, KEYS_PER_STATEMENT)) {
      const wanted = part.map(() => 'SELECT ? AS app_id, ? AS device_id').join(' UNION ALL ');
      const parameters = [...part.flatMap(({ appId, deviceId }) => [appId, deviceId]), ...runIds];
      for (const source of [OF_BATCHES, OF_AUTO_PUSH]) {
        const sql = source.replace('{wanted}', wanted).replace('{runs}', inList(runIds));
        rows.push(...(await this.database.query<LogRow>(sql, parameters)));
      }
    }
    const wantedIds = new Set(devices.map(({ deviceId }) => deviceId));
    const distinct = new Map(rows.map((row) => [`${row.run_id} ${row.push_id} ${row.first_id} ${row.batch_id}`, row]));
    return [...distinct.values()].flatMap(toDeliveries).filter(({ deviceId }) => wantedIds.has(deviceId));
  }

  /** Reads the message that waits for the winning variant: the log, which is sorted by push, does not have it yet. */
  async unlogged(
    { id: runId, experiment, createdAt }: Pick<Run, 'id' | 'experiment' | 'createdAt'>,
    { appId, id: deviceId }: Pick<Device, 'appId' | 'id'>,
  ): Promise<DeliveryRecord[]> {
    const pushId = experiment?.variants[0]?.pushId ?? NO_PUSH;
    const sql = `SELECT id FROM retry_send
      WHERE run_id = ? AND push_id = ? AND device_id = ? AND app_id = ? AND variant = ${WAITING_ARM}`;
    const rows = await this.database.query<{ id: number }>(sql, [runId, pushId, deviceId, appId]);
    const about = { appId, runId, pushId, deviceId, outcome: 'retrying', recordedAt: createdAt } as const;
    return rows.map(({ id }, place) => ({ ...about, logKey: Number(id), place }));
  }

  /** Reads the latest failure of each message that has one. */
  async failures(messages: readonly MessageRef[]): Promise<Map<string, FailureNote>> {
    const rows = await this.among<FailureRow>(messages, 'delivery_failure', `m.outcome, ${REASON}, m.failed_at`);
    rows.sort((a, b) => Number(a.failed_at) - Number(b.failed_at));
    return new Map(
      rows.map((row) => [
        keyOf(row),
        { outcome: row.outcome, ...reasonOf(row), failedAt: new Date(Number(row.failed_at)) },
      ]),
    );
  }

  /** Reads the next retry of each message that waits. */
  async waiting(messages: readonly MessageRef[]): Promise<Map<string, WaitingNote>> {
    const rows = await this.among<WaitingRow>(
      messages,
      'retry_send',
      `m.attempt, m.held, ${REASON}, m.due_at, m.expires_at`,
    );
    rows.sort((a, b) => Number(b.due_at) - Number(a.due_at));
    return new Map(
      rows.map((row) => [
        keyOf(row),
        {
          attempt: Number(row.attempt),
          isHeld: Number(row.held) === 1,
          ...reasonOf(row),
          dueAt: new Date(Number(row.due_at)),
          expiresAt: new Date(Number(row.expires_at)),
        },
      ]),
    );
  }

  /** Reads when the device reported the message as delivered, clicked and dismissed. */
  async receipts(messages: readonly MessageRef[]): Promise<Map<string, ReceiptNotes>> {
    const rows = await this.among<ReceiptRow>(messages, 'receipt', 'm.kind, m.received_at, m.button');
    return new Map(
      [...groupBy(rows, keyOf)].map(([key, group]) => {
        const at = (kind: ReceiptKind): Date | null => {
          const row = group.find((candidate) => candidate.kind === kind);
          return row ? new Date(Number(row.received_at)) : null;
        };
        const button = group.find(({ kind }) => kind === 'clicked')?.button ?? null;
        return [key, { delivered: at('delivered'), clicked: at('clicked'), dismissed: at('dismissed'), button }];
      }),
    );
  }

  private async among<Row extends KeyRow>(
    messages: readonly MessageRef[],
    table: 'delivery_failure' | 'retry_send' | 'receipt',
    columns: string,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (const part of chunk(messages, KEYS_PER_STATEMENT)) {
      const wanted = part
        .map(() => 'SELECT ? AS app_id, ? AS run_id, ? AS push_id, ? AS device_id')
        .join(' UNION ALL ');
      const sql = `SELECT m.run_id, m.push_id, m.device_id, ${columns} FROM (${wanted}) w JOIN ${table} m
        ON m.app_id = w.app_id AND m.run_id = w.run_id AND m.push_id = w.push_id AND m.device_id = w.device_id`;
      const parameters = part.flatMap(({ appId, runId, pushId, deviceId }) => [appId, runId, pushId, deviceId]);
      rows.push(...(await this.database.query<Row>(sql, parameters)));
    }
    return rows;
  }
}

const LOG_COLUMNS = 'l.run_id, l.app_id, l.push_id, l.first_id, l.batch_id, l.members, l.outcomes, l.logged_at';

/** The device's batch gives the range of ids, and the batch's counts give the pushes. */
const OF_BATCHES = `SELECT ${LOG_COLUMNS} FROM ({wanted}) w
  JOIN batch b ON b.app_id = w.app_id AND b.from_id < w.device_id AND b.to_id >= w.device_id
  JOIN batch_count c ON c.run_id = b.run_id AND c.batch_id = b.id AND c.app_id = b.app_id
  JOIN delivery_log l ON l.run_id = c.run_id AND l.app_id = c.app_id AND l.push_id = c.push_id
    AND l.first_id > b.from_id AND l.first_id <= w.device_id AND l.last_id >= w.device_id
  WHERE b.run_id IN {runs}`;

const OF_AUTO_PUSH = `SELECT ${LOG_COLUMNS} FROM ({wanted}) w
  JOIN batch_count c ON c.batch_id = 0 AND c.app_id = w.app_id
  JOIN delivery_log l ON l.run_id = c.run_id AND l.app_id = c.app_id AND l.push_id = c.push_id
    AND l.first_id <= w.device_id AND l.last_id >= w.device_id
  WHERE c.run_id IN {runs}`;

type KeyRow = Pick<RowOf<Receipt>, 'run_id' | 'push_id' | 'device_id'>;

type LogRow = Omit<RowOf<DeliveryLog>, 'last_id'>;

type FailureRow = KeyRow & Pick<RowOf<DeliveryFailure>, 'outcome' | keyof StoredReason | 'failed_at'>;

type WaitingRow = KeyRow & Pick<RowOf<RetrySend>, 'attempt' | 'held' | keyof StoredReason | 'due_at' | 'expires_at'>;

type ReceiptRow = KeyRow & Pick<RowOf<Receipt>, 'kind' | 'received_at' | 'button'>;

const reasonOf = ({ reason, code, detail }: StoredReason): StoredReason => ({ reason, code, detail });

const keyOf = (row: KeyRow): string =>
  messageKey({ runId: Number(row.run_id), pushId: Number(row.push_id), deviceId: Number(row.device_id) });

const toDeliveries = (row: LogRow): DeliveryRecord[] =>
  toRecords({
    runId: Number(row.run_id),
    appId: Number(row.app_id),
    pushId: Number(row.push_id),
    batchId: Number(row.batch_id),
    members: row.members,
    outcomes: row.outcomes,
    loggedAt: new Date(Number(row.logged_at)),
  });
