import { LOG_TYPES, type LogType, type OutboxType } from '../../entities/outbox.js';

/** Stored events come from the outbox; progress is only sent to listeners. */
export type FeedEventType = OutboxType | 'run.progress';

/** An event of a user's runs, applications or devices; all listeners share the object. */
export interface FeedEvent {
  readonly type: FeedEventType | LogType;
  /** The id of the run, application or device. */
  readonly subjectId: number;
  readonly occurredAt: Date;
  /** Its position in the outbox; progress has that of the event before it. */
  readonly position: number;
}

export const isKept = ({ type }: FeedEvent): boolean => type !== 'run.progress';

const OF_LOG: ReadonlySet<string> = new Set(LOG_TYPES);

/** Whether subscribers receive the event. The other rows of the outbox are only for the event log. */
export const isAnnounced = ({ type }: FeedEvent): boolean => !OF_LOG.has(type);
