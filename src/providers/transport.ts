import type { Message, Outcome } from './sender.js';

/** Plain data that can be posted to another thread. Messages with equal content still share one Content there. */
export interface TransportTask {
  readonly messages: readonly Message[];
}

/**
 * The part of a sender that may run on any thread: rendering, encryption and the wire. A transport reports answers; the
 * single sender on the main thread judges what they mean for tokens, trust and pauses.
 */
export interface Transport<Task extends TransportTask, Result> {
  /** Returns one result per message, in order. Never throws. After an abort, unsent messages are returned as such. */
  send(task: Task, signal: AbortSignal): Promise<(Result | Outcome)[]>;
  /** Closes connections after messages in flight have settled. @param patienceMs as in `Sender.close`. */
  close(patienceMs?: number): Promise<void>;
}
