import { execute, placeholders, type Tx } from '../database/database.js';

/** What subscribers can hear about. The type is `noun.verb` in the past tense. */
export interface OutboxEvent {
  readonly userId: number;
  readonly type: 'run.started' | 'run.finished' | 'run.cancelled' | 'run.missed' | 'run.paused' | 'run.resumed';
  readonly runId: number;
  readonly payload: Record<string, unknown>;
  readonly occurredAt: Date;
}

/** Written in the transaction that makes it true, so that no subscriber hears of what did not happen. */
export const appendToOutbox = async (tx: Tx, events: readonly OutboxEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.flatMap((event) => [
    event.userId,
    event.type,
    event.runId,
    JSON.stringify(event.payload),
    event.occurredAt.getTime(),
  ]);
  const columns = 'user_id, type, run_id, payload, occurred_at';
  await execute(tx, `INSERT INTO outbox (${columns}) VALUES ${placeholders(events.length, 5)}`, rows);
};
