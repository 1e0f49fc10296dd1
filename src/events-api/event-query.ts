import { type Static, Type } from 'typebox';
import { badInput } from '../errors.js';
import { readQuery } from '../http/read-query.js';
import { validateInput } from '../http/validate-input.js';
import type { PollWish } from '../services/event-log/event-poll.js';
import { EVENT_TYPES, type EventType, isEventType } from '../services/event-log/event-types/index.js';

export const MAX_WAIT_SECONDS = 30;

const DEFAULT_WAIT_SECONDS = 20;

/** The query of `GET /events`. */
export const eventQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      maxLength: 120,
      description:
        'Continues after this event: the `id` of an event, or the header `next-after` of the last answer. `latest` starts with the next event. If omitted, the answer starts with the oldest event kept.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'The maximum number of events; 500 if omitted.' }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      description: `How many seconds to wait for an event if there is none. If omitted, ${DEFAULT_WAIT_SECONDS} after an event, and 0 with \`latest\` or without \`after\`.`,
    }),
  ),
  types: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Event types, separated by commas; all if omitted.',
      examples: ['message.sent,message.failed'],
    }),
  ),
});

/** @throws BAD_USER_INPUT */
export const readEventQuery = (query: unknown): PollWish => {
  const given: Static<typeof eventQuery> = validateInput(eventQuery, readQuery(eventQuery, query));
  const { after = null, limit = 500, types } = given;
  const wait = given.wait ?? (after === null || after === 'latest' ? 0 : DEFAULT_WAIT_SECONDS);
  return { after, limit, waitMs: wait * 1_000, types: types === undefined ? null : readTypes(types) };
};

const readTypes = (text: string): ReadonlySet<EventType> => {
  const names = text.split(',').map((name) => name.trim());
  return new Set(
    names.map((name) => {
      if (isEventType(name)) return name;
      const known = EVENT_TYPES.map(({ type }) => type).join(', ');
      throw badInput('types', `\`types\` must be event types, separated by commas: ${known}.`);
    }),
  );
};
