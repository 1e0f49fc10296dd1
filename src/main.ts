import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import type { PushgraphApp } from './app.js';
import { buildInfo, commandLine } from './build-info.js';
import { type Config, isLocalHost } from './config/config.js';
import { judgeStartError, toListenError } from './describe-start-error.js';
import { AppError } from './errors.js';
import { StartFollower } from './follow-start.js';
import { listening, tryAddress } from './http/waiting-door.js';
import { createLogger } from './logger.js';
import { OutageLog } from './outage-log.js';
import { readConfig } from './read-config.js';
import { zoneRules } from './schedule/zone-rules.js';
import { ZoneData } from './tzdata/zone-data.js';
import { untilItAnswers } from './until-it-answers.js';

/**
 * V8 lets a busy heap grow to four times its live size before collecting the old part, which after sending wastes 150
 * MB. Helper threads for young objects take as long and use more CPU (docs/decisions/memory-of-a-worker.md).
 */
const COLLECTION_OF_A_WORKER = '--heap-growing-percent=70 --no-parallel-scavenge';

/** Wrong settings: supervisors, including our unit, should not restart (docs/operations.md#exit-statuses). */
const STATUS_OF_SETTINGS = 1;
/** EX_SOFTWARE of sysexits.h. Node's own status for an uncaught error is 1. */
const STATUS_OF_FAULTS = 70;

/** How long a start that receives SIGTERM may take to complete a migration. */
const START_DRAIN_MS = 12_000;

const main = async (signalled: AbortSignal): Promise<void> => {
  const endsHard = endHardWhenAborted(signalled);
  const isTerminal = process.stdout.isTTY === true;
  const config = readConfig(process.env, { isTerminal });
  if (config.role === 'worker') setFlagsFromString(COLLECTION_OF_A_WORKER);
  const outageLog = new OutageLog();
  const logger = createLogger(config, undefined, outageLog);
  warnOfMisspelt(config, logger);
  // Loaded on demand, because it takes 0.4 s and 26 MB. Must precede the app, whose server uses it.
  const endTracing = config.tracing ? (await import('./start-tracing.js')).startTracing(config.role, logger) : null;
  // Imported late: configuration errors appear at once, while the rest takes a second to load.
  const { createApp } = await import('./app.js');
  const zoneData = await ZoneData.open(config.tzdata, logger);
  reloadOnSignal(zoneData);
  await tryAddresses(config);
  const follower = new StartFollower(signalled, { address: config, logger });
  const app = await createApp(config, logger, { watch: follower, outageLog }).catch((error) => {
    follower.logMigrations();
    throw error;
  });
  endsHard.cancel();
  printFirstKey(app, config.bootstrapApiKey);
  const serving = serve(app, { config, logger, isTerminal, follower, zoneData }).catch((error) => {
    // A signal in the middle of a start makes its steps fail.
    if (!signalled.aborted) throw error;
  });
  await Promise.race([serving, untilAborted(signalled)]);
  await zoneData.stop();
  await stop(app, endTracing, (error) => logger.error({ err: error }, 'the service did not stop cleanly'));
};

interface Serving {
  readonly config: Config;
  readonly logger: Logger;
  readonly isTerminal: boolean;
  readonly follower: StartFollower;
  readonly zoneData: ZoneData;
}

/** Lets the app listen and starts its jobs. Resolves when the process is to end. */
const serve = async (app: PushgraphApp, { config, logger, isTerminal, follower, zoneData }: Serving): Promise<void> => {
  const { signal } = follower;
  await follower.leaveAddress();
  signal.throwIfAborted();
  const address = await listen(app, config);
  // Behind a proxy, or on a network, only `PUBLIC_URL` is an address that people reach.
  const isLocal = config.publicUrl === null && config.trustProxy === false && isLocalHost(config.host);
  if (isLocal && config.role !== 'worker') app.services.preferencesLinks.serveLocally(address);
  const isForPeople = isTerminal && config.logPretty;
  if (isForPeople) printPlaces(app, address);
  follower.logMigrations({ isBrief: isForPeople });
  await listenForMetrics(app, config, logger);
  logBuild(config, logger);
  await untilItAnswers('database', () => warnOfIgnoredKey(app, config, logger), follower);
  await untilItAnswers('database', () => printFirstLink(app, { config, address, logger }), follower);
  signal.throwIfAborted();
  followZoneData(zoneData, app, logger);
  await untilItAnswers('database', () => app.startJobs(), follower);
  await untilAborted(signal);
};

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

const logZoneData = ({ place }: ZoneData, logger: Logger): void => {
  const { release, source } = zoneRules();
  logger.info(
    { tzdata: release, source, ...(place === null ? {} : { place }), node: process.version },
    'time-zone data',
  );
};

/** Closing a terminal sends SIGHUP too, and means the end. */
const reloadOnSignal = (zoneData: ZoneData): void => {
  const isOfTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  if (!isOfTerminal) process.on('SIGHUP', () => void zoneData.reload());
};

/** Pending moments follow new data at once. */
const followZoneData = (zoneData: ZoneData, app: PushgraphApp, logger: Logger): void => {
  logZoneData(zoneData, logger);
  zoneData.onChanged = () => {
    logZoneData(zoneData, logger);
    void app.replan();
  };
  zoneData.start();
};

/** Checks that this process can listen, before the start changes anything. */
const tryAddresses = async ({ host, port, metricsPort }: Config): Promise<void> => {
  const ports = [['PORT', port] as const, ...(metricsPort === null ? [] : [['METRICS_PORT', metricsPort] as const])];
  for (const [variable, each] of ports) {
    await tryAddress({ host, port: each }).catch((error) => {
      throw toListenError(error, variable);
    });
  }
};

