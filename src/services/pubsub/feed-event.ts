import type { OutboxType } from '../../entities/outbox.js';

/** Stored events come from the outbox; progress is only sent to listeners. */
export type FeedEventType = OutboxType | 'run.progress';

/** An event of a user's runs, applications or devices; all listeners share the object. */
export interface FeedEvent {
  readonly type: FeedEventType;
  /** The id of the run, application or device. */
  readonly subjectId: number;
  readonly occurredAt: Date;
  /** Its position in the outbox; progress has that of the event before it. */
  readonly position: number;
}

export const isKept = ({ type }: FeedEvent): boolean => type !== 'run.progress';
