import type { AppError } from '../../errors.js';
import { clip, describeText, isPlainText } from '../../text/characters.js';
import type { EventInput } from '../devices/device-input.js';
import { Violations } from '../rules/violations.js';

/** Maximum number of events in one request. */
const MAX_EVENTS = 100;
const MAX_EVENT_ID = 128;
const INSTANT = 'an instant such as 2026-11-21T09:00:00Z';

/** A report of events from one device. */
export interface EventReport {
  readonly appId: number;
  readonly userId: number;
  readonly deviceId: number;
  /** The hash of the secret that the device sent; undefined if an API key acts for the device. */
  readonly secretHash?: string | null;
  readonly inputs: readonly EventInput[];
  /** The place in the trace where resulting work continues; null if no trace is kept. */
  readonly trace?: string | null;
}

export interface Tracked {
  readonly accepted: number;
  /** Inactive events, and events that were delivered before. */
  readonly ignored: number;
}

/** Checks a report without lookups. @throws BAD_USER_INPUT for no events, or too many. */
export const checkReport = (inputs: readonly EventInput[]): void => {
  const violations = new Violations();
  const isGood = inputs.length > 0 && inputs.length <= MAX_EVENTS;
  violations.check(
    isGood,
    'events',
    `\`events\` must have 1 to ${MAX_EVENTS} entries.`,
    inputs.length === 0 ? 'REQUIRED' : 'TOO_MANY',
  );
  violations.throwIfAny();
};

/** Every broken rule of a report, or null. @param isKnown whether the user has an event with this code. */
export const findFault = (inputs: readonly EventInput[], isKnown: (code: string) => boolean): AppError | null => {
  const violations = new Violations();
  for (const [index, { code, id, occurredAt, data }] of inputs.entries()) {
    const at = `events[${index}]`;
    const unknown = `\`${at}.code\` is "${clip(code, 64)}", which is not an event.`;
    violations.check(isKnown(code), `${at}.code`, unknown, 'NOT_FOUND');
    const goodId = id === undefined || id === null || isPlainText(id, MAX_EVENT_ID);
    violations.check(goodId, `${at}.id`, `\`${at}.id\` must be ${describeText(MAX_EVENT_ID)}.`);
    checkData(violations, `${at}.data`, data);
    const goodTime = !occurredAt || !Number.isNaN(occurredAt.getTime());
    violations.check(goodTime, `${at}.occurred_at`, `\`${at}.occurred_at\` must be ${INSTANT}.`);
  }
  return violations.error;
};

const MAX_DATA_BYTES = 2_048;
const MAX_DATA_KEY = 64;

const checkData = (violations: Violations, field: string, data: EventInput['data']): void => {
  if (!data) return;
  const areScalars = Object.entries(data).every(
    ([key, value]) => isPlainText(key, MAX_DATA_KEY) && key !== '__proto__' && isScalar(value),
  );
  const rule = `\`${field}\` must be an object whose values are texts, numbers or booleans.`;
  violations.check(!Array.isArray(data) && areScalars, field, rule);
  const bytes = Buffer.byteLength(JSON.stringify(data));
  const size = `\`${field}\` must have at most ${MAX_DATA_BYTES} bytes as JSON, and it has ${bytes}.`;
  violations.check(bytes <= MAX_DATA_BYTES, field, size, 'TOO_LARGE');
};

const isScalar = (value: unknown): boolean =>
  typeof value === 'string'
    ? !/[\0\p{Cs}]/u.test(value)
    : typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