const listenForMetrics = async (
  { metricsServer }: PushgraphApp,
  { host, metricsPort }: Config,
  logger: Logger,
): Promise<void> => {
  if (metricsServer === null || metricsPort === null) return;
  await listening(metricsServer, { host, port: metricsPort }).catch((error) => {
    throw toListenError(error, 'METRICS_PORT');
  });
  const { port } = metricsServer.address() as AddressInfo;
  logger.info({ port }, 'metrics have a separate port');
};

/** The server logs its own address, or several for a HOST such as `localhost`. */
const listen = async ({ server }: PushgraphApp, { host, port, role }: Config): Promise<string> => {
  const listenTextResolver = (address: string) => `pushgraph (${role}) is listening on ${address}`;
  try {
    return await server.listen({ host, port, listenTextResolver });
  } catch (error) {
    throw toListenError(error);
  }
};

/** Only people need this line; programs that read JSON lines do not. */
const printPlaces = ({ server }: PushgraphApp, address: string): void => {
  const places = PLACES.filter(([, path]) => server.hasRoute({ method: 'GET', url: path }));
  const lines = places.map(([name, path]) => `  ${name.padEnd(12)}${address}${path}\n`);
  process.stdout.write(`\n${lines.join('')}\n`);
};

const PLACES = [
  ['Start page', '/'],
  ['Console', '/console'],
  ['GraphiQL', '/graphiql'],
  ['REST', '/docs/'],
  ['Ready', '/readyz'],
] as const;

/** A user who sets a key expects it to work. */
const warnOfIgnoredKey = async (
  { bootstrapped, services }: PushgraphApp,
  { bootstrapApiKey }: Config,
  logger: Logger,
): Promise<void> => {
  if (bootstrapApiKey === null || bootstrapped) return;
  const refusal = await services.keys.authenticate(`Bearer ${bootstrapApiKey}`).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refusal instanceof AppError)) return;
  logger.warn(
    'BOOTSTRAP_API_KEY is ignored: this database already has users, and it is not one of their valid keys. ' +
      `To create a key: ${commandLine('key create USER_ID')}`,
  );
};

/** Shown once, on standard output and not in the log, which may be kept. */
const printFirstKey = (app: PushgraphApp, given: string | null): void => {
  if (app.bootstrapped && given === null) {
    process.stdout.write(`First API key, shown only now: ${app.bootstrapped.apiKey}\n`);
  }
};

/**
 * As with the first key, one start prints the link that creates the first admin. Until an admin has joined, later starts
 * say how to get another link.
 */
const printFirstLink = async (
  { server, services }: PushgraphApp,
  { config, address, logger }: { config: Config; address: string; logger: Logger },
): Promise<void> => {
  if (!server.hasRoute({ method: 'GET', url: '/console/session' })) return;
  const token = await services.invitations.createFirst();
  if (token !== null) {
    const link = `${config.publicUrl ?? address}/console/join#${token}`;
    process.stdout.write(
      `Create the first admin of the console with this link, which works once, for 24 hours, and is shown only now: ${link}\n`,
    );
  } else if (!(await services.invitations.hasAdmin())) {
    logger.info(`the console has no admin yet; to get a link: ${commandLine('console link')}`);
  }
};

/** A long migration statement cannot be aborted, so a timer ends the process. */
const endHardWhenAborted = (signalled: AbortSignal): { cancel(): void } => {
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => process.exit(0), START_DRAIN_MS).unref();
  };
  signalled.addEventListener('abort', begin);
  return {
    // The app exists: its stop has limits of its own, and must not be cut off in the middle.
    cancel: () => {
      signalled.removeEventListener('abort', begin);
      clearTimeout(timer);
    },
  };
};

const logBuild = ({ database }: Config, logger: Logger): void => {
  const { version, commit } = buildInfo();
  const details = { version, commit, node: process.version, database: database.kind };
  logger.info(details, `pushgraph ${version}, commit ${commit}`);
};

const warnOfMisspelt = ({ misspelt }: Config, logger: Logger): void => {
  for (const { name, meant } of misspelt) {
    logger.warn({ setting: name }, `${name} is not a setting and has no effect; did you mean ${meant}?`);
  }
};

/** Aborted by the first SIGTERM or SIGINT; later ones change nothing. */
const listenForSignals = (): AbortSignal => {
  const controller = new AbortController();
  process.on('SIGTERM', () => controller.abort());
  process.on('SIGINT', () => controller.abort());
  return controller.signal;
};

const stop = async (
  app: PushgraphApp,
  endTracing: (() => Promise<void>) | null,
  report: (error: unknown) => void,
): Promise<never> => {
  // Timers that keep no process alive may be all that a stop waits for.
  setInterval(() => undefined, 60_000);
  try {
    await app.stop();
    await endTracing?.();
  } catch (error) {
    report(error);
    process.exit(STATUS_OF_FAULTS);
  }
  process.exit(0);
};

process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(STATUS_OF_FAULTS);
});

const signalled = listenForSignals();
main(signalled).catch((error) => {
  // SIGTERM ends every phase of a start cleanly.
  if (signalled.aborted) process.exit(0);
  const { kind, line } = judgeStartError(error);
  process.stderr.write(`${line}\n`);
  process.exit(kind === 'setting' ? STATUS_OF_SETTINGS : STATUS_OF_FAULTS);
});
