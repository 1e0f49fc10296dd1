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

const PUSHES = 'The pushes to send, in this order; 1 to 20.';
const ACTIVATE = 'Also activates the campaign. Requires the scope SEND.';

@InputType({ description: 'A campaign that is sent once.' })
export class OneTimeCampaignInput {
  @Field(() => OneTimeSchedulerInput, { description: 'Times and audience.' })
  scheduler!: OneTimeSchedulerInput;

  @Field(() => [PushInput], { description: PUSHES })
  pushes!: PushInput[];

  @Field(() => Boolean, { defaultValue: false, description: ACTIVATE })
  activate!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'With `activate`: sends at once if the time passed at most 60 seconds ago.',
  })
  startNow!: boolean;
}

@InputType({ description: 'A campaign that is sent every week.' })
export class WeeklyCampaignInput {
  @Field(() => WeeklySchedulerInput, { description: 'Times and audience.' })
  scheduler!: WeeklySchedulerInput;

  @Field(() => [PushInput], { description: PUSHES })
  pushes!: PushInput[];

  @Field(() => Boolean, { defaultValue: false, description: ACTIVATE })
  activate!: boolean;
}

@InputType({ description: 'A campaign that is sent to a device after an event on it.' })
export class AutoPushCampaignInput {
  @Field(() => AutoPushSchedulerInput, { description: 'Events and audience.' })
  scheduler!: AutoPushSchedulerInput;

  @Field(() => [PushInput], { description: PUSHES })
  pushes!: PushInput[];

  @Field(() => Boolean, { defaultValue: false, description: ACTIVATE })
  activate!: boolean;
}

@OneOf()
@InputType({ description: 'A scheduler of one kind with its pushes.' })
export class CampaignInput {
  @Field(() => OneTimeCampaignInput, { nullable: true, description: 'A one-time scheduler.' })
  oneTime?: OneTimeCampaignInput;

  @Field(() => WeeklyCampaignInput, { nullable: true, description: 'A weekly scheduler.' })
  weekly?: WeeklyCampaignInput;

  @Field(() => AutoPushCampaignInput, { nullable: true, description: 'An auto-push scheduler.' })
  autoPush?: AutoPushCampaignInput;
}

@OneOf()
@InputType({ description: 'A scheduler of one kind.' })
export class CampaignSchedulerInput {
  @Field(() => OneTimeSchedulerInput, { nullable: true, description: 'A one-time scheduler.' })
  oneTime?: OneTimeSchedulerInput;

  @Field(() => WeeklySchedulerInput, { nullable: true, description: 'A weekly scheduler.' })
  weekly?: WeeklySchedulerInput;

  @Field(() => AutoPushSchedulerInput, { nullable: true, description: 'An auto-push scheduler.' })
  autoPush?: AutoPushSchedulerInput;
}

@InputType({ description: 'A push of a campaign with all its translations: an existing one, or a new one.' })
export class CampaignPushInput extends PushInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Global id of a push that is bound to the scheduler. Creates a push if omitted.',
  })
  id?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True if active. Unchanged if omitted; new pushes are active.',
  })
  active?: boolean | null;
}

@InputType({ description: 'The new state of a campaign.' })
export class CampaignUpdateInput {
  @Field(() => CampaignSchedulerInput, { description: 'Times and audience. The kind must be that of the scheduler.' })
  scheduler!: CampaignSchedulerInput;

  @Field(() => [CampaignPushInput], {
    description: 'The pushes to send, in this order; 1 to 20. Bound pushes that are not listed stay and follow these.',
  })
  pushes!: CampaignPushInput[];

  @Field(() => [ID], {
    nullable: true,
    description: 'Global ids of bound pushes to delete, up to 20. Irreversible.',
  })
  deletePushIds?: string[] | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'The `updatedAt` of the scheduler that you have read. If the scheduler has changed since, nothing changes and the error is CONFLICT. Not checked if omitted.',
  })
  unchangedSince?: Date | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'For an active one-time scheduler with a new time: sends at once if that time passed at most 60 seconds ago.',
  })
  startNow!: boolean;
}

export interface ReadCampaign {
  readonly activate: boolean;
  readonly names: FieldNames;
  /** Called inside the mutation, so that its refusals become user errors. */
  convert(): Omit<ServiceInput, 'draftId'>;
}

/** graphql-js guarantees that exactly one field is set. */
export const readCampaign = ({ oneTime, weekly, autoPush }: CampaignInput): ReadCampaign => {
  if (oneTime) return read('oneTime', oneTime, () => toSchedulerInput.oneTime(oneTime.scheduler));
  if (weekly) return read('weekly', weekly, () => toSchedulerInput.weekly(weekly.scheduler));
  if (autoPush) return read('autoPush', autoPush, () => toSchedulerInput.autoPush(autoPush.scheduler));
  throw new Error('A oneOf input has no field.');
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
  /** Called inside the mutation, so that its refusals become user errors. */
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

/** Reads a campaign that is only previewed. */
export const readPreviewed = (scheduler: CampaignSchedulerInput) => {
  const { kind, toScheduler } = readKind(scheduler);
  const { root, places } = schedulerNames(`scheduler.${kind}`);
  return {
    names: { root, places: { ...places, pushes: 'pushes', category_ids: 'categoryIds' } } satisfies FieldNames,
    toScheduler,
  };
};

const readKind = ({ oneTime, weekly, autoPush }: CampaignSchedulerInput) => {
  if (oneTime) return { kind: 'oneTime', toScheduler: () => toSchedulerInput.oneTime(oneTime) } as const;
  if (weekly) return { kind: 'weekly', toScheduler: () => toSchedulerInput.weekly(weekly) } as const;
  if (autoPush) return { kind: 'autoPush', toScheduler: () => toSchedulerInput.autoPush(autoPush) } as const;
  throw new Error('A oneOf input has no field.');
};

const toPushId = (globalId: string | null | undefined, index: number): number | null => {
  if (globalId === null || globalId === undefined) return null;
  const id = databaseIdOf('Push', globalId);
  if (id === null) throw badInput(`pushes[${index}].id`, 'There is no such push.', 'NOT_FOUND');
  return id;
};
