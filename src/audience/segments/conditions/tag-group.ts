import { TagGroup } from '../../../entities/tag-group.js';
import { idsOf } from '../../entries.js';
import { hasAnyTag, loadTagsOfGroups } from '../../filters/tags.js';
import { listed, type SegmentCondition } from '../segment-condition.js';
import type { InList } from './in-list.js';

/** The names of all tags of the groups. */
interface KeptTags {
  readonly tags: readonly string[];
}

export const tagGroup = {
  name: 'tagGroup',
  description: 'The device has any tag of these groups. A run uses the tags that the groups have when it begins.',
  input: {
    name: 'SegmentTagGroupInput',
    description: 'The device has any tag of a list of groups.',
    fields: {
      in: { kind: 'list', entries: idsOf('TagGroup', 'tag group', TagGroup), description: 'Any of these groups.' },
    },
  },
  check: (value, { refer }) => {
    for (const id of value.in) refer('tagGroup', id);
    return value;
  },
  cost: () => 10,
  keep: async ({ in: ids }, { manager, userId }) => {
    const groups = await loadTagsOfGroups(manager, userId, ids.map(String));
    return { tags: [...new Set([...groups.values()].flat())] };
  },
  compile: ({ tags }, context) => hasAnyTag(tags, context),
  shownValue: () => null,
  say: ({ tags }, _device, holds) => `it has ${holds ? 'one' : 'none'} of the tags ${listed(tags)}`,
} as const satisfies SegmentCondition<InList<number>, KeptTags>;
