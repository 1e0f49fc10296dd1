import type { Writable } from 'node:stream';
import { type Command, Option } from 'commander';
import type { Config } from '../../config/config.js';
import { loadKeyring } from '../../crypto/load-master-key.js';
import type { Database } from '../../database/database.js';
import { App } from '../../entities/app.js';
import { AppError, badInput } from '../../errors.js';
import { systemClock } from '../../ports/clock.js';
import { listByAddress } from '../../providers/providers.js';
import { AttributeService } from '../../services/attributes/attribute-service.js';
import { DEVICE_COLUMNS } from '../../services/device-imports/device-columns.js';
import { DEVICE_FORMATS, type DeviceFormat, formatOfFile } from '../../services/device-imports/device-format.js';
import { DeviceService, type DeviceServiceDeps } from '../../services/devices/device-service.js';
import { EndUserService } from '../../services/end-users/end-user-service.js';
import { Tombstones } from '../../services/erasures/tombstones.js';
import { readUserLimits } from '../../services/users/user-limits.js';
import { type AddCommands, printJson } from '../command.js';
import { withDatabase } from '../with-database.js';
import { exportDevices } from './export-devices.js';
import { checkImportFile, importDevices } from './import-devices.js';
import { writeWholeFile } from './write-whole-file.js';

/** Imports and exports the devices of an application. */
export const deviceCommands: AddCommands = (program, config) => {
  const devices = program.command('devices').description('Imports and exports the devices of an application');
  addImport(devices, config);
  addExport(devices, config);
};

const addImport = (devices: Command, config: () => Config): void => {
  devices
    .command('import')
    .description('Registers the devices of a file and updates known ones. Sends nothing')
    .argument('<file>', 'FILE.csv or FILE.jsonl')
    .requiredOption('--app <id>', 'the application, by its number')
    .addHelpText('after', IMPORT_HELP)
    .action(async (file: string, { app }: { app: string }) => {
      const id = readAppId(app);
      await checkImportFile(file);
      const settings = config();
      printJson(
        await withDatabase(settings, async (database) => {
          const target = await findApp(database, id);
          if (target.archived) throw new AppError('CONFLICT', `Application ${id} is archived; unarchive it first.`);
          const limits = await readUserLimits(database);
          const maxDevices = (userId: number) => limits.get(userId)?.maxDevices ?? null;
          const tombstones = new Tombstones(() => loadKeyring(settings));
          const service = createDeviceService({ database, tombstones, maxDevices }, settings);
          const deps = {
            attributes: new AttributeService(database, systemClock),
            devices: service,
            endUsers: new EndUserService(database, systemClock, tombstones),
            terminal: process.stderr,
          };
          return importDevices(deps, target, file);
        }),
      );
    });
};

const IMPORT_HELP = `
CSV (RFC 4180, UTF-8): the first line names the columns, all of which are optional:
  ${DEVICE_COLUMNS.slice(0, 8).join(', ')},
  ${DEVICE_COLUMNS.slice(8).join(', ')}.
  token is for ${listByAddress('token', ' and ')}, subscription_id for
${listByAddress('subscription_id', ' and ')}, endpoint, p256dh and auth for ${listByAddress('subscription', ' and ')}.
Audiences are joined by |; \\| and \\\\ stand for these characters inside one. An empty cell counts as omitted.
  A cell that begins like a formula has an apostrophe in front.
attr.KEY is an attribute of the user in external_user_id, or of the device in a line without one;
device_attr.KEY is always the device. A type may follow: attr.zip:string. Lists are joined by |.
JSON lines: each is the body with which a device registers at /sdk/v1. Attributes are members named as
in CSV, or objects: "attributes" as attr., "device_attributes" as device_attr.

Lines that cannot be imported are skipped and listed in FILE.rejected with number and reason.
The last line on standard output is {"imported":…,"updated":…,"rejected":…}.
Importing again changes nothing, so just repeat an import that was interrupted.
The event "install" is recorded for new devices but starts no auto-push: nobody is welcomed twice.`;

interface ExportFlags {
  readonly app: string;
  readonly format?: DeviceFormat;
  readonly all?: boolean;
}

const addExport = (devices: Command, config: () => Config): void => {
  devices
    .command('export')
    .description('Exports the active devices for "devices import", without secrets')
    .argument('[file]', 'the file to write; standard output by default')
    .requiredOption('--app <id>', 'the application, by its number')
    .addOption(new Option('--format <name>', 'by default from the file name, otherwise csv').choices(DEVICE_FORMATS))
    .option('--all', 'includes inactive devices; importing makes them active')
    .action(async (file: string | undefined, flags: ExportFlags) => {
      const id = readAppId(flags.app);
      const format = flags.format ?? (file === undefined ? 'csv' : formatOfFile(file));
      const exported = await withDatabase(config(), async (database) => {
        const app = await findApp(database, id);
        const options = { format, all: flags.all ?? false, end: file !== undefined };
        const write = (output: Writable) => exportDevices(database, app, { output, ...options });
        return file === undefined ? write(process.stdout).catch(passOver) : writeWholeFile(file, write);
      });
      if (file !== undefined) printJson({ exported });
    });
};

const readAppId = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw badInput('app', '--app is the number of an application, `id` in REST and `databaseId` in the graph.');
};

const findApp = async (database: Database, id: number): Promise<App> => {
  const app = await database.reader.findOneBy(App, { id });
  if (!app) throw new AppError('NOT_FOUND', `There is no application ${id}; check the number after --app.`);
  return app;
};

/** Running services find new work in the database; this process sends nothing. */
const createDeviceService = (
  parts: Pick<DeviceServiceDeps, 'database' | 'tombstones' | 'maxDevices'>,
  { outboundAllowPrivate: allowPrivate, webPushHosts }: Config,
): DeviceService =>
  new DeviceService({
    ...parts,
    clock: systemClock,
    allowPrivate,
    webPushHosts,
    dueSignal: { dueAt: () => undefined },
  });

/** A reader of standard output may stop early, as `head` does. */
const passOver = (error: unknown): number => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE') return 0;
  throw error;
};
