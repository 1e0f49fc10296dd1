import type { AppError } from '../../errors.js';
import { clip, describeText, isPlainText } from '../../text/characters.js';
import type { EventInput } from '../devices/device-input.js';
import { Violations } from '../rules/violations.js';

/** Of one request. */
const MAX_EVENTS = 100;
const MAX_EVENT_ID = 128;
const INSTANT = 'an instant such as 2026-11-21T09:00:00Z';

/** What one device says has happened. */
export interface EventReport {
  readonly appId: number;
  readonly userId: number;
  readonly deviceId: number;
  /** The hash of the secret that the device sent; undefined where an API key speaks for the device. */
  readonly secretHash?: string | null;
  readonly inputs: readonly EventInput[];
  /** The place in its trace that what it starts goes on from; null: none that is kept. */
  readonly trace?: string | null;
}

export interface Tracked {
  readonly accepted: number;
  /** Inactive events, and those that were delivered before. */
  readonly ignored: number;
}

/** @throws BAD_USER_INPUT for none or too many: what can be said of a report without looking anything up. */
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

/** Every broken rule of a report, null if there is none. @param isKnown tells the codes of its user's events. */
export const findFault = (inputs: readonly EventInput[], isKnown: (code: string) => boolean): AppError | null => {
  const violations = new Violations();
  for (const [index, { code, id, occurredAt }] of inputs.entries()) {
    const at = `events[${index}]`;
    const unknown = `\`${at}.code\` is "${clip(code, 64)}", which is not an event.`;
    violations.check(isKnown(code), `${at}.code`, unknown, 'NOT_FOUND');
    const goodId = id === undefined || id === null || isPlainText(id, MAX_EVENT_ID);
    violations.check(goodId, `${at}.id`, `\`${at}.id\` must be ${describeText(MAX_EVENT_ID)}.`);
    const goodTime = !occurredAt || !Number.isNaN(occurredAt.getTime());
    violations.check(goodTime, `${at}.occurred_at`, `\`${at}.occurred_at\` must be ${INSTANT}.`);
  }
  return violations.error;
};
