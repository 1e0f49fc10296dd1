// `npm run demo`: the whole service at work, with stand-ins for the four providers. The exit status is 0 only if every
// expected message arrived once, and no other. With `--stay` it keeps serving until it is stopped.
import { EventEmitter, once } from 'node:events';
import type { Fakes } from '../support/fakes/fakes.js';
import { SERVICE_KEY, type ServiceProcess } from '../support/service-process.js';
import { DEAD, type DemoDevice, inventDevices, SHOPPERS } from './audience.js';
import { printClosing } from './closing.js';
import { Stage } from './stage.js';
import { awaitRoomInHour, prepareAutoPush, registerApps, registerDevices, reportEvents } from './steps.js';
import { paint, print, restoreTerminal } from './terminal.js';
import { CART, SALE } from './texts.js';
import { compareWithLedger, type Expectation } from './verdict.js';
import { readBreakdowns, watchRun } from './watch-run.js';

const stage = new Stage();
let isInterrupted = false;

const play = async (service: ServiceProcess, fakes: Fakes): Promise<boolean> => {
  const apps = await registerApps(service, fakes);
  const devices = await registerDevices(service, await inventDevices(fakes, apps));
  const of = (kind: DemoDevice['kind']) => devices.filter((device) => device.kind === kind);
  const [reached, outsiders, dead] = [of('reached'), of('outsider'), of('dead')];
  done(`${apps.length} applications and ${reached.length} devices in four languages, registered over the APIs`);
  note(`and ${outsiders.length} that the filters exclude, and ${dead.length} whose token has died`);

  for (const { provider } of apps) {
    const targets = dead.filter(({ app }) => app.provider === provider).map(({ target }) => target);
    await fakes.killTokens(provider, targets);
  }
  const shoppers = reached.slice(0, SHOPPERS);
  await awaitRoomInHour();
  const reminder = await prepareAutoPush(service, { name: 'basket reminder', code: 'basket_left', titles: CART });
  const sale = await prepareAutoPush(service, { name: 'sale', code: 'app_opened', titles: SALE });
  done('two auto-push schedulers, each with a push in four languages, active');

  await Promise.all([
    watchRun(service, { schedulerId: reminder, label: 'basket reminder', total: shoppers.length }),
    reportEvents(service, { devices: [...shoppers, ...outsiders], code: 'basket_left' }),
  ]);
  // A provider in trouble: these messages fail and are retried.
  const trouble = { kind: 'answer', status: 503, reason: 'ServiceUnavailable', retryAfterSeconds: 2 } as const;
  await fakes.misbehave({ provider: 'provider_c', every: 20, times: 20, fault: trouble });
  await Promise.all([
    watchRun(service, { schedulerId: sale, label: 'sale           ', total: reached.length + DEAD }),
    reportEvents(service, { devices, code: 'app_opened' }),
  ]);

  const expected: Expectation[] = [
    ...shoppers.map((device) => ({ device, title: CART[device.reads] })),
    ...reached.map((device) => ({ device, title: SALE[device.reads] })),
  ];
  return printClosing({
    breakdowns: await readBreakdowns(service),
    expected,
    verdict: await compareWithLedger(fakes, expected),
    providers: apps.map((app) => app.provider),
  });
};

const printWhereToWatch = async (service: ServiceProcess): Promise<void> => {
  const { ok: hasPage } = await fetch(`${service.address}/graphiql`, { headers: { accept: 'text/html' } });
  print(`  watch it at ${paint(service.address + (hasPage ? '/graphiql' : '/graphql'), 'cyan')}`);
  print(`  with the header authorization: Bearer ${SERVICE_KEY}`);
  print();
};

const done = (text: string): void => print(`${paint('✓', 'green')} ${text}`);
const note = (text: string): void => print(paint(`  ${text}`, 'dim'));

/** Serves until Ctrl-C or SIGTERM, or until the service ends. */
const stay = async (service: ServiceProcess): Promise<void> => {
  print();
  print(`It keeps serving, with all the demo's data, until you press Ctrl-C:`);
  print(`  GraphiQL   ${paint(`${service.address}/graphiql`, 'cyan')}`);
  print(`  REST       ${paint(`${service.address}/docs`, 'cyan')}`);
  print(`  API key    ${SERVICE_KEY}`);
  isStaying = true;
  await Promise.race([once(stopped, 'stop'), service.process.exited]);
  print('Stopped; cleaning up.');
};

const stopped = new EventEmitter();
let isStaying = false;

const interrupt = (): void => {
  if (isStaying) {
    stopped.emit('stop');
    return;
  }
  if (isInterrupted) return;
  isInterrupted = true;
  restoreTerminal();
  print('Stopped; cleaning up.');
  stage[Symbol.asyncDispose]().finally(() => process.exit(130));
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

try {
  print(`${paint('pushgraph demo', 'bold')}: the service, and stand-ins for its four providers`);
  const { fakes, service } = await stage.open();
  await printWhereToWatch(service);
  process.exitCode = (await play(service, fakes)) ? 0 : 1;
  if (process.argv.includes('--stay')) await stay(service);
} catch (error) {
  // Failures caused by the requested stop are not reported.
  if (!isInterrupted) {
    restoreTerminal();
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  process.exitCode = 1;
} finally {
  if (!isInterrupted) await stage[Symbol.asyncDispose]();
}
