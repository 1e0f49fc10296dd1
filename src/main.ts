import type { PushgraphApp } from './app.js';
import type { Config } from './config/config.js';
import { readConfig } from './config/read-config.js';
import { describeStartError, toListenError } from './describe-start-error.js';
import { createLogger } from './logger.js';

const main = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger(config);
  // Not before: what is wrong with the configuration is said at once, the rest takes a second to load.
  const { createApp } = await import('./app.js');
  const app = await createApp(config, logger);
  stopOnSignals(app, (error) => logger.error({ err: error }, 'the service did not stop cleanly'));
  printFirstKey(app, config.bootstrapApiKey);
  await listen(app, config);
  await app.startJobs();
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

const stopOnSignals = (app: PushgraphApp, report: (error: unknown) => void): void => {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    app.stop().then(
      () => process.exit(0),
      (error) => {
        report(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

main().catch((error) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
});
