import { Arg, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Scheduler } from '../../entities/scheduler.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { answer, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import { type FieldNames, UserError } from '../../schema/mutations/user-errors.js';
import { SchedulerType } from '../schedulers/scheduler-types.js';
import { CampaignInput, readCampaign } from './campaign-inputs.js';

@ObjectType({ description: 'The answer to a new campaign.', simpleResolvers: true })
export class CampaignPayload {
  @Field(() => SchedulerType, {
    nullable: true,
    description: 'The scheduler, which has its pushes bound; null if nothing was made.',
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
  ): Promise<CampaignPayload> {
    const { names, activate, convert } = readCampaign(input);
    if (activate) context.require('send');
    const create = async () => (await context.services.campaigns.create(context.caller, convert())).id;
    return make(context, names, () => once(context, { key, request: ['campaignCreate', input] }, create));
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
