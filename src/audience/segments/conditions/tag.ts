import { tagNames } from '../../entries.js';
import { hasAnyTag } from '../../filters/tags.js';
import { listed, type SegmentCondition } from '../segment-condition.js';
import type { InList } from './in-list.js';

export const tag = {
  name: 'tag',
  description: 'The device has any tag of a list. Tags need not exist yet.',
  input: {
    name: 'SegmentTagInput',
    description: 'The device has any tag of a list. Tags need not exist yet.',
    fields: { in: { kind: 'list', entries: tagNames(['vip']), description: 'Any of these tags.' } },
  },
  cost: () => 10,
  compile: ({ in: names }, context) => hasAnyTag(names, context),
  shownValue: () => null,
  say: ({ in: names }, _device, holds) => `it has ${holds ? 'one' : 'none'} of the tags ${listed(names)}`,
} as const satisfies SegmentCondition<InList>;
