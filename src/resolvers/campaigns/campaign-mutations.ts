import { Arg, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Scheduler } from '../../entities/scheduler.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { answer, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import { type FieldNames, UserError } from '../../schema/mutations/user-errors.js';
import { SchedulerType } from '../schedulers/scheduler-types.js';
import { CampaignInput, CampaignUpdateInput, readCampaign, readChange } from './campaign-inputs.js';

@ObjectType({ description: 'The answer to a campaign that was made or changed.', simpleResolvers: true })
export class CampaignPayload {
  @Field(() => SchedulerType, {
    nullable: true,
    description: 'The scheduler, which has its pushes bound; null if nothing was made or changed.',
  })
  readonly scheduler!: Scheduler | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@Resolver()
export class CampaignMutations {
  @Costly(200)
  @Mutation(() => CampaignPayload, {
    description:
      'Makes pushes and a scheduler that sends them, all or nothing. Inactive unless `activate`, which needs the scope SEND besides WRITE.',
  })
  async campaignCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => CampaignInput, { description: 'The campaign.' }) input: CampaignInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
    @Arg('draftId', () => ID, {
      nullable: true,
      description: 'Global id of the draft that it was composed as, which is deleted with it, if it is still there.',
    })
    draftId?: string | null,
  ): Promise<CampaignPayload> {
    const { names, activate, convert } = readCampaign(input);
    if (activate) context.require('send');
    const draft = draftId ? databaseIdOf('CampaignDraft', draftId) : null;
    const create = async () =>
      (await context.services.campaigns.create(context.caller, { ...convert(), draftId: draft })).id;
    return make(context, names, () => once(context, { key, request: ['campaignCreate', input] }, create));
  }

  @Costly(200)
  @Mutation(() => CampaignPayload, {
    description:
      'Replaces a scheduler and the pushes that it sends, in their order, all or nothing. It keeps its state; pushes are changed, made, switched on and off, and deleted as the input says.',
  })
  async campaignUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Global id of the scheduler.' }) id: string,
    @Arg('input', () => CampaignUpdateInput, { description: 'The campaign as it shall be.' })
    input: CampaignUpdateInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<CampaignPayload> {
    const { names, convert } = readChange(input);
    const update = async () => {
      const scheduler = targetId({ type: 'Scheduler', noun: 'scheduler', globalId: id });
      await context.services.campaigns.update(context.caller, scheduler, convert());
      return scheduler;
    };
    return make(context, names, () => once(context, { key, request: ['campaignUpdate', id, input] }, update));
  }

  @Costly(200)
  @Mutation(() => CampaignPayload, {
    description:
      'A copy of a scheduler with copies of its pushes, archived ones aside: a draft, with the same filters and times. Up to 1,000 pushes.',
  })
  async schedulerDuplicate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Global id of the scheduler.' }) id: string,
    @Arg('name', () => String, {
      nullable: true,
      description: 'What to call it, 1 to 255 printable characters; left out: as the other, with " (copy)" after it.',
    })
    name?: string | null,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<CampaignPayload> {
    const duplicate = async () => {
      const original = targetId({ type: 'Scheduler', noun: 'scheduler', globalId: id });
      return (await context.services.campaigns.duplicate(context.caller, original, name ?? null)).id;
    };
    const request = ['schedulerDuplicate', id, name ?? null];
    return make(context, { root: '', places: {} }, () => once(context, { key, request }, duplicate));
  }
}

const make = async (
  context: GraphContext,
  names: FieldNames,
  work: () => Promise<number>,
): Promise<CampaignPayload> => {
  const load = (id: number) => context.loaders.schedulers.load(id);
  const { value, userErrors } = await answer(context, { scope: 'write', names, work, load });
  return { scheduler: value, userErrors };
};
