import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../schema/context.js';
import { AppGroupInput } from '../schema/inputs/app-group-input.js';
import { answer, answerDeletion, type Target, targetId } from '../schema/mapping/answer.js';
import type { FieldNames } from '../schema/mapping/field-names.js';
import { IDEMPOTENCY_DESCRIPTION } from '../schema/mapping/idempotency-description.js';
import { once } from '../schema/mapping/once.js';
import { toAppGroupInput } from '../schema/mapping/to-app-group-input.js';
import { AppGroupPayload } from '../schema/types/app-group-payload.js';
import { DeletePayload } from '../schema/types/delete-payload.js';

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
