// Starts the private servers for the tests before the first one; the workers inherit their addresses.
import { existsSync } from 'node:fs';
import { eventServerPath } from './support/event-servers/install.mjs';
import { ferretdbPath } from './support/ferretdb/build.mjs';
import { previousReleasePath } from './support/previous-release/build.mjs';
import { secondNodePath } from './support/second-node/install.mjs';

/** jest runs the teardown in the same process, but passes it nothing. */
export const SERVICES = Symbol.for('pushgraph.test-services');

/** Jest was run directly, before any build, so the tests use SQLite only. */
const NOTHING_BUILT = {
  env: {},
  missing: ['MySQL, Redis and MongoDB (their start is not built: run npm test)'],
  [Symbol.asyncDispose]: async () => undefined,
};

export default async () => {
  const services = await start();
  Object.assign(process.env, services.env);
  process.env.TEST_SERVICES_MISSING = services.missing.join(', ');
  globalThis[SERVICES] = services;
  if (services.missing.length === 0 || process.env.REQUIRE_SERVICES !== '1') return;
  await services[Symbol.asyncDispose]();
  process.stderr.write(`REQUIRE_SERVICES=1, and not found: ${services.missing.join(', ')}.\n`);
  process.exit(1);
};

/** scripts/test.mjs has compiled it, since jest does not transform these files. */
const start = async () => {
  const compiled = new URL('../dist-test/test/support/services/services.js', import.meta.url);
  if (!existsSync(compiled)) return NOTHING_BUILT;
  const { startServices } = await import(compiled.href);
  return startServices(process.env, {
    ferretdb: ferretdbPath(),
    secondNode: secondNodePath(),
    previousRelease: previousReleasePath(),
    kafka: eventServerPath('kafka'),
    nats: eventServerPath('nats'),
    clickhouse: eventServerPath('clickhouse'),
  });
};
