import { Arg, Ctx, Field, FieldResolver, InputType, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import type { Erasure } from '../../entities/erasure.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { defineMutations, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { once } from '../../schema/mutations/once.js';
import { settle, UserError } from '../../schema/mutations/user-errors.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { ErasureCount, ErasureRemainder, ErasureType, erasureListing } from './erasure-types.js';

@InputType({ description: 'A user, identified by your own id.' })
export class ExternalUserInput {
  @Field(() => String, { description: 'Your own id of the user, 1 to 255 characters.' })
  externalUserId!: string;
}

@ObjectType({ description: 'The address of an export.', simpleResolvers: true })
export class UserExportPayload {
  @Field(() => String, {
    nullable: true,
    description:
      'Path on this server from which GET downloads the zip, without a key. Valid for one hour, and as long as you may write. Null if nothing was exported.',
  })
  readonly url!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the address expires.' })
  readonly expiresAt!: Date | null;

  @Field(() => [UserError], { description: 'The rules that the input breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The result of lifting an erasure.', simpleResolvers: true })
export class ErasureLiftPayload {
  @Field(() => Boolean, { nullable: true, description: 'Whether the id belonged to an erased user.' })
  readonly wasErased!: boolean | null;

  @Field(() => [UserError], { description: 'The rules that the input breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

const NAMES = {
  root: 'input',
  places: { externalUserId: 'input.externalUserId', idempotencyKey: 'idempotencyKey' },
} as const;

const ERASURES = defineMutations({
  type: 'Erasure',
  noun: 'erasure',
  field: 'erasure',
  output: () => ErasureType,
  names: NAMES,
});

@Resolver(() => ErasureType)
export class ErasureResolver {
  @Reads<Erasure>('counts')
  @FieldResolver(() => [ErasureCount], { description: 'The number of deleted or changed rows so far, by type.' })
  counts(@Root() { counts }: Erasure): readonly ErasureCount[] {
    return Object.entries(counts).map(([type, count]) => ({ type, count }));
  }

  @Reads<Erasure>('createdAt', 'finishedAt')
  @FieldResolver(() => [ErasureRemainder], {
    description: 'Where the data may still exist outside the tables, and until when.',
  })
  remains(@Root() { finishedAt, createdAt }: Erasure, @Ctx() { services }: GraphContext): readonly ErasureRemainder[] {
    return services.erasures.remainders(finishedAt ?? createdAt);
  }

  @Mutation(() => ERASURES.Payload, {
    description:
      'Deletes everything about a user: its devices with tags, events, receipts and waiting messages, its attributes, preferences and places in lists, and its devices at OneSignal. The id is refused from now on. A job does the work; watch `erasure`. Irreversible.',
  })
  userErase(
    @Ctx() context: GraphContext,
    @Arg('input', () => ExternalUserInput, { description: 'The user.' }) { externalUserId }: ExternalUserInput,
    @IdempotencyKey() key?: string | null,
  ) {
    const { services, caller } = context;
    // The stored request is a hash, so it does not keep the id.
    const request = ['userErase', externalUserId];
    return ERASURES.carryOut(context, () =>
      once(context, { key, request }, () => services.erasures.request(caller, externalUserId)),
    );
  }

  @Mutation(() => ErasureLiftPayload, {
    description: 'Lets the id of an erased user be used again. Deleted data does not come back.',
  })
  async userErasureLift(
    @Ctx() context: GraphContext,
    @Arg('input', () => ExternalUserInput, { description: 'The user.' }) { externalUserId }: ExternalUserInput,
  ): Promise<ErasureLiftPayload> {
    context.require('write');
    const { services, caller } = context;
    const { value, userErrors } = await settle(NAMES, () => services.erasures.lift(caller, externalUserId));
    return { wasErased: value, userErrors };
  }

  @Mutation(() => UserExportPayload, {
    description:
      'Returns the address of a zip with everything about a user, as NDJSON: attributes, preferences, devices, events, messages and receipts. Addresses at push services and secrets are left out.',
  })
  async userExport(
    @Ctx() context: GraphContext,
    @Arg('input', () => ExternalUserInput, { description: 'The user.' }) { externalUserId }: ExternalUserInput,
  ): Promise<UserExportPayload> {
    context.require('write');
    const { services, caller } = context;
    const { value, userErrors } = await settle(NAMES, () => services.userExports.signedPath(caller, externalUserId));
    return { url: value?.path ?? null, expiresAt: value?.expiresAt ?? null, userErrors };
  }
}

addNodeQuery(ErasureResolver, 'erasure', { type: 'Erasure', noun: 'erasure', output: () => ErasureType });

erasureListing.addQuery(ErasureResolver, 'erasures', {
  description: 'The erasures of users, without their ids.',
  orderBy: { field: 'CREATED_AT', direction: 'DESC' },
});
