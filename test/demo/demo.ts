// `npm run demo`: the whole service at work, with stand-ins for the four providers. Ends by itself; exit status 0 only
// if every message that should arrive did, once, and no other.
import { SERVICE_KEY, type ServiceProcess } from '../support/service-process.js';
import { DEAD, type DemoDevice, inventDevices, SHOPPERS } from './audience.js';
import { printClosing } from './closing.js';
import { Stage } from './stage.js';
import {
  awaitRoomInHour,
  countDown,
  prepareAutoPush,
  prepareOneTime,
  registerApps,
  registerDevices,
  reportEvents,
} from './steps.js';
import { paint, print, restoreTerminal } from './terminal.js';
import { CART, SALE } from './texts.js';
import { compareWithLedger, type Expectation } from './verdict.js';
import { readBreakdowns, watchRun } from './watch-run.js';

const stage = new Stage();
let isInterrupted = false;

const play = async (): Promise<boolean> => {
  print(`${paint('pushgraph demo', 'bold')}: the service, and stand-ins for its four providers`);
  const { fakes, service } = await stage.open();
  await printWhereToWatch(service);

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
  await prepareAutoPush(service);
  const saleAt = await prepareOneTime(service);
  done('two pushes in four languages: one upon an event, one at a set time');

  const baskets = watchRun(service, { kind: 'AUTO_PUSH', label: 'auto-push', total: shoppers.length });
  await reportEvents(service, [...shoppers, ...outsiders]);
  await baskets;
  // A provider in trouble: these come back and are tried again.
  const trouble = { kind: 'answer', status: 503, reason: 'ServiceUnavailable', retryAfterSeconds: 2 } as const;
  await fakes.misbehave({ provider: 'provider_c', every: 20, times: 20, fault: trouble });
  await countDown(saleAt, 'the full minute of the one-time send');
  await watchRun(service, { kind: 'ONE_TIME', label: 'one-time ', total: reached.length + DEAD });

  const expected: Expectation[] = [
    ...shoppers.map((device) => ({ device, title: CART[device.reads] })),
    ...reached.map((device) => ({ device, title: SALE[device.reads] })),
  ];
  return printClosing({
    breakdowns: [...(await readBreakdowns(service, 'AUTO_PUSH')), ...(await readBreakdowns(service, 'ONE_TIME'))],
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

const interrupt = (): void => {
  if (isInterrupted) return;
  isInterrupted = true;
  restoreTerminal();
  print('Stopped; cleaning up.');
  stage[Symbol.asyncDispose]().finally(() => process.exit(130));
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

try {
  process.exitCode = (await play()) ? 0 : 1;
} catch (error) {
  // What fails because we were told to stop is no news.
  if (!isInterrupted) {
    restoreTerminal();
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  process.exitCode = 1;
} finally {
  if (!isInterrupted) await stage[Symbol.asyncDispose]();
}
