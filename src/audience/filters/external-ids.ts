import { isIn } from '../condition.js';
import { texts } from '../entries.js';
import { type AudienceFilter, known } from '../filter.js';

/** A longer list is not part of the condition: its devices are found through an index and paged by id. */
const MAX_INLINE_EXTERNAL_IDS = 500;

const LIST = 'external_ids';

export const externalIds = {
  name: 'externalIds',
  step: {
    name: 'EXTERNAL_ID',
    inEstimate: 'Devices of the given users. This step replaces REGISTERED.',
    inTrace: 'The list of external user ids.',
  },
  setting: {
    flag: null,
    lists: [
      {
        name: LIST,
        entries: texts(['user-1', 'ünï']),
        maxEntries: 100_000,
        description: 'Only devices with these external ids.',
        graph: null,
      },
    ],
    disjoint: [],
    rest: { onlyFor: 'one-time', joined: null },
    // There may be 100,000 ids, so they have an argument and a connection of their own.
    graph: null,
  },
  keep: ({ lists }) => lists[LIST] ?? null,
  compile: (users) => {
    if (users === null) return null;
    if (users.length > MAX_INLINE_EXTERNAL_IDS) return { sql: '1 = 1', parameters: [], users };
    return { ...isIn('d.external_user_id', users), users };
  },
  words: {
    subject: ({ externalUserId }) => known('user', externalUserId),
    value: ({ externalUserId }) => externalUserId,
    passed: 'is on the list of the run',
    stopped: () => 'is not on the list of the run',
    unused: 'The run is for all users.',
  },
} as const satisfies AudienceFilter<readonly string[] | null>;
