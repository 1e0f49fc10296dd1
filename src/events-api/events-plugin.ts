import { finished } from 'node:stream';
import { authenticate, callerOf, type KeyCheck } from '../http/authenticate.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { sendError } from '../http/send-error.js';
import { joinEvents } from '../services/event-log/account-event.js';
import type { EventPoll } from '../services/event-log/event-poll.js';
import { ConcurrencyLimit } from '../services/rate-limits/concurrency-limit.js';
import { createAsyncapiDocument } from './asyncapi-document.js';
import { readEventQuery } from './event-query.js';

/** Requests that read or wait. One consumer needs one; a leaked key must not hold thousands. */
const REQUESTS = {
  total: 1_000,
  perHolder: 10,
  refusal: 'Too many requests for events are in progress; try again when one has ended.',
};

export interface EventsDoor extends KeyCheck {
  readonly eventPoll: EventPoll;
}

/**
 * Serves `GET /events`, the events of the account as NDJSON with a long poll, and their public description at
 * `GET /events/asyncapi.json`.
 */
export const eventsPlugin =
  ({ eventPoll, ...check }: EventsDoor): HttpPlugin =>
  async (server) => {
    const atOnce = new ConcurrencyLimit(REQUESTS);
    const closing = new AbortController();
    server.addHook('preClose', async () => closing.abort());
    server.setErrorHandler((error, request, reply) => sendError(request, reply, error));
    const description = Buffer.from(JSON.stringify(createAsyncapiDocument()));
    server.get('/events/asyncapi.json', (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(description),
    );
    server.get('/events', { onRequest: authenticate(check, []) }, async (request, reply) => {
      const wish = readEventQuery(request.query);
      const { userId } = callerOf(request);
      const release = atOnce.acquire(userId);
      const gone = new AbortController();
      finished(reply.raw, () => {
        gone.abort();
        release();
      });
      const signal = AbortSignal.any([gone.signal, closing.signal]);
      const { events, next } = await eventPoll.poll(userId, wish, signal);
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('next-after', next)
        .send(joinEvents(events, ['', '\n', events.length > 0 ? '\n' : '']));
    });
  };
