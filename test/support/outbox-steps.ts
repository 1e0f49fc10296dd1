import type { Database } from '../../src/database/database.js';
import { appendToOutbox, type OutboxEvent } from '../../src/delivery/record/outbox-writer.js';
import { parseEventId } from '../../src/services/pubsub/event-id.js';
import type { StreamedEvent } from '../../src/services/pubsub/event-stream.js';

/** An event about a run that need not exist. */
export const paused = (userId: number, runId = 1): OutboxEvent => ({
  userId,
  type: 'run.paused',
  runId,
  payload: {},
  occurredAt: new Date(),
});

export const append = (database: Database, userId: number, count = 1): Promise<void> =>
  database.tx((tx) => appendToOutbox(tx, Array(count).fill(paused(userId))));

/** Reads up to `count` events of a stream, and ends it. */
export const take = async (
  stream: AsyncGenerator<StreamedEvent, void, undefined>,
  count: number,
): Promise<StreamedEvent[]> => {
  const taken: StreamedEvent[] = [];
  if (count > 0) {
    for await (const event of stream) {
      taken.push(event);
      if (taken.length >= count) break;
    }
  }
  await stream.return();
  return taken;
};

/** Its position among the user's events, from 1. */
export const placeOf = ({ eventId }: Pick<StreamedEvent, 'eventId'>): number =>
  parseEventId(eventId)?.position ?? Number.NaN;

/** Returns 1 to `count`. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
