import { describe, expect, jest, test } from '@jest/globals';
import { EventLog } from '../../../src/services/event-log/event-log.js';
import { EventPoll } from '../../../src/services/event-log/event-poll.js';
import { eachDatabase } from '../../support/databases.js';
import { append } from '../../support/outbox-steps.js';

const USER = 1;
const COMMITS = 200;

describe.each(eachDatabase())('a client that waits for events, $name', ({ open }) => {
  test('polls at most ten times a second, however often its account writes other events', async () => {
    await using database = await open();
    await append(database, USER);
    const log = new EventLog(database);
    const reads = jest.spyOn(log, 'readAfter');
    let grew = (): void => undefined;
    const poll = new EventPoll(log, (_userId, callback) => {
      grew = callback;
      return () => undefined;
    });
    const types = new Set(['run.finished'] as const);
    const startedAt = performance.now();
    const answer = poll.poll(USER, { after: null, limit: 10, types, waitMs: 1_000 }, new AbortController().signal);
    for (let commit = 0; commit < COMMITS; commit += 1) {
      await append(database, USER);
      grew();
    }
    const { events } = await answer;
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(events).toEqual([]);
    expect(reads.mock.calls.length).toBeLessThanOrEqual(2 + 10 * seconds);
  });
});
