import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { badInput } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { toIds } from '../../schema/global-id.js';
import { answer, answerDeletion, DeletePayload, type Target, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import type { AppGroupInput as ServiceInput } from '../../services/apps/app-input.js';
import { AppGroupPayload } from './app-group-types.js';

@InputType({ description: 'An application group; an update replaces all of it.' })
export class AppGroupInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'It consists of all applications that are not archived, also those yet to come; left out: false.',
  })
  allApps?: boolean | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Its applications: with `allApps` none, else at least one; none may be archived.',
  })
  appIds?: string[] | null;
}

/** @throws BAD_USER_INPUT for an id that names no application, and for ids beside all. */
export const toAppGroupInput = ({ name, allApps, appIds }: AppGroupInput): ServiceInput => {
  if (allApps && appIds?.length) throw badInput('app_ids', '`app_ids` must be empty when `all_apps` is true.');
  return { name, allApps: allApps ?? false, appIds: toIds('App', 'app_ids', appIds) ?? [] };
};

const ID_DESCRIPTION = 'Global id of the application group.';

@Resolver()
export class AppGroupMutations {
  @Mutation(() => AppGroupPayload, { description: 'Creates an application group.' })
  appGroupCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => AppGroupInput, { description: 'The application group.' }) input: AppGroupInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<AppGroupPayload> {
    const create = async () => (await context.services.appGroups.create(context.caller, toAppGroupInput(input))).id;
    return change(context, () => once(context, { key, request: ['appGroupCreate', input] }, create));
  }

  @Mutation(() => AppGroupPayload, { description: 'Replaces an application group; whether it is archived stays.' })
  appGroupUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => AppGroupInput, { description: 'The application group as it shall be.' }) input: AppGroupInput,
  ): Promise<AppGroupPayload> {
    const { appGroups } = context.services;
    return changeById(context, id, (databaseId) =>
      appGroups.update(context.caller, databaseId, toAppGroupInput(input)),
    );
  }

  @Mutation(() => AppGroupPayload, {
    description:
      'Archives an application group: it stays in schedulers and contributes nothing until it is restored. Idempotent.',
  })
  appGroupArchive(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<AppGroupPayload> {
    const { appGroups } = context.services;
    return changeById(context, id, (databaseId) => appGroups.archive(context.caller, databaseId));
  }

  @Mutation(() => AppGroupPayload, { description: 'Restores an application group. Idempotent.' })
  appGroupUnarchive(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<AppGroupPayload> {
    const { appGroups } = context.services;
    return changeById(context, id, (databaseId) => appGroups.unarchive(context.caller, databaseId));
  }

  @Mutation(() => DeletePayload, {
    description: 'Deletes an application group and takes it out of schedulers; its applications stay. Irreversible.',
  })
  appGroupDelete(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<DeletePayload> {
    const work = (databaseId: number) => context.services.appGroups.delete(context.caller, databaseId);
    return answerDeletion(context, { names: NAMES, target: toTarget(id), work });
  }
}

const NAMES: FieldNames = {
  root: 'input',
  places: { id: 'id', idempotencyKey: 'idempotencyKey', app_ids: 'input.appIds', all_apps: 'input.allApps' },
};

const toTarget = (globalId: string): Target => ({ type: 'AppGroup', noun: 'application group', globalId });

const changeById = (context: GraphContext, globalId: string, work: (id: number) => Promise<unknown>) =>
  change(context, async () => {
    const id = targetId(toTarget(globalId));
    await work(id);
    return id;
  });

const change = async (context: GraphContext, work: () => Promise<number>): Promise<AppGroupPayload> => {
  const load = (id: number) => context.loaders.appGroups.load(id);
  const { value, userErrors } = await answer(context, { scope: 'write', names: NAMES, work, load });
  return { appGroup: value, userErrors };
};
