import { type EntityManager, In } from 'typeorm';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { Tag } from '../../entities/tag.js';
import { TagGroup } from '../../entities/tag-group.js';
import { all, any, type Condition } from '../condition.js';
import { idsOf, tagNames } from '../entries.js';
import { type AudienceFilter, type CompileContext, PLAIN_REST } from '../filter.js';
import type { IncludeExclude } from '../include-exclude.js';
import { type Mark, markCondition } from '../mark-condition.js';

/** Tag names. Groups are already resolved into their tags. */
interface KeptTags extends IncludeExclude<string> {
  /** Only devices with at least one tag are reached. */
  readonly anyTag: boolean;
}

const TAG = tagNames(['vip', 'Summer 2026']);
const GROUP = idsOf('TagGroup', 'audience group', TagGroup);

const [INCLUDE, EXCLUDE] = ['audiences_include', 'audiences_exclude'] as const;
const [GROUPS_INCLUDE, GROUPS_EXCLUDE] = ['audience_groups_include', 'audience_groups_exclude'] as const;

/** Tags, which REST calls audiences. */
export const tags = {
  name: 'tags',
  step: { name: 'TAGS', inEstimate: 'The filter by tag.', inTrace: 'The filter by tag.' },
  setting: {
    flag: {
      name: 'all_audiences',
      column: 'allAudiences',
      instead: [INCLUDE, GROUPS_INCLUDE],
      requiredBy: [],
      description: 'Only devices with at least one audience. The include lists must be omitted.',
      graph: {
        name: 'anyTag',
        isImplied: false,
        input: 'Only devices with at least one tag. Cannot be combined with `include` or `includeGroupIds`.',
        output: 'Only devices with at least one tag.',
      },
    },
    lists: [
      {
        name: INCLUDE,
        entries: TAG,
        description: 'Audience tags.',
        graph: {
          name: 'include',
          input: 'Only devices with at least one of these tags, or of the tags of `includeGroupIds`.',
          output: 'Devices with at least one of these tags.',
        },
      },
      {
        name: EXCLUDE,
        entries: TAG,
        description: 'Audience tags to exclude.',
        graph: {
          name: 'exclude',
          input: 'Excludes devices with any of these tags.',
          output: 'Devices with any of these tags are excluded.',
        },
      },
      {
        name: GROUPS_INCLUDE,
        entries: GROUP,
        description: 'Audience groups.',
        graph: {
          name: 'includeGroupIds',
          input: 'Only devices with at least one tag of these groups, or one of `include`.',
          output:
            'Ids of the groups. The id of a deleted group stays if it was the only inclusion: no device is reached then, and an update must name another group.',
          nodes: { name: 'includeGroups', description: 'Devices with at least one tag of these groups.' },
        },
      },
      {
        name: GROUPS_EXCLUDE,
        entries: GROUP,
        description: 'Audience groups to exclude.',
        graph: {
          name: 'excludeGroupIds',
          input: 'Excludes devices with any tag of these groups.',
          output: 'Ids of the excluded groups.',
          nodes: { name: 'excludeGroups', description: 'Devices with any tag of these groups are excluded.' },
        },
      },
    ],
    disjoint: [
      [INCLUDE, EXCLUDE],
      [GROUPS_INCLUDE, GROUPS_EXCLUDE],
    ],
    rest: PLAIN_REST,
    graph: {
      name: 'tags',
      description: 'The filter by tag.',
      isRequired: false,
      input: {
        name: 'TagsFilterInput',
        description: 'Selects devices by tag. Without any field it does not filter.',
      },
      output: { name: 'SelectedTags', description: 'The tags that a scheduler reaches.' },
      facts: [
        {
          name: 'onlyIncluded',
          description: 'Whether only devices of `include` or `includeGroups` are reached; if both are empty, none is.',
          of: (lists) => Boolean(lists[INCLUDE] ?? lists[GROUPS_INCLUDE]),
        },
      ],
    },
  },
  keep: async ({ userId, flags, lists }, manager) => {
    const groups = await loadTagsOfGroups(manager, userId, [
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
    const marks = await hasTags(kept, { database, userId });
    const tagged = kept.anyTag ? { sql: 'd.has_tags = 1', parameters: [] } : null;
    const parts = [tagged, marks].filter((part) => part !== null);
    return parts.length === 0 ? null : all(parts);
  },
  words: {
    subject: ({ hasTags }) => (hasTags ? 'Its set of tags' : 'Its empty set of tags'),
    passed: 'matches the tags of the run',
    stopped: () => 'does not match the tags of the run',
    unused: 'The run is for all devices, with tags or without.',
  },
} as const satisfies AudienceFilter<KeptTags>;

export const loadTagsOfGroups = async (
  manager: EntityManager,
  userId: number,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> => {
  if (ids.length === 0) return new Map();
  const groups = await manager.findBy(TagGroup, { id: In(ids.map(Number)), userId });
  return new Map(groups.map((group) => [String(group.id), group.tags]));
};

type Account = Pick<CompileContext, 'database' | 'userId'>;

const hasTags = (names: IncludeExclude<string>, { database, userId }: Account): Promise<Condition | null> => {
  const find = (wanted: readonly string[]) => findTags(database, userId, wanted);
  return markCondition({ words: 'tag', link: 'device_tag', key: 'tag_id' }, names, { database, userId, find });
};

/** Matches devices with any of these tags; none for an empty list. */
export const hasAnyTag = async (names: readonly string[], account: Account): Promise<Condition> =>
  (await hasTags({ include: names, exclude: [] }, account)) ?? any([]);

const LOOKUP_CHUNK = 1_000;

const findTags = async (database: Database, userId: number, names: readonly string[]): Promise<Map<string, Mark>> => {
  const found = new Map<string, Mark>();
  for (const part of chunk(names, LOOKUP_CHUNK)) {
    for (const tag of await database.reader.findBy(Tag, { userId, name: In(part) })) found.set(tag.name, tag);
  }
  return found;
};
