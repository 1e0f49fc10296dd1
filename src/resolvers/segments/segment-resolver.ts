import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Segment } from '../../entities/segment.js';
import { badInput } from '../../errors.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { requireDatabaseId } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { defineMutations, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { once } from '../../schema/mutations/once.js';
import { type FieldNames, settle } from '../../schema/mutations/user-errors.js';
import { JSONObjectScalar } from '../../schema/scalars/scalars.js';
import { CostlyEstimate, EXACT } from '../audiences/audience-estimate.js';
import { schedulerListing, segmentUses } from '../schedulers/scheduler-listing.js';
import { SegmentNodeInput, toClientTree, toServiceTree } from './segment-inputs.js';
import { SegmentEstimate, SegmentInput, SegmentType, SegmentUpdateInput, segmentListing } from './segment-types.js';

const SEGMENTS = defineMutations({ type: 'Segment', noun: 'segment', field: 'segment', output: () => SegmentType });

const ESTIMATE_NAMES: FieldNames = { root: '', places: { id: 'id', tree: 'tree' } };

@Resolver(() => SegmentType)
export class SegmentResolver {
  @Reads<Segment>('tree')
  @Costly(100)
  @FieldResolver(() => JSONObjectScalar, {
    description: 'The conditions, as a `SegmentNodeInput` that can be given to `segmentUpdate`.',
  })
  tree(@Root() { tree }: Segment): Readonly<Record<string, unknown>> {
    return toClientTree(tree);
  }

  @CostlyEstimate
  @Query(() => SegmentEstimate, {
    description:
      'Estimates how many devices a segment has now, by its id or by a tree that is not saved. Up to 200,000 devices are counted; the others are sampled, unless `exact` is true.',
  })
  async segmentEstimate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { nullable: true, description: 'Global id of a segment. Omit it if `tree` is given.' })
    id: string | null | undefined,
    @Arg('tree', () => SegmentNodeInput, { nullable: true, description: 'The conditions. Omit them if `id` is given.' })
    tree: SegmentNodeInput | null | undefined,
    @Arg('exact', () => Boolean, EXACT) exact: boolean,
  ): Promise<SegmentEstimate> {
    context.require('read');
    const { services, caller, signal, loaders } = context;
    const { value, userErrors } = await settle(ESTIMATE_NAMES, async () => {
      if (Boolean(id) === Boolean(tree)) throw badInput('tree', 'Exactly one of `id` and `tree` must be given.');
      if (tree) {
        const read = await services.segments.readTree(caller, toServiceTree(tree));
        return services.audienceEstimate.ofSegment(caller, read, { signal, exact });
      }
      const segment = await loaders.segments.load(requireDatabaseId('Segment', String(id), 'segment'));
      if (!segment) throw badInput('id', 'You have no segment with this id.', 'NOT_FOUND');
      return services.audienceEstimate.ofSegment(caller, segment.tree, { signal, exact });
    });
    if (value === null) {
      return { devices: null, isExact: false, marginOfError: 0, activeDevices: 0, examined: 0, userErrors };
    }
    const active = value.steps.find(({ step }) => step === 'active')?.remaining ?? 0;
    return {
      devices: value.steps.at(-1)?.remaining ?? 0,
      isExact: value.exact,
      marginOfError: value.marginOfError,
      activeDevices: active,
      examined: value.examined,
      userErrors,
    };
  }

  @Mutation(() => SEGMENTS.Payload, { description: 'Creates a segment. Limited to 1,000 segments.' })
  segmentCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => SegmentInput, { description: 'The segment.' }) { name, description, tree }: SegmentInput,
    @IdempotencyKey() key?: string | null,
  ) {
    const { services, caller } = context;
    const input = { name, description: description ?? '', tree: toServiceTree(tree) };
    const request = ['segmentCreate', input];
    return SEGMENTS.carryOut(context, () =>
      once(context, { key, request }, () => services.segments.create(caller, input)),
    );
  }
}

SEGMENTS.addUpdate(SegmentResolver, 'segmentUpdate', {
  description: 'Changes parts of a segment. Current runs keep the earlier tree.',
  Input: SegmentUpdateInput,
  inputDescription: 'The parts to change.',
  work: async ({ services, caller }, id, { name, description, tree }) =>
    services.segments.update(caller, id, {
      ...(name === null || name === undefined ? {} : { name }),
      ...(description === null || description === undefined ? {} : { description }),
      ...(tree ? { tree: toServiceTree(tree) } : {}),
    }),
});

SEGMENTS.addDeletion(SegmentResolver, 'segmentDelete', {
  description: 'Deletes a segment. Refused while a scheduler includes or excludes it. Irreversible.',
  work: ({ services, caller }, id) => services.segments.delete(caller, id),
});

addNodeQuery(SegmentResolver, 'segment', { type: 'Segment', noun: 'segment', output: () => SegmentType });

segmentListing.addQuery(SegmentResolver, 'segments', { description: 'Your segments.' });

schedulerListing.addField<Segment>(SegmentResolver, 'schedulers', {
  description: 'The schedulers that include or exclude this segment.',
  parentColumn: 'segment_id',
  listing: segmentUses,
});
