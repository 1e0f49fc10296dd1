import { Arg, Ctx, Field, Float, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { badInput } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { databaseIdOf, MATCHES_NOTHING } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { onceAnswered } from '../../schema/mutations/once.js';
import { type FieldNames, settle, UserError } from '../../schema/mutations/user-errors.js';
import { OneOf } from '../../schema/one-of.js';
import { DateTimeScalar, JSONObjectScalar, TrueScalar } from '../../schema/scalars/scalars.js';
import type { ActivityChange } from '../../services/live-activities/activity-payload.js';
import type {
  ActivitySend,
  ActivitySent,
  ActivityTarget,
} from '../../services/live-activities/live-activity-service.js';
import { MAX_USERS } from '../../services/messages/find-target-devices.js';
import { describeText, isPlainText } from '../../text/characters.js';
import { ReasonCodeField } from '../deliveries/reason-code.js';

const LiveActivityEventEnum = defineMappedEnum('LiveActivityEvent', 'What happens to a Live Activity.', {
  START: ['start', 'The device shows a new activity. Needs `attributes` and `alert`.'],
  UPDATE: ['update', 'The activity shows the new state.'],
  END: ['end', 'The activity shows the last state, and disappears at `dismissAt`.'],
});

@OneOf()
@InputType({ description: 'Whose Live Activity is changed, in exactly one way.' })
export class LiveActivityTargetInput {
  @Field(() => [String], { nullable: true, description: 'Your own ids of 1 to 10,000 users.' })
  externalIds?: string[];

  @Field(() => [ID], { nullable: true, description: 'Global ids of 1 to 10,000 devices.' })
  deviceIds?: string[];

  @Field(() => TrueScalar, {
    nullable: true,
    description:
      'Every device that registered the activity. Anybody who knows the service id of the application can register a device, so send only what everybody may see, such as the score of a match.',
  })
  everyone?: true;
}

@InputType({ description: 'What a device shows and plays with a change.' })
export class LiveActivityAlertInput {
  @Field(() => String, { description: 'The title: 1 to 255 characters.' })
  title!: string;

  @Field(() => String, { description: 'The text: 1 to 1,000 characters.' })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name of a sound of the app, or `default`. None if omitted.',
  })
  sound?: string | null;
}

@InputType({ description: 'A change of a Live Activity.' })
export class LiveActivitySendInput {
  @Field(() => ID, { description: 'Global id of the application, which must be one of Apple (PROVIDER_C).' })
  appId!: string;

  @Field(() => String, {
    description: 'The name under which the app registered the activity; for START, the type of its attributes.',
  })
  activity!: string;

  @Field(() => LiveActivityTargetInput, { description: 'Whose activity is changed.' })
  to!: LiveActivityTargetInput;

  @Field(() => LiveActivityEventEnum, { description: 'What happens.' })
  event!: ActivityChange['event'];

  @Field(() => JSONObjectScalar, { description: 'The content state that the app decodes.' })
  state!: Readonly<Record<string, unknown>>;

  @Field(() => JSONObjectScalar, { nullable: true, description: 'The attributes of a new activity, only for START.' })
  attributes?: Readonly<Record<string, unknown>> | null;

  @Field(() => LiveActivityAlertInput, {
    nullable: true,
    description: 'Draws attention to the change. Without one the device is silent. START needs one.',
  })
  alert?: LiveActivityAlertInput | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the app should mark the state as out of date.' })
  staleAt?: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the activity disappears, only for END. Within four hours if omitted.',
  })
  dismissAt?: Date | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Which of several activities the Dynamic Island shows: 0 to 100.',
  })
  relevance?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "False saves battery and counts less towards Apple's limit for the app. True if omitted.",
  })
  isUrgent?: boolean | null;
}

