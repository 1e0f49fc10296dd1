import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { App } from '../../entities/app.js';
import { DeviceImport, type TakenColumn } from '../../entities/device-import.js';
import { badInput } from '../../errors.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf, requireDatabaseId } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { answer, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { AppType } from '../apps/app-types.js';
import { DeviceImportOrderInput, DeviceImportWhereInput, deviceImportListing } from './device-import-listing.js';
import {
  DeviceImportConnection,
  DeviceImportInput,
  DeviceImportPayload,
  DeviceImportType,
  ImportColumn,
  ImportColumnInput,
} from './device-import-types.js';

const ID_DESCRIPTION = 'Global id of the import.';

@Resolver(() => DeviceImportType)
export class DeviceImportResolver {
  @Reads()
  @Query(() => DeviceImportType, { nullable: true, description: 'An import, or null if there is none with this id.' })
  async deviceImport(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) globalId: string,
  ): Promise<DeviceImport | null> {
    context.require('read');
    const id = databaseIdOf('DeviceImport', globalId);
    return id === null ? null : context.loaders.deviceImports.load(id);
  }

  @Reads()
  @Query(() => DeviceImportConnection, {
    description: 'Your imports. They are kept for a year after their end.',
  })
  deviceImports(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => DeviceImportWhereInput, { nullable: true, description: 'Which ones.' })
    where?: DeviceImportWhereInput | null,
    @Arg('orderBy', () => DeviceImportOrderInput, {
      nullable: true,
      description: 'How to sort; the latest first if left out.',
    })
    orderBy?: DeviceImportOrderInput | null,
  ): Promise<Connection<DeviceImport>> {
    context.require('read');
    const request = toPageRequest(deviceImportListing, {
      parentColumn: 'user_id',
      page,
      where: DeviceImportWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'DESC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<DeviceImport>('appId')
  @FieldResolver(() => AppType, { description: 'The application that the devices are of.' })
  app(@Root() { appId }: DeviceImport, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(appId);
  }

  @Reads<DeviceImport>('columnsTaken')
  @FieldResolver(() => [ImportColumn], {
    description:
      'Of CSV: the header, as the file has it, with what each column is taken for; at first by its name and its first values.',
  })
  columns(@Root() { columnsTaken }: DeviceImport): readonly TakenColumn[] {
    return columnsTaken;
  }

  /** Where devices are reached is in the file: who only reads does not see it, as with `Device`. */
  @Costly(20)
  @Reads<DeviceImport>('sample', 'finishedAt')
  @FieldResolver(() => [[String]], {
    description:
      'The first 10 lines after the header, cell by cell, each cut to 100 characters; of JSON lines one cell each. Empty once it is over. Needs the scope WRITE.',
  })
  sample(@Root() { sample, finishedAt }: DeviceImport, @Ctx() context: GraphContext): readonly string[][] {
    context.require('write');
    return finishedAt === null ? sample : [];
  }

  @Reads<DeviceImport>('id', 'status', 'createdAt', 'rejectedBytes')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Where on this server the rejected lines can be fetched as CSV, each with its number and the reason, without a key; for an hour, then ask anew. They are kept for seven days after the end, and 64 MiB of them at most. Null: there are none. Needs the scope WRITE.',
  })
  rejectedUrl(@Root() row: DeviceImport, @Ctx() context: GraphContext): string | null {
    context.require('write');
    return context.services.importFiles.signedPath('rejected', row, context.caller);
  }

  @Subscription(() => DeviceImportType, {
    description:
      'Where an import stands: at once, then at every change, at most 4 times a second. Completes after its last state.',
    subscribe: ({ args, context }: { args: { id: string }; context: GraphContext }) => watchImport(context, args.id),
  })
  deviceImportProgress(
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) _id: string,
    @Root() state: DeviceImport,
    @Ctx() context: GraphContext,
  ): DeviceImport {
    context.shareLoaders(state);
    context.loaders.deviceImports.prime(state.id, state);
    return state;
  }
}

const watchImport = async (context: GraphContext, globalId: string): Promise<AsyncIterable<DeviceImport>> => {
  context.require('read');
  return context.status.watchImport(context.caller, requireDatabaseId('DeviceImport', globalId, 'import'));
};

@Resolver()
export class DeviceImportMutations {
  @Mutation(() => DeviceImportPayload, {
    description:
      'Makes an import of devices from a file. Send the file to `uploadUrl`; it is then looked at, and `deviceImportStart` begins. At most 5 at once.',
  })
  deviceImportCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => DeviceImportInput, { description: 'The import.' }) input: DeviceImportInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<DeviceImportPayload> {
    return change(context, () => {
      const appId = databaseIdOf('App', input.appId);
      if (appId === null) throw badInput('app_id', 'There is no such application.', 'NOT_FOUND');
      const { fileName, format } = input;
      return once(context, { key, request: ['deviceImportCreate', input] }, () =>
        context.services.deviceImports.create(context.caller, { appId, fileName, format }),
      );
    });
  }

  @Mutation(() => DeviceImportPayload, {
    description:
      'Begins an import whose file has come. The devices are registered in the background, and none is welcomed: no push is started by it.',
  })
  deviceImportStart(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) globalId: string,
    @Arg('columns', () => [ImportColumnInput], {
      nullable: true,
      description: 'What to take columns for; those that are not named are taken as `DeviceImport.columns` says.',
    })
    columns?: ImportColumnInput[] | null,
  ): Promise<DeviceImportPayload> {
    return change(context, async () => {
      const id = targetId({ type: 'DeviceImport', noun: 'import', globalId });
      await context.services.deviceImports.start(context.caller, id, ImportColumnInput.toColumns(columns));
      return id;
    });
  }

  @Mutation(() => DeviceImportPayload, {
    description: 'Cancels an import. What it has registered stays; the file is deleted. Idempotent.',
  })
  deviceImportCancel(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) globalId: string,
  ): Promise<DeviceImportPayload> {
    return change(context, async () => {
      const id = targetId({ type: 'DeviceImport', noun: 'import', globalId });
      await context.services.deviceImports.cancel(context.caller, id);
      return id;
    });
  }
}

const NAMES: FieldNames = {
  root: 'input',
  places: { id: 'id', columns: 'columns', idempotencyKey: 'idempotencyKey' },
};

const change = async (context: GraphContext, work: () => Promise<number>): Promise<DeviceImportPayload> => {
  const load = (id: number) => context.loaders.deviceImports.load(id);
  const { value, userErrors } = await answer(context, { scope: 'write', names: NAMES, work, load });
  const uploadUrl = value && context.services.importFiles.signedPath('file', value, context.caller);
  return { deviceImport: value, uploadUrl, userErrors };
};
