import { once } from 'node:events';
import type { PushgraphApp } from './app.js';
import type { Config } from './config/config.js';
import { readConfig } from './config/read-config.js';
import { describeStartError, toListenError } from './describe-start-error.js';
import { createLogger } from './logger.js';

const main = async (): Promise<void> => {
  // From the beginning: a start that is told to stop ends cleanly too, as soon as it can.
  const signalled = listenForSignals();
  const config = readConfig(process.env);
  const logger = createLogger(config);
  // Not before: what is wrong with the configuration is said at once, the rest takes a second to load.
  const { createApp } = await import('./app.js');
  const app = await createApp(config, logger);
  printFirstKey(app, config.bootstrapApiKey);
  if (!signalled.aborted) await listen(app, config);
  if (!signalled.aborted) await app.startJobs();
  if (!signalled.aborted) await once(signalled, 'abort');
  await stop(app, (error) => logger.error({ err: error }, 'the service did not stop cleanly'));
};

/** The server itself logs the address, or several of them for a HOST such as `localhost`. */
const listen = async ({ server }: PushgraphApp, { host, port, role }: Config): Promise<void> => {
  const listenTextResolver = (address: string) => `pushgraph (${role}) is listening on ${address}`;
  try {
    await server.listen({ host, port, listenTextResolver });
  } catch (error) {
    throw toListenError(error);
  }
};

/** Shown once, on standard output and not through the log, which may be kept. */
const printFirstKey = (app: PushgraphApp, given: string | null): void => {
  if (app.bootstrapped && given === null) {
    process.stdout.write(`First API key, shown only now: ${app.bootstrapped.apiKey}\n`);
  }
};

/** Aborted by SIGTERM or SIGINT; those that follow change nothing. */
const listenForSignals = (): AbortSignal => {
  const controller = new AbortController();
  process.on('SIGTERM', () => controller.abort());
  process.on('SIGINT', () => controller.abort());
  return controller.signal;
};

const stop = async (app: PushgraphApp, report: (error: unknown) => void): Promise<never> => {
  try {
    await app.stop();
  } catch (error) {
    report(error);
    process.exit(1);
  }
  process.exit(0);
};

main().catch((error) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
});
