import type { JsonObject, StringMap } from '../../ports/field-values.js';
import type { MessageContent } from '../../ports/message-fields.js';
import { appleHeaders, applePayload } from '../apple-passthrough.js';
import type { FieldProblem } from '../definition.js';
import { isRecord } from '../exchange.js';
import { mergePassthrough, passthroughProblems, type RefusedPaths } from '../passthrough.js';
import { OWN_MEMBERS } from './apns-fields.js';

/** Lists what Apple's payload cannot carry, and what passthrough may not change. */
export const apnsProblems = ({ data, silent, passthrough }: MessageContent): readonly FieldProblem[] => {
  const { headers, payload } = passthrough?.apns ?? {};
  return [
    ...Object.keys(data ?? {}).flatMap(problemOfKey),
    ...Object.keys(headers ?? {}).flatMap(problemOfHeader),
    ...passthroughProblems('passthrough.apns.headers', headers ?? {}, {
      refused: {},
      values: appleHeaders('', silent),
    }),
    ...passthroughProblems('passthrough.apns.payload', payload ?? {}, { refused: FORBIDDEN, values: applePayload('') }),
  ];
};

const problemOfKey = (key: string): FieldProblem[] =>
  OWN_MEMBERS.has(key) ? [{ path: `data.${key}`, reason: "Apple's payload already uses this key. Rename it." }] : [];

const problemOfHeader = (name: string): FieldProblem[] =>
  FREE_HEADERS.has(name)
    ? []
    : [
        {
          path: `passthrough.apns.headers.${name}`,
          reason: `Only ${[...FREE_HEADERS].join(', ')} can be set. Remove this.`,
        },
      ];

/** The headers that say neither who sends nor who receives, nor which message this is. */
const FREE_HEADERS: ReadonlySet<string> = new Set(['apns-priority', 'apns-expiration', 'apns-push-type']);

const FORBIDDEN: RefusedPaths = { receipt: 'The message has its own receipt. Remove this.' };

/** Merges the user's own members into a payload. */
export const mergePayload = (payload: JsonObject, own: JsonObject): JsonObject =>
  mergePassthrough(payload, own, hasAps(own) ? FORBIDDEN : { ...FORBIDDEN, aps: '' });

const hasAps = ({ aps = {} }: JsonObject): boolean => isRecord(aps);

/** Adds the user's own headers. */
export const mergeHeaders = (
  headers: Readonly<Record<string, string>>,
  own: StringMap | null | undefined,
): Record<string, string> => ({
  ...headers,
  ...Object.fromEntries(Object.entries(own ?? {}).filter(([name]) => FREE_HEADERS.has(name))),
});
