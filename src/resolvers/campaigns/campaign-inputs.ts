import { Field, ID, InputType } from 'type-graphql';
import { badInput } from '../../errors.js';
import { databaseIdOf, toIds } from '../../schema/global-id.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import { OneOf } from '../../schema/one-of.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import type { CampaignChange, CampaignInput as ServiceInput } from '../../services/campaigns/campaign-service.js';
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

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'With `activate`: a moment that is at most 60 seconds in the past is sent at once.',
  })
  startNow!: boolean;
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

@OneOf()
@InputType({ description: 'A scheduler of one kind.' })
export class CampaignSchedulerInput {
  @Field(() => OneTimeSchedulerInput, { nullable: true, description: 'Sent once.' })
  oneTime?: OneTimeSchedulerInput;

  @Field(() => WeeklySchedulerInput, { nullable: true, description: 'Sent every week.' })
  weekly?: WeeklySchedulerInput;

  @Field(() => AutoPushSchedulerInput, { nullable: true, description: 'Sent after an event.' })
  autoPush?: AutoPushSchedulerInput;
}

@InputType({ description: 'A push of a campaign with all its translations: one that is bound to it, or a new one.' })
export class CampaignPushInput extends PushInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Global id of a push that is bound to the scheduler; left out: a new one is made.',
  })
  id?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is sent; left out: as it is, and a new one is sent.',
  })
  active?: boolean | null;
}

@InputType({ description: 'A campaign as it shall be.' })
export class CampaignUpdateInput {
  @Field(() => CampaignSchedulerInput, { description: 'When, and to whom: of the kind that the scheduler is.' })
  scheduler!: CampaignSchedulerInput;

  @Field(() => [CampaignPushInput], {
    description: 'What it sends, in this order; 1 to 20. Bound pushes that are not named stay, behind these.',
  })
  pushes!: CampaignPushInput[];

  @Field(() => [ID], {
    nullable: true,
    description: 'Global ids of bound pushes to delete, at most 20; left out: none. Irreversible.',
  })
  deletePushIds?: string[] | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'The `updatedAt` of the scheduler that you have read: if it was changed since, nothing is, and the code is CONFLICT. Left out: whatever it is now.',
  })
  unchangedSince?: Date | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'For an active one-time scheduler that gets another time: a moment that is at most 60 seconds in the past is sent at once.',
  })
  startNow!: boolean;
}

export interface ReadCampaign {
  readonly activate: boolean;
  readonly names: FieldNames;
  /** Inside the mutation, so that what it refuses becomes a user error. */
  convert(): Omit<ServiceInput, 'draftId'>;
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
  { pushes, activate, startNow = false }: Omit<OneTimeCampaignInput, 'scheduler' | 'startNow'> & { startNow?: boolean },
  toScheduler: () => SchedulerInput,
): ReadCampaign => {
  const { root, places } = schedulerNames(`input.${kind}.scheduler`);
  return {
    activate,
    names: { root, places: { ...places, pushes: `input.${kind}.pushes` } },
    convert: () => ({ scheduler: toScheduler(), pushes: pushes.map(toPushInput), activate, startNow }),
  };
};

export interface ReadChange {
  readonly names: FieldNames;
  /** Inside the mutation, so that what it refuses becomes a user error. */
  convert(): CampaignChange;
}

export const readChange = ({
  scheduler,
  pushes,
  deletePushIds,
  unchangedSince,
  startNow,
}: CampaignUpdateInput): ReadChange => {
  const { kind, toScheduler } = readKind(scheduler);
  const { root, places } = schedulerNames(`input.scheduler.${kind}`);
  return {
    names: {
      root,
      places: {
        ...places,
        pushes: 'input.pushes',
        delete_push_ids: 'input.deletePushIds',
        unchanged_since: 'input.unchangedSince',
      },
    },
    convert: () => ({
      scheduler: toScheduler(),
      pushes: pushes.map((push, index) => ({
        ...toPushInput(push),
        id: toPushId(push.id, index),
        active: push.active ?? null,
      })),
      deletePushIds: toIds('Push', 'delete_push_ids', deletePushIds) ?? [],
      unchangedSince: unchangedSince ?? null,
      startNow,
    }),
  };
};

const readKind = ({ oneTime, weekly, autoPush }: CampaignSchedulerInput) => {
  if (oneTime) return { kind: 'oneTime', toScheduler: () => toSchedulerInput.oneTime(oneTime) } as const;
  if (weekly) return { kind: 'weekly', toScheduler: () => toSchedulerInput.weekly(weekly) } as const;
  if (autoPush) return { kind: 'autoPush', toScheduler: () => toSchedulerInput.autoPush(autoPush) } as const;
  throw new Error('a oneOf input without a field');
};

const toPushId = (globalId: string | null | undefined, index: number): number | null => {
  if (globalId === null || globalId === undefined) return null;
  const id = databaseIdOf('Push', globalId);
  if (id === null) throw badInput(`pushes[${index}].id`, 'There is no such push.', 'NOT_FOUND');
  return id;
};
