import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { targetId } from '../../schema/mutations/answer.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { SchedulerType } from '../schedulers/scheduler-types.js';
import { CampaignInput, CampaignUpdateInput, readCampaign, readChange } from './campaign-inputs.js';

const CAMPAIGNS = defineMutations({
  type: 'Scheduler',
  noun: 'scheduler',
  field: 'scheduler',
  payload: 'CampaignPayload',
  output: () => SchedulerType,
  names: { root: '', places: {} },
});

@Resolver()
export class CampaignMutations {
  @Costly(200)
  @Mutation(() => CAMPAIGNS.Payload, {
    description:
      'Creates pushes and a scheduler that sends them, in one transaction. The scheduler is inactive unless `activate` is true, which also requires the scope SEND.',
  })
  async campaignCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => CampaignInput, { description: 'The campaign.' }) input: CampaignInput,
    @IdempotencyKey() key?: string | null,
    @Arg('draftId', () => ID, {
      nullable: true,
      description: 'Global id of the draft that the campaign comes from. The draft is deleted if it still exists.',
    })
    draftId?: string | null,
  ) {
    const { names, activate, convert } = readCampaign(input);
    if (activate) context.require('send');
    const draft = draftId ? databaseIdOf('CampaignDraft', draftId) : null;
    const create = async () => context.services.campaigns.create(context.caller, { ...convert(), draftId: draft });
    return CAMPAIGNS.create(context, { key, request: ['campaignCreate', input] }, create, { names });
  }

  @Costly(200)
  @Mutation(() => CAMPAIGNS.Payload, {
    description:
      'Replaces a scheduler and its pushes, including their order, in one transaction. The scheduler keeps its state. Pushes are updated, created, activated, deactivated and deleted as the input says.',
  })
  async campaignUpdate(
    @Ctx() context: GraphContext,
    @IdArg('scheduler') id: string,
    @Arg('input', () => CampaignUpdateInput, { description: 'The new campaign.' })
    input: CampaignUpdateInput,
    @IdempotencyKey() key?: string | null,
  ) {
    const { names, convert } = readChange(input);
    const update = async () => {
      const number = targetId({ type: 'Scheduler', noun: 'scheduler', globalId: id });
      await context.services.campaigns.update(context.caller, number, convert());
      return { id: number };
    };
    return CAMPAIGNS.create(context, { key, request: ['campaignUpdate', id, input] }, update, { names });
  }

  @Costly(200)
  @Mutation(() => CAMPAIGNS.Payload, {
    description:
      'Copies a scheduler with its filters, times and pushes, except archived pushes; up to 1,000. The copy is inactive.',
  })
  async schedulerDuplicate(
    @Ctx() context: GraphContext,
    @IdArg('scheduler') id: string,
    @Arg('name', () => String, {
      nullable: true,
      description:
        'Name of the copy, 1 to 255 printable characters. The original name followed by " (copy)" if omitted.',
    })
    name?: string | null,
    @IdempotencyKey() key?: string | null,
  ) {
    const duplicate = async () => {
      const original = targetId({ type: 'Scheduler', noun: 'scheduler', globalId: id });
      return context.services.campaigns.duplicate(context.caller, original, name ?? null);
    };
    return CAMPAIGNS.create(context, { key, request: ['schedulerDuplicate', id, name ?? null] }, duplicate);
  }
}
