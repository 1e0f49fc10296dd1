import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Device } from '../../entities/device.js';
import { EndUser } from '../../entities/end-user.js';
import { badInput } from '../../errors.js';
import type { Attributes } from '../../ports/attributes.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly, CostlyBy } from '../../schema/limits/costly.js';
import { IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { onceAnswered } from '../../schema/mutations/once.js';
import { type FieldNames, refusal, settle } from '../../schema/mutations/user-errors.js';
import { JSONObjectScalar } from '../../schema/scalars/scalars.js';
import { DeviceType } from '../devices/device-types.js';
import {
  EndUserType,
  endUserListing,
  UsersUpsertInput,
  UsersUpsertPayload,
  UserUpsertInput,
  UserUpsertPayload,
} from './end-user-types.js';
import { listDevicesOfUser } from './user-devices.js';

/** Most attributes are short, but they can have 64 KiB. */
const COST_OF_ATTRIBUTES = 5;

const COST_OF_USER = 5;

const NAMES: FieldNames = { root: 'input', places: { idempotencyKey: 'idempotencyKey' } };

@Resolver(() => EndUserType)
export class EndUserResolver {
  @Costly(COST_OF_ATTRIBUTES)
  @Reads<EndUser>('attributes')
  @FieldResolver(() => JSONObjectScalar, {
    description: 'The attributes of the user, by key. Each device of the user has them too, unless it has its own.',
  })
  attributes(@Root() { attributes }: EndUser): Attributes {
    return attributes ?? {};
  }

  @Reads()
  @Query(() => EndUserType, {
    nullable: true,
    description: 'A user, by exactly one of its ids; null if it does not exist.',
  })
  async user(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { nullable: true, description: 'Global id of the user.' }) id?: string | null,
    @Arg('externalUserId', () => String, { nullable: true, description: 'Your own id for the user.' })
    externalUserId?: string | null,
  ): Promise<EndUser | null> {
    context.require('read');
    const { endUsers, endUsersByExternalId } = context.loaders;
    if (id && !externalUserId) {
      const number = databaseIdOf('EndUser', id);
      return number === null ? null : endUsers.load(number);
    }
    if (externalUserId && !id) return endUsersByExternalId.load(externalUserId);
    throw badInput('id', 'Give exactly one of `id` and `externalUserId`.');
  }

  @Costly(COST_OF_USER)
  @Mutation(() => UserUpsertPayload, {
    description:
      'Creates a user, or merges attributes into a known one. `usersUpsert` takes many. Repeating the call changes nothing.',
  })
  async userUpsert(
    @Ctx() context: GraphContext,
    @Arg('input', () => UserUpsertInput, { description: 'The user.' }) input: UserUpsertInput,
    @IdempotencyKey() key?: string | null,
  ): Promise<UserUpsertPayload> {
    context.require('write');
    const { caller, services } = context;
    const work = async () => {
      const [found] = await services.endUsers.upsertMany(caller.userId, [input]);
      if (!found || 'refused' in found) throw found?.refused ?? new Error('upsertMany answered nothing');
      return found.result;
    };
    const request = ['userUpsert', input];
    const { value, userErrors } = await settle(NAMES, () => onceAnswered(context, { key, request }, work));
    if (value === null) return { user: null, created: null, userErrors };
    const { endUsers } = context.renewLoaders();
    return { user: () => endUsers.load(value.id), created: value.created, userErrors };
  }

  @CostlyBy({ argument: 'input', of: (input) => priceOf(input) })
  @Mutation(() => UsersUpsertPayload, {
    description:
      'Creates users or merges attributes into known ones. Refused users do not stop the others. Repeating the call changes nothing.',
  })
  async usersUpsert(
    @Ctx() context: GraphContext,
    @Arg('input', () => UsersUpsertInput, { description: 'The users.' }) { users }: UsersUpsertInput,
    @IdempotencyKey() key?: string | null,
  ): Promise<UsersUpsertPayload> {
    context.require('write');
    const { caller, services } = context;
    const work = async () => {
      const found = await services.endUsers.upsertMany(caller.userId, users);
      const results = found.map((item, index) =>
        'refused' in item
          ? { index, id: null, created: null, userErrors: refusal(item.refused, namesOf(index)) }
          : { index, ...item.result, userErrors: [] },
      );
      return { results };
    };
    const request = ['usersUpsert', users];
    const { value, userErrors } = await settle(NAMES, () => onceAnswered(context, { key, request }, work));
    // Users are read only when requested, all of them together.
    const { endUsers } = context.renewLoaders();
    const results = (value?.results ?? []).map(({ id, ...result }) => ({
      ...result,
      user: () => (id === null ? null : endUsers.load(id)),
    }));
    return { results, userErrors };
  }
}

const priceOf = (input: unknown): number => {
  const { users } = (input ?? {}) as { readonly users?: unknown };
  return COST_OF_USER * (Array.isArray(users) ? users.length : 1);
};

const namesOf = (index: number): FieldNames => ({ root: `input.users[${index}]`, places: {} });

endUserListing.addQuery(EndUserResolver, 'users', {
  description:
    'The people who use your applications, by your own ids. A user of devices that registered before users were stored appears within a day.',
});

listDevicesOfUser(EndUserResolver);

/** The user and the attributes of a device. */
@Resolver(() => DeviceType)
export class DeviceUserResolver {
  @Reads<Device>('externalUserId')
  @FieldResolver(() => EndUserType, { nullable: true, description: 'Its user; null if you gave none.' })
  user(@Root() { externalUserId }: Device, @Ctx() context: GraphContext): Promise<EndUser | null> | null {
    return externalUserId === null ? null : context.loaders.endUsersByExternalId.load(externalUserId);
  }

  @Costly(COST_OF_ATTRIBUTES)
  @Reads<Device>('attributes')
  @FieldResolver(() => JSONObjectScalar, {
    description: 'The attributes of its user merged with its own, which win. Messages and segments use them.',
  })
  attributes(@Root() { attributes }: Device): Attributes {
    return attributes ?? {};
  }

  @Costly(COST_OF_ATTRIBUTES)
  @Reads<Device>('ownAttributes')
  @FieldResolver(() => JSONObjectScalar, { description: 'The attributes that the device itself has.' })
  ownAttributes(@Root() { ownAttributes }: Device): Attributes {
    return ownAttributes ?? {};
  }
}
