import type { OutboxType } from '../../entities/outbox.js';

/** Kept events come from the outbox; progress is told to who listens, and not kept. */
export type FeedEventType = OutboxType | 'run.progress';

/** One thing that happened to a user's runs, applications or devices; the same object for all who hear of it. */
export interface FeedEvent {
  readonly type: FeedEventType;
  /** Of the run, the application or the device. */
  readonly subjectId: number;
  readonly occurredAt: Date;
  /** Its own in the outbox; for progress that of the event before it. */
  readonly position: number;
}

export const isKept = ({ type }: FeedEvent): boolean => type !== 'run.progress';
