import { decodeLog } from '../../delivery/record/delivery-log-codec.js';
import type { DeliveryLog } from '../../entities/delivery-log.js';
import type { OutcomeName } from '../../entities/outcome.js';

export { DROP_OUTCOMES, RULE_CODES } from '../../delivery/judgement/index.js';

/**
 * Identifies a message. In auto-push, a device may get a push several times in an hour's run; the key covers all of
 * these messages.
 */
export interface MessageRef {
  readonly appId: number;
  readonly runId: number;
  readonly pushId: number;
  readonly deviceId: number;
}

/** The record of one message. */
export interface DeliveryRecord extends MessageRef {
  readonly outcome: OutcomeName;
  /** When its first attempt was recorded. */
  readonly recordedAt: Date;
  /** The log row and the position in it, which distinguish records of the same message. */
  readonly logKey: number;
  readonly place: number;
}

type LogRow = Pick<DeliveryLog, 'runId' | 'appId' | 'pushId' | 'batchId' | 'members' | 'outcomes' | 'loggedAt'>;

/** Unpacks one log row into its messages, ascending by device. */
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
