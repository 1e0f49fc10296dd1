import { type EntityManager, In } from 'typeorm';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { Tag } from '../../entities/tag.js';
import { TagGroup } from '../../entities/tag-group.js';
import { all } from '../condition.js';
import { idsOf, tagNames } from '../entries.js';
import type { AudienceFilter } from '../filter.js';
import type { IncludeExclude } from '../include-exclude.js';
import { type Mark, markCondition } from '../mark-condition.js';

/** Names of tags; groups are already resolved into them. */
interface KeptTags extends IncludeExclude<string> {
  /** Devices without any tag are left out. */
  readonly anyTag: boolean;
}

const TAG = tagNames(['vip', 'Summer 2026']);
const GROUP = idsOf('TagGroup', 'audience group', TagGroup);

const [INCLUDE, EXCLUDE] = ['audiences_include', 'audiences_exclude'] as const;
const [GROUPS_INCLUDE, GROUPS_EXCLUDE] = ['audience_groups_include', 'audience_groups_exclude'] as const;

/** REST calls tags audiences. */
export const tags = {
  name: 'tags',
  step: { name: 'TAGS', inEstimate: 'The filter by tag.', inTrace: 'The filter by tag.' },
  setting: {
    flag: {
      name: 'all_audiences',
      column: 'allAudiences',
      instead: [INCLUDE, GROUPS_INCLUDE],
      requiredBy: [],
      description: 'Only devices that have any audience; the include lists are then omitted.',
      graph: {
        name: 'anyTag',
        isImplied: false,
        input: 'Only devices that have any tag at all; not together with `include` or `includeGroupIds`.',
        output: 'Only devices that have any tag at all.',
      },
    },
    lists: [
      {
        name: INCLUDE,
        entries: TAG,
        description: 'Audience tags.',
        graph: {
          name: 'include',
          input: 'Only devices with at least one of these, or of `includeGroupIds`.',
          output: 'Devices with at least one of these.',
        },
      },
      {
        name: EXCLUDE,
        entries: TAG,
        description: 'Audience tags to leave out.',
        graph: {
          name: 'exclude',
          input: 'Never devices with one of these.',
          output: 'Never devices with one of these.',
        },
      },
      {
        name: GROUPS_INCLUDE,
        entries: GROUP,
        description: 'Audience groups.',
        graph: {
          name: 'includeGroupIds',
          input: 'Only devices with at least one tag of these groups, or of `include`.',
          output:
            'Their ids. That of a deleted group stays if it was all that was included: nobody is reached, and an update must name another.',
          nodes: { name: 'includeGroups', description: 'Devices with at least one tag of these groups.' },
        },
      },
      {
        name: GROUPS_EXCLUDE,
        entries: GROUP,
        description: 'Audience groups to leave out.',
        graph: {
          name: 'excludeGroupIds',
          input: 'Never devices with a tag of these groups.',
          output: 'Their ids.',
          nodes: { name: 'excludeGroups', description: 'Never devices with a tag of these groups.' },
        },
      },
    ],
    disjoint: [
      [INCLUDE, EXCLUDE],
      [GROUPS_INCLUDE, GROUPS_EXCLUDE],
    ],
    onlyFor: null,
    joinedInRest: null,
    graph: {
      name: 'tags',
      description: 'By tag.',
      isRequired: false,
      input: {
        name: 'TagsFilterInput',
        description: 'Which tags. Without any of these also devices that have none.',
      },
      output: { name: 'SelectedTags', description: 'Which tags a scheduler reaches.' },
      facts: [
        {
          name: 'onlyIncluded',
          description: 'Only devices of `include` or `includeGroups` are reached; if those are empty, none.',
          of: (lists) => Boolean(lists[INCLUDE] ?? lists[GROUPS_INCLUDE]),
        },
      ],
    },
  },
  keep: async ({ userId, flags, lists }, manager) => {
    const groups = await loadGroups(manager, userId, [
      ...(lists[GROUPS_INCLUDE] ?? []),
      ...(lists[GROUPS_EXCLUDE] ?? []),
    ]);
    const tagsOf = (tagList: string, groupList: string): string[] => {
      const inGroups = (lists[groupList] ?? []).flatMap((id) => groups.get(id) ?? []);
      return [...new Set([...(lists[tagList] ?? []), ...inGroups])];
    };
    const isFiltered = Boolean(lists[INCLUDE] ?? lists[GROUPS_INCLUDE]);
    return {
      anyTag: flags.allAudiences,
      include: isFiltered ? tagsOf(INCLUDE, GROUPS_INCLUDE) : null,
      exclude: tagsOf(EXCLUDE, GROUPS_EXCLUDE),
    };
  },
  compile: async (kept, { database, userId }) => {
    const find = (names: readonly string[]) => findTags(database, userId, names);
    const table = { words: 'tag', link: 'device_tag', key: 'tag_id' } as const;
    const marks = await markCondition(table, kept, { database, userId, find });
    const tagged = kept.anyTag ? { sql: 'd.has_tags = 1', parameters: [] } : null;
    const parts = [tagged, marks].filter((part) => part !== null);
    return parts.length === 0 ? null : all(parts);
  },
  words: {
    subject: ({ hasTags }) => (hasTags ? 'What it has of audience tags' : 'That it has no audience tags'),
    passed: 'fits the tags of the run',
    stopped: () => 'does not fit the tags of the run',
    unused: 'The run is for all devices, with tags or without.',
  },
} as const satisfies AudienceFilter<KeptTags>;

const loadGroups = async (
  manager: EntityManager,
  userId: number,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> => {
  if (ids.length === 0) return new Map();
  const groups = await manager.findBy(TagGroup, { id: In(ids.map(Number)), userId });
  return new Map(groups.map((group) => [String(group.id), group.tags]));
};

const LOOKUP_CHUNK = 1_000;

const findTags = async (database: Database, userId: number, names: readonly string[]): Promise<Map<string, Mark>> => {
  const found = new Map<string, Mark>();
  for (const part of chunk(names, LOOKUP_CHUNK)) {
    for (const tag of await database.reader.findBy(Tag, { userId, name: In(part) })) found.set(tag.name, tag);
  }
  return found;
};
