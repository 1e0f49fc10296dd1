import { Arg, Ctx, Field, InputType, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { toGlobalId } from '../../schema/global-id.js';
import { DeletePayload } from '../../schema/mutations/answer.js';
import { defineMutations } from '../../schema/mutations/define-mutations.js';
import { type FieldNames, settle } from '../../schema/mutations/user-errors.js';
import { UserService } from '../../services/users/user-service.js';
import { QuietHoursInput } from '../quiet-hours/quiet-hours-types.js';
import { AttributionInput } from './attribution-types.js';
import { FrequencyCapsInput, toCaps } from './frequency-cap-types.js';
import { HoldoutInput, toHoldout } from './holdout-resolver.js';
import { UserType } from './user-types.js';

@InputType({ description: 'Changes to your own account.' })
export class UserUpdateInput {
  @Field(() => String, {
    description: 'Name of the account, which invitations show: 1 to 255 printable characters.',
  })
  name!: string;
}

@InputType({ description: 'Settings of your own account. Fields that are omitted keep their values.' })
export class AccountUpdateInput {
  @Field(() => String, {
    nullable: true,
    description: 'IANA time zone such as `Europe/Berlin`, for devices that never reported one; null counts as UTC.',
  })
  timeZone?: string | null;

  @Field(() => QuietHoursInput, {
    nullable: true,
    description: 'Quiet hours of all messages of the account; null removes them.',
  })
  quietHours?: QuietHoursInput | null;

  @Field(() => FrequencyCapsInput, {
    nullable: true,
    description: 'Frequency caps for MARKETING messages; null or an empty list removes them.',
  })
  frequencyCaps?: FrequencyCapsInput | null;

  @Field(() => AttributionInput, {
    nullable: true,
    description: 'The attribution windows; null for 24 hours after a click and 6 hours after a message.',
  })
  attribution?: AttributionInput | null;

  @Field(() => HoldoutInput, {
    nullable: true,
    description: 'The holdout: users who get no messages, for comparison. Null removes it.',
  })
  holdout?: HoldoutInput | null;
}

const NAMES: FieldNames = { root: '', places: {} };

const SETTING_NAMES: FieldNames = { root: 'input', places: {} };

const USERS = defineMutations({ type: 'User', noun: 'user', field: 'user', output: () => UserType, names: NAMES });

/** Users change only their own account. The operator changes others on the command line. */
@Resolver()
export class UserMutations {
  @Mutation(() => USERS.Payload, { description: 'Renames your own account. Requires all scopes.' })
  userUpdate(
    @Ctx() context: GraphContext,
    @Arg('input', () => UserUpdateInput, { description: 'The new name.' }) { name }: UserUpdateInput,
  ) {
    return change(context, (userId) => context.services.users.rename(userId, name), { root: 'input', places: {} });
  }

  @Mutation(() => USERS.Payload, {
    description: 'Changes the settings of your own account, which hold for all its messages. Requires all scopes.',
  })
  accountUpdate(
    @Ctx() context: GraphContext,
    @Arg('input', () => AccountUpdateInput, { description: 'The settings to change.' }) input: AccountUpdateInput,
  ) {
    return change(context, (userId) => context.services.users.configure(userId, toChanges(input)), SETTING_NAMES);
  }

  @Mutation(() => USERS.Payload, {
    description:
      'Suspends your own account: nothing more is sent, and your keys may only call `userResume` and `userSuspend`. Devices can still register. Requires all scopes. Idempotent.',
  })
  userSuspend(@Ctx() context: GraphContext) {
    return change(context, (userId) => context.services.users.suspend(userId, 'user'));
  }

  @Mutation(() => USERS.Payload, {
    description:
      'Resumes an account suspended by `userSuspend`, but not by the operator. Waiting messages are sent, and runs that are too late are recorded as missed. Requires all scopes. Idempotent.',
  })
  userResume(@Ctx() context: GraphContext) {
    return change(context, (userId) => context.services.users.resume(userId, 'user'));
  }

  @Mutation(() => DeletePayload, {
    description:
      'Deletes your own account with all its data. Its keys stop working and sending stops at once; stored data is deleted in the background. Requires all scopes. Irreversible.',
  })
  async userDelete(
    @Ctx() context: GraphContext,
    @Arg('name', () => String, { description: 'Name of the account, as a safeguard against mistakes.' })
    name: string,
  ): Promise<DeletePayload> {
    const userId = UserService.own(context.caller);
    const { value, userErrors } = await settle(NAMES, async () => {
      await context.services.users.delete(userId, name);
      return toGlobalId('User', userId);
    });
    return { deletedId: value, userErrors };
  }
}

const toChanges = ({ frequencyCaps, holdout, ...others }: AccountUpdateInput) => ({
  ...others,
  ...(frequencyCaps === undefined ? {} : { frequencyCaps: frequencyCaps && toCaps(frequencyCaps) }),
  ...(holdout === undefined ? {} : { holdout: toHoldout(holdout) }),
});

const change = (context: GraphContext, work: (userId: number) => Promise<void>, names = NAMES) => {
  const userId = UserService.own(context.caller);
  return USERS.carryOut(
    context,
    async () => {
      await work(userId);
      return userId;
    },
    { names },
  );
};
