import { Arg, Ctx, Field, FieldResolver, ID, Mutation, Resolver, Root, Subscription } from 'type-graphql';
import { App } from '../../entities/app.js';
import { DeviceImport, type TakenColumn } from '../../entities/device-import.js';
import { badInput } from '../../errors.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf, requireDatabaseId } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { once } from '../../schema/mutations/once.js';
import { AppType } from '../apps/app-types.js';
import {
  DeviceImportInput,
  DeviceImportType,
  deviceImportListing,
  ImportColumn,
  ImportColumnInput,
} from './device-import-types.js';

@Resolver(() => DeviceImportType)
export class DeviceImportResolver {
  @Reads<DeviceImport>('appId')
  @FieldResolver(() => AppType, { description: 'The application that the devices belong to.' })
  app(@Root() { appId }: DeviceImport, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(appId);
  }

  @Reads<DeviceImport>('columnsTaken')
  @FieldResolver(() => [ImportColumn], {
    description:
      'CSV only: the columns of the header with the property of each, initially guessed from its name and first values.',
  })
  columns(@Root() { columnsTaken }: DeviceImport): readonly TakenColumn[] {
    return columnsTaken;
  }

  /** The file contains the addresses of devices, which callers who may only read must not see. */
  @Costly(20)
  @Reads<DeviceImport>('sample', 'finishedAt')
  @FieldResolver(() => [[String]], {
    description:
      'The first 10 lines after the header, one list of cells per line (JSON lines: one cell), each cut to 100 characters. Empty once the import has ended. Requires the scope WRITE.',
  })
  sample(@Root() { sample, finishedAt }: DeviceImport, @Ctx() context: GraphContext): readonly string[][] {
    context.require('write');
    return finishedAt === null ? sample : [];
  }

  @Reads<DeviceImport>('id', 'status', 'createdAt', 'rejectedBytes')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Path on this server from which the rejected lines can be downloaded as CSV with line number and reason, without a key, for one hour. Lines are kept for seven days after the import ends, up to 64 MiB. Null if no line was rejected. Requires the scope WRITE.',
  })
  rejectedUrl(@Root() row: DeviceImport, @Ctx() context: GraphContext): string | null {
    context.require('write');
    return context.services.importFiles.signedPath('rejected', row, context.caller);
  }

  @Subscription(() => DeviceImportType, {
    description:
      'The state of an import: first the current one, then every change, at most 4 times a second. Completes after the final state.',
    subscribe: ({ args, context }: { args: { id: string }; context: GraphContext }) => watchImport(context, args.id),
  })
  deviceImportProgress(
    @Arg('id', () => ID, { description: 'Global id of the import.' }) _id: string,
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

addNodeQuery(DeviceImportResolver, 'deviceImport', {
  type: 'DeviceImport',
  noun: 'import',
  output: () => DeviceImportType,
});

deviceImportListing.addQuery(DeviceImportResolver, 'deviceImports', {
  description: 'Your imports. They are kept for one year after they end.',
  orderBy: { field: 'ID', direction: 'DESC' },
});

const IMPORTS = defineMutations({
  type: 'DeviceImport',
  noun: 'import',
  field: 'deviceImport',
  output: () => DeviceImportType,
  names: { root: 'input', places: { id: 'id', columns: 'columns', idempotencyKey: 'idempotencyKey' } },
});

Field(() => String, {
  nullable: true,
  description:
    'Path on this server to which the file is sent, once, by PUT and without a key. Valid for one hour after the import was created. Null unless the import is waiting for its file.',
})(IMPORTS.Payload.prototype, 'uploadUrl');

@Resolver()
export class DeviceImportMutations {
  @Mutation(() => IMPORTS.Payload, {
    description:
      'Creates an import of devices from a file. Send the file to `uploadUrl`, then call `deviceImportStart`. Limited to 5 unfinished imports.',
  })
  deviceImportCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => DeviceImportInput, { description: 'The import.' }) input: DeviceImportInput,
    @IdempotencyKey() key?: string | null,
  ) {
    const { fileName, format } = input;
    const payload = IMPORTS.carryOut(context, () => {
      const appId = databaseIdOf('App', input.appId);
      if (appId === null) throw badInput('app_id', 'There is no such application.', 'NOT_FOUND');
      return once(context, { key, request: ['deviceImportCreate', input] }, () =>
        context.services.deviceImports.create(context.caller, { appId, fileName, format }),
      );
    });
    return withUploadUrl(context, payload);
  }

  @Mutation(() => IMPORTS.Payload, {
    description:
      'Starts an import whose file has been uploaded. Devices are registered in the background, and no pushes are started.',
  })
  deviceImportStart(
    @Ctx() context: GraphContext,
    @IdArg('import') id: string,
    @Arg('columns', () => [ImportColumnInput], {
      nullable: true,
      description: 'Properties of columns. Columns that are not listed keep those of `DeviceImport.columns`.',
    })
    columns?: ImportColumnInput[] | null,
  ) {
    const { services, caller } = context;
    const payload = IMPORTS.change(context, { id }, (number) =>
      services.deviceImports.start(caller, number, ImportColumnInput.toColumns(columns)),
    );
    return withUploadUrl(context, payload);
  }

  @Mutation(() => IMPORTS.Payload, {
    description: 'Cancels an import and deletes its file. Devices registered so far stay. Idempotent.',
  })
  deviceImportCancel(@Ctx() context: GraphContext, @IdArg('import') id: string) {
    const { services, caller } = context;
    return withUploadUrl(
      context,
      IMPORTS.change(context, { id }, (number) => services.deviceImports.cancel(caller, number)),
    );
  }
}

const withUploadUrl = async <P extends { readonly deviceImport: DeviceImport | null }>(
  { services, caller }: GraphContext,
  changed: Promise<P>,
) => {
  const payload = await changed;
  const { deviceImport } = payload;
  return { ...payload, uploadUrl: deviceImport && services.importFiles.signedPath('file', deviceImport, caller) };
};
