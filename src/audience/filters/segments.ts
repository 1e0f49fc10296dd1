import { type EntityManager, In } from 'typeorm';
import { Segment, type SegmentNode } from '../../entities/segment.js';
import { any, type Condition } from '../condition.js';
import { idsOf } from '../entries.js';
import type { AudienceFilter, CompileContext, FilterReason, FilterValues } from '../filter.js';
import { type IncludeExclude, matches } from '../include-exclude.js';
import { MAX_COST } from '../segments/bounds.js';
import { type ConditionVerdict, explainTree } from '../segments/explain-tree.js';
import { compileTree, keepTree } from '../segments/segment-tree.js';

export interface SegmentSnapshot {
  /** null: it is not saved. */
  readonly id: number | null;
  readonly name: string;
  readonly tree: SegmentNode;
}

export interface SegmentFilterSnapshot extends IncludeExclude<SegmentSnapshot> {
  /** Epoch ms from which `within` counts back. */
  readonly at: number;
}

const SEGMENT = idsOf('Segment', 'segment', Segment);
const MAX_SEGMENTS = 10;

const [INCLUDE, EXCLUDE] = ['segments_include', 'segments_exclude'] as const;

/** Named audiences. Every other filter also applies. */
export const segments = {
  name: 'segments',
  step: { name: 'SEGMENTS', inEstimate: 'The filter by segment.', inTrace: 'The filter by segment.' },
  setting: {
    flag: null,
    lists: [
      {
        name: INCLUDE,
        entries: SEGMENT,
        maxEntries: MAX_SEGMENTS,
        description: 'Segments.',
        graph: {
          name: 'include',
          input: 'Only devices in any of these segments, up to 10. An empty list does not filter.',
          output: 'Ids of the segments.',
          nodes: { name: 'includeSegments', description: 'Only devices in any of these segments.' },
        },
      },
      {
        name: EXCLUDE,
        entries: SEGMENT,
        maxEntries: MAX_SEGMENTS,
        description: 'Segments to exclude.',
        graph: {
          name: 'exclude',
          input: 'Excludes devices in any of these segments, up to 10.',
          output: 'Ids of the excluded segments.',
          nodes: { name: 'excludeSegments', description: 'Devices in any of these segments are excluded.' },
        },
      },
    ],
    disjoint: [[INCLUDE, EXCLUDE]],
    checkTogether: async ({ userId, lists }, manager) => {
      const found = await findSegments(manager, userId, [...(lists[INCLUDE] ?? []), ...(lists[EXCLUDE] ?? [])]);
      const cost = found.reduce((sum, segment) => sum + segment.cost, 0);
      if (cost <= MAX_COST) return null;
      const message = `The segments of a scheduler may cost at most ${MAX_COST} together (\`Segment.cost\`), and these cost ${cost}. Use fewer or simpler ones.`;
      return { field: lists[INCLUDE] ? INCLUDE : EXCLUDE, message };
    },
    rest: null,
    graph: {
      name: 'segments',
      description: 'The filter by segment.',
      isRequired: false,
      input: {
        name: 'SegmentsFilterInput',
        description: 'Selects devices by segments. Devices must also pass the other filters.',
      },
      output: { name: 'SelectedSegments', description: 'The segments that a scheduler reaches.' },
      facts: [],
    },
  },
  /** Keeps the trees, so that a run continues with the segments as they were. */
  keep: async ({ userId, now, lists }, manager): Promise<SegmentFilterSnapshot> => {
    const [include, exclude] = [lists[INCLUDE], lists[EXCLUDE] ?? []];
    const found = await findSegments(manager, userId, [...(include ?? []), ...exclude]);
    const kept = new Map<string, SegmentSnapshot>();
    for (const { id, name, tree } of found) {
      kept.set(String(id), { id, name, tree: await keepTree(tree, { manager, userId }) });
    }
    const pick = (ids: readonly string[]): SegmentSnapshot[] => ids.flatMap((id) => kept.get(id) ?? []);
    return { at: now, include: include ? pick(include) : null, exclude: pick(exclude) };
  },
  compile: async (kept, { database, userId }) => {
    const compiled = new Map<SegmentSnapshot, Condition>();
    for (const segment of [...(kept.include ?? []), ...kept.exclude]) {
      compiled.set(segment, await compileTree(segment.tree, { database, userId, at: kept.at }));
    }
    return matches(kept, (some) => any(some.flatMap((segment) => compiled.get(segment) ?? [])));
  },
  words: {
    subject: () => 'The device',
    passed: 'matches the segments of the run',
    stopped: () => 'does not match the segments of the run',
    unused: 'The run does not filter by segments.',
  },
  explain: async (kept, device, { database, userId }: CompileContext) => {
    const context = { database, userId, at: kept.at };
    const missed: (readonly [SegmentSnapshot, readonly ConditionVerdict[]])[] = [];
    for (const segment of kept.include ?? []) {
      const { holds, because } = await explainTree(segment.tree, device, context);
      if (holds) {
        missed.length = 0;
        break;
      }
      missed.push([segment, because]);
    }
    if (missed.length > 0) return explanation('is not in', missed);
    for (const segment of kept.exclude) {
      const { holds, because } = await explainTree(segment.tree, device, context);
      if (holds) return explanation('is in the excluded', [[segment, because]]);
    }
    return null;
  },
} as const satisfies AudienceFilter<SegmentFilterSnapshot>;

const MAX_REASONS = 5;

/** The values are those of the first reason. */
const explanation = (
  verb: string,
  told: readonly (readonly [SegmentSnapshot, readonly ConditionVerdict[]])[],
): FilterReason => {
  const sentences = told.slice(0, MAX_REASONS).map(([{ name }, because]) => {
    const reasons = because.slice(0, MAX_REASONS).map(({ clause }) => clause);
    return `The device ${verb} segment "${name}": ${reasons.join('; ')}.`;
  });
  const [[segment, because] = [null, []]] = told;
  const [first] = because;
  return {
    message: sentences.join(' '),
    values: {
      value: first?.value ?? '',
      segment: segment?.name ?? '',
      condition: first?.condition ?? '',
      path: first?.path ?? '',
      holds: first?.holds ? 1 : 0,
      isExcluded: verb === 'is not in' ? 0 : 1,
    },
  };
};

const findSegments = async (
  manager: EntityManager,
  userId: FilterValues['userId'],
  ids: readonly string[],
): Promise<Segment[]> =>
  ids.length === 0 ? [] : manager.findBy(Segment, { id: In([...new Set(ids)].map(Number)), userId });
