import { type EntityManager, In, IsNull } from 'typeorm';
import { CustomEvent } from '../../entities/custom-event.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { type Reference, texts } from '../entries.js';
import type { AudienceFilter } from '../filter.js';
import type { IncludeExclude } from '../include-exclude.js';
import { markCondition } from '../mark-condition.js';

const EVENT_CODES: Reference = {
  noun: 'event code',
  findKnown: async (manager, userId, codes) => {
    // What cannot be a code is not looked up: MySQL does not compare letters beyond ASCII with the column of codes.
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
    onlyFor: null,
    joinedInRest: 'Event codes joined by commas; empty if unset.',
    graph: {
      name: 'events',
      description: 'By history of events.',
      isRequired: false,
      input: {
        name: 'EventsFilterInput',
        description: 'Which events a device must have in its history, or must not. For auto-push also what starts it.',
      },
      output: {
        name: 'SelectedEvents',
        description: 'Which events a device must have in its history, or must not.',
      },
      facts: [],
    },
  },
  /** Ids of events: their codes may change. Every device was installed, so that `install` is no filter (docs/rules.md#event-filters). */
  keep: async ({ userId, lists }, manager) => {
    const idsOf = async (codes: readonly string[]): Promise<number[]> =>
      (await findEvents(manager, userId, codes)).map((event) => event.id);
    const included = lists[INCLUDE] ?? [];
    return {
      include: included.length === 0 || included.includes('install') ? null : await idsOf(included),
      exclude: await idsOf(lists[EXCLUDE] ?? []),
    };
  },
  compile: (kept, { database, userId }) => {
    const find = async (ids: readonly number[]) => {
      const found = ids.length === 0 ? [] : await database.reader.findBy(CustomEvent, { id: In([...ids]) });
      return new Map(found.map((event) => [event.id, event]));
    };
    const table = { words: 'event', link: 'device_event', key: 'event_id' } as const;
    return markCondition(table, kept, { database, userId, find });
  },
  words: {
    subject: () => 'Its history of events',
    passed: 'fits the events of the run',
    stopped: () => 'does not fit the events of the run',
    unused: 'The run goes by no events.',
  },
} as const satisfies AudienceFilter<IncludeExclude<number>>;

const findEvents = async (manager: EntityManager, userId: number, codes: readonly string[]): Promise<CustomEvent[]> => {
  if (codes.length === 0) return [];
  const code = In([...codes]);
  return manager.findBy(CustomEvent, [
    { code, userId },
    { code, userId: IsNull() },
  ]);
};

/** As many as a typo may cost to compare with. */
const someCodes = async (manager: EntityManager, userId: number): Promise<string[]> => {
  const where = [{ userId }, { userId: IsNull() }];
  const found = await manager.find(CustomEvent, { select: { code: true }, where, order: { id: 'DESC' }, take: 500 });
  return found.map((event) => event.code);
};