@ObjectType({ description: 'The result of a change of Live Activities.', simpleResolvers: true })
export class LiveActivitySendPayload {
  @Field(() => Int, { nullable: true, description: 'Number of devices for which Apple accepted the change.' })
  readonly sent!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of devices on which the activity has ended. Their tokens are deleted.',
  })
  readonly gone!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of devices for which Apple refused the change or did not answer.',
  })
  readonly failed!: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of devices that were left after 30 seconds.' })
  readonly unsent!: number | null;

  @Field(() => String, { nullable: true, description: 'Why the first of the failed ones failed; null if none did.' })
  readonly reason!: string | null;

  @ReasonCodeField()
  readonly reasonCode!: string | null;

  @Field(() => [UserError], { description: 'The rules that the input breaks. If there are any, nothing was sent.' })
  readonly userErrors!: readonly UserError[];
}

@Resolver()
export class LiveActivityMutation {
  @Costly(500)
  @Mutation(() => LiveActivitySendPayload, {
    description:
      'Starts, changes or ends a Live Activity on the iPhones that registered it. Apple shows the latest change, so a change is not retried. Requires the scopes SEND and WRITE.',
  })
  async liveActivitySend(
    @Ctx() context: GraphContext,
    @Arg('input', () => LiveActivitySendInput, { description: 'The change.' }) input: LiveActivitySendInput,
    @IdempotencyKey() key?: string | null,
  ): Promise<LiveActivitySendPayload> {
    context.require('send');
    context.require('write');
    const { services, caller } = context;
    const { value, userErrors } = await settle(NAMES, () => {
      const asked = toSend(input);
      const request = ['liveActivitySend', input];
      return onceAnswered<ActivitySent>(context, { key, request }, () => services.liveActivities.send(caller, asked));
    });
    return { ...(value ?? NOTHING), userErrors };
  }
}

const NOTHING = { sent: null, gone: null, failed: null, unsent: null, reason: null, reasonCode: null } as const;

const NAMES: FieldNames = {
  root: 'input',
  places: {
    external_ids: 'input.to.externalIds',
    device_ids: 'input.to.deviceIds',
    idempotencyKey: 'idempotencyKey',
  },
};

const toSend = (input: LiveActivitySendInput): ActivitySend => {
  const { appId, activity, to, event, state, attributes = null, alert, relevance = null, isUrgent } = input;
  return {
    appId: databaseIdOf('App', appId) ?? MATCHES_NOTHING,
    target: toTarget(to),
    isUrgent: isUrgent ?? true,
    change: {
      ...{ event, activity, state, attributes, relevance },
      alert: alert ? toAlert(alert) : null,
      staleAt: toTime('staleAt', input.staleAt),
      dismissAt: toTime('dismissAt', input.dismissAt),
    },
  };
};

/** The scalar turns a malformed text into no time at all. */
const toTime = (field: string, instant: Date | null | undefined): number | null => {
  const time = instant?.getTime() ?? null;
  if (!Number.isNaN(time)) return time;
  throw badInput(field, `\`${field}\` must be an instant with its offset, such as "2026-11-22T09:30:00Z".`);
};

const toTarget = ({ externalIds, deviceIds }: LiveActivityTargetInput): ActivityTarget => {
  const count = externalIds?.length ?? deviceIds?.length ?? 1;
  const field = externalIds ? 'external_ids' : 'device_ids';
  if (count === 0) throw badInput(field, `\`${field}\` must have at least one entry.`, 'REQUIRED');
  if (count > MAX_USERS) {
    throw badInput(field, `\`${field}\` must have at most ${MAX_USERS.toLocaleString('en-US')} entries.`, 'TOO_MANY');
  }
  if (externalIds) return { kind: 'externalIds', externalIds: [...new Set(externalIds)] };
  if (!deviceIds) return null;
  const ids = [...new Set(deviceIds)].map((id) => databaseIdOf('Device', id) ?? MATCHES_NOTHING);
  return { kind: 'deviceIds', deviceIds: ids };
};

const LONGEST = { title: 255, text: 1_000, sound: 255 } as const;

const toAlert = ({ title, text, sound = null }: LiveActivityAlertInput): NonNullable<ActivityChange['alert']> => {
  const given = { title, text, ...(sound === null ? {} : { sound }) };
  for (const [name, value] of Object.entries(given)) {
    const most = LONGEST[name as keyof typeof LONGEST];
    if (!isPlainText(value, most)) throw badInput(`alert.${name}`, `\`alert.${name}\` must be ${describeText(most)}.`);
  }
  return { title, text, sound };
};
