import { decodeLog } from '../../delivery/record/delivery-log-codec.js';
import type { DeliveryLog } from '../../entities/delivery-log.js';
import type { OutcomeName } from '../../entities/outcome.js';

/** Which message: of auto-push, where a device may get a push several times in an hour's run, all of them. */
export interface MessageRef {
  readonly appId: number;
  readonly runId: number;
  readonly pushId: number;
  readonly deviceId: number;
}

/** What was recorded of one message. */
export interface DeliveryRecord extends MessageRef {
  readonly outcome: OutcomeName;
  /** When its first try was recorded. */
  readonly recordedAt: Date;
  /** Tells apart the same message in different rows of the log, with its place in its row. */
  readonly logKey: number;
  readonly place: number;
}

type LogRow = Pick<DeliveryLog, 'runId' | 'appId' | 'pushId' | 'batchId' | 'members' | 'outcomes' | 'loggedAt'>;

/** One row of the log as the messages that it holds, ascending by device. */
export const toRecords = (row: LogRow): DeliveryRecord[] =>
  decodeLog(row.members, row.outcomes).map(({ deviceId, outcome }, place) => ({
    runId: row.runId,
    appId: row.appId,
    pushId: row.pushId,
    deviceId,
    outcome,
    recordedAt: row.loggedAt,
    logKey: row.batchId,
    place,
  }));

export const messageKey = ({ runId, pushId, deviceId }: Omit<MessageRef, 'appId'>): string =>
  `${runId} ${pushId} ${deviceId}`;
