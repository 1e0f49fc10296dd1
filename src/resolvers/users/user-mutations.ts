import { Arg, Ctx, Field, InputType, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { toGlobalId } from '../../schema/global-id.js';
import { answer, DeletePayload } from '../../schema/mutations/answer.js';
import { type FieldNames, settle } from '../../schema/mutations/user-errors.js';
import { UserService } from '../../services/users/user-service.js';
import { UserPayload } from './user-types.js';

@InputType({ description: 'The parts of your own user that can be changed.' })
export class UserUpdateInput {
  @Field(() => String, {
    description: 'The name of the account, which invitations show: 1 to 255 printable characters.',
  })
  name!: string;
}

/** Users change only themselves. The operator acts on others, on the command line. */
@Resolver()
export class UserMutations {
  @Mutation(() => UserPayload, { description: 'Renames your own user, which is the account. Needs all scopes.' })
  userUpdate(
    @Ctx() context: GraphContext,
    @Arg('input', () => UserUpdateInput, { description: 'The new name.' }) { name }: UserUpdateInput,
  ): Promise<UserPayload> {
    return change(context, (userId) => context.services.users.rename(userId, name), INPUT_NAMES);
  }

  @Mutation(() => UserPayload, {
    description:
      'Suspends your own user: nothing more is sent, and every request of your keys is refused, except `userResume` and `userSuspend` again. Devices go on registering. Needs all scopes. Idempotent.',
  })
  userSuspend(@Ctx() context: GraphContext): Promise<UserPayload> {
    return change(context, (userId) => context.services.users.suspend(userId, 'user'));
  }

  @Mutation(() => UserPayload, {
    description:
      'Ends what `userSuspend` began, and nothing that the operator began: what waits goes on, and moments that are too late are recorded as missed. Needs all scopes. Idempotent.',
  })
  userResume(@Ctx() context: GraphContext): Promise<UserPayload> {
    return change(context, (userId) => context.services.users.resume(userId, 'user'));
  }

  @Mutation(() => DeletePayload, {
    description:
      'Deletes your own user with everything that is yours: your keys are refused and nothing is sent from now on, what is stored goes in the background. There is no way back. Needs all scopes.',
  })
  async userDelete(
    @Ctx() context: GraphContext,
    @Arg('name', () => String, { description: 'The name of your user, so that nobody is deleted by mistake.' })
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

const NAMES: FieldNames = { root: '', places: {} };
const INPUT_NAMES: FieldNames = { root: 'input', places: {} };

const change = async (
  context: GraphContext,
  work: (userId: number) => Promise<void>,
  names = NAMES,
): Promise<UserPayload> => {
  const userId = UserService.own(context.caller);
  const { value, userErrors } = await answer(context, {
    scope: 'write',
    names,
    work: async () => {
      await work(userId);
      return userId;
    },
    load: (id) => context.loaders.users.load(id),
  });
  return { user: value, userErrors };
};
