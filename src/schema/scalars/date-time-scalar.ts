import { GraphQLDateTimeISO } from 'graphql-scalars';
import { textScalar } from './text-scalar.js';

/** Resolvers get an invalid Date for what is no instant. */
export const DateTimeScalar = textScalar<Date>({
  name: 'DateTime',
  description:
    'An instant with its offset, such as `2026-11-22T09:30:00+01:00` (RFC 3339). Answers are in UTC, to the millisecond: `2026-11-22T08:30:00.000Z`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  serialize: (value) => GraphQLDateTimeISO.serialize(value),
  parse: (text) => {
    try {
      return GraphQLDateTimeISO.parseValue(text);
    } catch {
      return new Date(Number.NaN);
    }
  },
  mustBe: 'an instant with its offset, such as "2026-11-22T09:30:00Z"',
  accepts: (instant) => !Number.isNaN(instant.getTime()),
});
