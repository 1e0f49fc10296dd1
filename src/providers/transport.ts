import type { Message, Outcome } from './sender.js';

/** Plain data: it may cross to another thread. Messages that show the same thing share one Content there, too. */
export interface TransportTask {
  readonly messages: readonly Message[];
}

/**
 * What of a sender may run on any thread: rendering, encryption and the wire. A transport says what was answered; what
 * that means for an application (its tokens, its trust, its pauses) is judged by the sender, of which there is one.
 */
export interface Transport<Task extends TransportTask, Result> {
  /** One result per message, in their order. Never throws. After an abort what was not yet handed over comes back. */
  send(task: Task, signal: AbortSignal): Promise<(Result | Outcome)[]>;
  /** Ends connections; what is under way settles first. @param patienceMs as in `Sender.close`. */
  close(patienceMs?: number): Promise<void>;
}
