import { Field, InputType } from 'type-graphql';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import { OneOf } from '../../schema/one-of.js';
import type { CampaignInput as ServiceInput } from '../../services/campaigns/campaign-service.js';
import type { SchedulerInput } from '../../services/schedulers/scheduler-input.js';
import { PushInput, toPushInput } from '../pushes/push-inputs.js';
import {
  AutoPushSchedulerInput,
  OneTimeSchedulerInput,
  schedulerNames,
  toSchedulerInput,
  WeeklySchedulerInput,
} from '../schedulers/scheduler-inputs.js';

const PUSHES = 'What it sends, in this order; 1 to 20.';
const ACTIVATE = 'Also activate it, which needs the scope SEND.';

@InputType({ description: 'A campaign that is sent once.' })
export class OneTimeCampaignInput {
  @Field(() => OneTimeSchedulerInput, { description: 'When, and to whom.' })
  scheduler!: OneTimeSchedulerInput;

  @Field(() => [PushInput], { description: PUSHES })
  pushes!: PushInput[];

  @Field(() => Boolean, { defaultValue: false, description: ACTIVATE })
  activate!: boolean;
}

@InputType({ description: 'A campaign that is sent every week.' })
export class WeeklyCampaignInput {
  @Field(() => WeeklySchedulerInput, { description: 'When, and to whom.' })
  scheduler!: WeeklySchedulerInput;

  @Field(() => [PushInput], { description: PUSHES })
  pushes!: PushInput[];

  @Field(() => Boolean, { defaultValue: false, description: ACTIVATE })
  activate!: boolean;
}

@InputType({ description: 'A campaign that is sent after an event of a device.' })
export class AutoPushCampaignInput {
  @Field(() => AutoPushSchedulerInput, { description: 'After which events, and to whom.' })
  scheduler!: AutoPushSchedulerInput;

  @Field(() => [PushInput], { description: PUSHES })
  pushes!: PushInput[];

  @Field(() => Boolean, { defaultValue: false, description: ACTIVATE })
  activate!: boolean;
}

@OneOf()
@InputType({ description: 'A scheduler of one kind with what it sends.' })
export class CampaignInput {
  @Field(() => OneTimeCampaignInput, { nullable: true, description: 'Sent once.' })
  oneTime?: OneTimeCampaignInput;

  @Field(() => WeeklyCampaignInput, { nullable: true, description: 'Sent every week.' })
  weekly?: WeeklyCampaignInput;

  @Field(() => AutoPushCampaignInput, { nullable: true, description: 'Sent after an event.' })
  autoPush?: AutoPushCampaignInput;
}

export interface ReadCampaign {
  readonly activate: boolean;
  readonly names: FieldNames;
  /** Inside the mutation, so that what it refuses becomes a user error. */
  convert(): ServiceInput;
}

/** Exactly one is given: graphql-js sees to that. */
export const readCampaign = ({ oneTime, weekly, autoPush }: CampaignInput): ReadCampaign => {
  if (oneTime) return read('oneTime', oneTime, () => toSchedulerInput.oneTime(oneTime.scheduler));
  if (weekly) return read('weekly', weekly, () => toSchedulerInput.weekly(weekly.scheduler));
  if (autoPush) return read('autoPush', autoPush, () => toSchedulerInput.autoPush(autoPush.scheduler));
  throw new Error('a oneOf input without a field');
};

const read = (
  kind: keyof CampaignInput,
  { pushes, activate }: Pick<OneTimeCampaignInput, 'pushes' | 'activate'>,
  toScheduler: () => SchedulerInput,
): ReadCampaign => {
  const { root, places } = schedulerNames(`input.${kind}.scheduler`);
  return {
    activate,
    names: { root, places: { ...places, pushes: `input.${kind}.pushes` } },
    convert: () => ({ scheduler: toScheduler(), pushes: pushes.map(toPushInput), activate }),
  };
};
