import { type EntityManager, In, IsNull } from 'typeorm';
import { CustomEvent } from '../../entities/custom-event.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { any, type Condition } from '../condition.js';
import { type Reference, texts } from '../entries.js';
import type { AudienceFilter, CompileContext } from '../filter.js';
import type { IncludeExclude } from '../include-exclude.js';
import { markCondition } from '../mark-condition.js';

export const EVENT_CODES: Reference = {
  noun: 'event code',
  findKnown: async (manager, userId, codes) => {
    // MySQL cannot compare letters beyond ASCII with the column of codes, so only possible codes are looked up.
    const possible = codes.filter((code) => /^\w{1,64}$/.test(code));
    return new Set((await findEvents(manager, userId, possible)).map((event) => event.code));
  },
  suggest: async (manager, userId, code) => didYouMean(code, await someCodes(manager, userId)),
};

const [INCLUDE, EXCLUDE] = ['event_include', 'event_exclude'] as const;

export const events = {
  name: 'events',
  step: { name: 'EVENTS', inEstimate: 'The filter by history of events.', inTrace: 'The filter by history of events.' },
  setting: {
    flag: null,
    lists: [
      {
        name: INCLUDE,
        entries: texts(['install', 'reg', 'dep'], EVENT_CODES),
        description: 'Only devices with one of these events; default `install`.',
        graph: {
          name: 'include',
          input:
            'Codes of events, one of which the device must have; left out it is `install`, which every device has.',
          output: 'Codes of events; empty means `install`, which every device has.',
        },
      },
      {
        name: EXCLUDE,
        entries: texts(['reg', 'dep'], EVENT_CODES),
        description: 'Only devices without these events.',
        graph: {
          name: 'exclude',
          input: 'Codes of events that the device must not have.',
          output: 'Codes of events that the device must not have.',
        },
      },
    ],
    disjoint: [],
    rest: { onlyFor: null, joined: 'Event codes joined by commas; empty if unset.' },
    graph: {
      name: 'events',
      description: 'The filter by history of events.',
      isRequired: false,
      input: {
        name: 'EventsFilterInput',
        description:
          'Selects devices by the events in their history. For auto-push, `include` also lists the trigger events.',
      },
      output: {
        name: 'SelectedEvents',
        description: 'Events that a device must or must not have in its history.',
      },
      facts: [],
    },
  },
  /** Keeps ids, since codes may change. Every device has `install`, so it does not filter (docs/rules.md#event-filters). */
  keep: async ({ userId, lists }, manager) => {
    const idsOf = async (codes: readonly string[]): Promise<number[]> =>
      (await findEvents(manager, userId, codes)).map((event) => event.id);
    const included = lists[INCLUDE] ?? [];
    return {
      include: included.length === 0 || included.includes('install') ? null : await idsOf(included),
      exclude: await idsOf(lists[EXCLUDE] ?? []),
    };
  },
  compile: (kept, account) => hasEvents(kept, account),
  words: {
    subject: () => 'Its event history',
    passed: 'matches the events of the run',
    stopped: () => 'does not match the events of the run',
    unused: 'The run does not filter by events.',
  },
} as const satisfies AudienceFilter<IncludeExclude<number>>;

type Account = Pick<CompileContext, 'database' | 'userId'>;

const hasEvents = (ids: IncludeExclude<number>, { database, userId }: Account): Promise<Condition | null> => {
  const find = async (wanted: readonly number[]) => {
    const found = wanted.length === 0 ? [] : await database.reader.findBy(CustomEvent, { id: In([...wanted]) });
    return new Map(found.map((event) => [event.id, event]));
  };
  return markCondition({ words: 'event', link: 'device_event', key: 'event_id' }, ids, { database, userId, find });
};

/** Matches devices with any of these events in their history; none for an empty list. */
export const hasAnyEvent = async (ids: readonly number[], account: Account): Promise<Condition> =>
  (await hasEvents({ include: ids, exclude: [] }, account)) ?? any([]);

export const findEvents = async (
  manager: EntityManager,
  userId: number,
  codes: readonly string[],
): Promise<CustomEvent[]> => {
  if (codes.length === 0) return [];
  const code = In([...codes]);
  return manager.findBy(CustomEvent, [
    { code, userId },
    { code, userId: IsNull() },
  ]);
};

/** Limits how many codes are compared to suggest a correction. */
const someCodes = async (manager: EntityManager, userId: number): Promise<string[]> => {
  const where = [{ userId }, { userId: IsNull() }];
  const found = await manager.find(CustomEvent, { select: { code: true }, where, order: { id: 'DESC' }, take: 500 });
  return found.map((event) => event.code);
};
