import { DAY_MS, EVENT_DAYS_KEPT } from '../../../entities/device-event-day.js';
import { all, type Condition, not } from '../../condition.js';
import { texts } from '../../entries.js';
import { EVENT_CODES, findEvents, hasAnyEvent } from '../../filters/events.js';
import type { ConditionCheck, SegmentCondition } from '../segment-condition.js';

interface EventValue {
  readonly code: string;
  readonly op: 'DID' | 'DID_NOT' | 'AT_LEAST';
  readonly times?: number;
  /** Milliseconds. */
  readonly within?: number;
}

interface KeptEvent extends EventValue {
  /** null: the event was deleted, so no device did it. */
  readonly eventId: number | null;
}

const MAX_TIMES = 1_000_000;
const CODE = texts(['dep'], EVENT_CODES);

export const event = {
  name: 'event',
  description:
    'What the device did. Without `within`, the whole history counts. `AT_LEAST` with `within` counts whole days in UTC, beginning with the day in which the window begins, and only from the time at which a segment first counted the event in this way.',
  input: {
    name: 'SegmentEventInput',
    description: 'A condition on the history of events.',
    fields: {
      code: { kind: 'text', most: 64, description: 'Code of the event.' },
      op: {
        kind: 'choice',
        name: 'SegmentEventOperator',
        about: 'What a device must have done.',
        values: {
          DID: 'The event happened.',
          DID_NOT: 'The event did not happen.',
          AT_LEAST: 'The event happened at least `times` times.',
        },
        description: 'What the device did.',
      },
      times: { kind: 'count', most: MAX_TIMES, isOptional: true, description: 'For `AT_LEAST`: 1 to 1,000,000.' },
      within: {
        kind: 'delay',
        isOptional: true,
        description: `Only events within this time before now, such as \`7d\`. With \`AT_LEAST\`, at most ${EVENT_DAYS_KEPT} days.`,
      },
    },
  },
  check: async (value, check) => {
    checkFields(value, check);
    const [found] = await findEvents(check.manager, check.userId, /^\w{1,64}$/.test(value.code) ? [value.code] : []);
    if (found) {
      check.refer('event', found.id);
      if (countsByDay(value)) check.refer('daily', found.id);
      return value;
    }
    const hint =
      (await CODE.names?.suggest?.(check.manager, check.userId, value.code)) ||
      ' Create it first with `customEventCreate`.';
    check.fault('code', `\`code\` names the event "${value.code}", which does not exist.${hint}`, 'NOT_FOUND');
    return value;
  },
  cost: (value) => (countsByDay(value) ? 30 : value.op === 'AT_LEAST' || value.within !== undefined ? 20 : 10),
  keep: async (value, { manager, userId }) => {
    const [found] = await findEvents(manager, userId, [value.code]);
    return { ...value, eventId: found?.id ?? null };
  },
  compile: async (kept, context) => {
    const { eventId, op } = kept;
    const did = eventId === null ? NEVER : await hasAnyEvent([eventId], context);
    const record = eventId === null ? null : recordCondition(kept, context.at);
    const holds = record === null ? did : all([did, record]);
    return op === 'DID_NOT' ? not(holds) : holds;
  },
  shownValue: () => null,
  say: ({ code, op, times, within }, _device, holds) => {
    const window = within === undefined ? '' : ` in the last ${spell(within)}`;
    const did = op === 'AT_LEAST' ? `done "${code}" at least ${times} times` : `done "${code}"`;
    return `it has ${holds === (op !== 'DID_NOT') ? '' : 'not '}${did}${window}`;
  },
} as const satisfies SegmentCondition<EventValue, KeptEvent>;

const NEVER: Condition = { sql: '1 = 0', parameters: [] };

const checkFields = ({ op, times, within }: EventValue, { fault }: ConditionCheck): void => {
  if (op === 'AT_LEAST' && times === undefined) fault('times', '`times` is required with `AT_LEAST`.', 'REQUIRED');
  if (op !== 'AT_LEAST' && times !== undefined) fault('times', '`times` is allowed only with `AT_LEAST`.');
  if (op === 'AT_LEAST' && (within ?? 0) > EVENT_DAYS_KEPT * DAY_MS) {
    fault('within', `\`within\` must be at most ${EVENT_DAYS_KEPT} days with \`AT_LEAST\`.`, 'TOO_LARGE');
  }
};

/** The last time of an event is exact, so only a higher number needs counts by day. */
const countsByDay = ({ op, times = 1, within }: EventValue): boolean =>
  op === 'AT_LEAST' && times > 1 && within !== undefined;

/** The condition on the history of the event; null: that the event happened is enough. */
const recordCondition = (kept: KeptEvent, at: number): Condition | null => {
  const { eventId, times = 1, within } = kept;
  const parts: Condition[] = [];
  const since = at - (within ?? 0);
  if (times > 1) parts.push({ sql: 'l.count >= ?', parameters: [times] });
  if (within !== undefined) parts.push({ sql: 'l.last_at >= ?', parameters: [since] });
  if (countsByDay(kept)) {
    // If the first one is in the window, all are.
    const sql = `(l.first_at >= ? OR (SELECT SUM(y.count) FROM device_event_day y
      WHERE y.device_id = l.device_id AND y.event_id = l.event_id AND y.day >= ?) >= ?)`;
    parts.push({ sql, parameters: [since, Math.floor(since / DAY_MS), times] });
  }
  if (parts.length === 0) return null;
  const { sql, parameters } = all(parts);
  // EXISTS would become a table of all devices with the event, built again for every page.
  const one = `SELECT 1 FROM device_event l WHERE l.device_id = d.id AND l.event_id = ? AND l.app_id = d.app_id AND ${sql}`;
  return { sql: `(${one} LIMIT 1) IS NOT NULL`, parameters: [eventId, ...parameters] };
};

const spell = (ms: number): string =>
  ms % DAY_MS === 0 ? `${ms / DAY_MS} days` : `${Math.round(ms / 3_600_000)} hours`;
