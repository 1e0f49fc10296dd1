import { type CDPSession, chromium, type Page } from 'playwright-core';
import { eachDatabase } from '../../test/support/databases.js';
import { eventually } from '../../test/support/eventually.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { bars, type Chart, type Measured } from '../support/chart.js';
import { prepareApp, startRun } from '../support/one-time-run.js';
import { toTable } from '../support/table.js';

const DEVICES = 100_000;
const SLOWDOWN = 4;
const ROUNDS = 5;
const RUN_DEADLINE_MS = 300_000;
const MEGABYTE = 1_048_576;
/** The targets of docs/benchmarks.md. */
const MOST_KB = 300;
const MOST_MS = 1_500;

/** Measures the first load of the console on a slow machine, and the cost of watching a run of 100,000 devices. */
export const benchConsole = async (): Promise<Measured> => {
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('SQLite is always there');
  await using world = await ServiceWorld.open(sqlite);
  const service = await world.start();
  // Chromium's sandbox does not work as root.
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    const page = await context.newPage();
    await join(service, page);
    const parts = { world, service, page, devtools: await context.newCDPSession(page) };
    const firstLoad = await measureFirstLoad(parts);
    const watching = await measureWatching(parts);
    report(firstLoad, watching);
    return { firstLoad, watching, charts: chart(firstLoad) };
  } finally {
    await browser.close();
  }
};

const chart = ({ transferKb, scriptKb, usableMs }: Awaited<ReturnType<typeof measureFirstLoad>>): Chart[] => [
  {
    title: 'The first load of the console',
    unit: 'KB over the network',
    target: MOST_KB,
    groups: [bars('', ['in all', 'scripts'], (what) => [what, what === 'scripts' ? scriptKb : transferKb])],
  },
  {
    title: `Usable after, with a CPU ${SLOWDOWN} times as slow`,
    unit: 'ms',
    target: MOST_MS,
    groups: [bars('', usableMs, (ms) => [`load ${usableMs.indexOf(ms) + 1}`, ms])],
  },
];

interface Parts {
  readonly world: ServiceWorld;
  readonly service: ServiceProcess;
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** The first admin uses the link that the start has printed. */
const join = async (service: ServiceProcess, page: Page): Promise<void> => {
  const link = await eventually('the link of the first admin', () => {
    const links = service.process.stdout.map((line) => /https?:\S+\/console\/join#\S+/.exec(line)?.[0]);
    return links.find((found) => found !== undefined) ?? null;
  });
  await page.goto(link);
  await page.getByLabel('Your name').fill('Anna Admin');
  await page.getByLabel('Email').fill('anna@example.com');
  await page.getByLabel('Password').fill('a long password of many words');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
};

interface FirstLoad {
  /** Kilobytes over the network, without a cache, as compressed. */
  readonly transferKb: number;
  readonly scriptKb: number;
  readonly requests: number;
  /** The time until the overview shows its numbers, with the CPU slowed down; one value per round. */
  readonly usableMs: readonly number[];
}

const measureFirstLoad = async ({ service, page, devtools: browser }: Parts): Promise<FirstLoad> => {
  await browser.send('Network.enable');
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const types = new Map<string, string>();
  const sizes = new Map<string, number>();
  browser.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  const usableMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    types.clear();
    sizes.clear();
    await page.goto('about:blank');
    const from = performance.now();
    await page.goto(`${service.address}/console`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Add an application' }).waitFor();
    usableMs.push(Math.round(performance.now() - from));
    await page.waitForLoadState('networkidle');
  }
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await browser.send('Network.setCacheDisabled', { cacheDisabled: false });
  const sum = (ids: readonly string[]) => ids.reduce((total, id) => total + (sizes.get(id) ?? 0), 0);
  const scripts = [...types].filter(([, type]) => type === 'Script').map(([id]) => id);
  return {
    transferKb: Math.round(sum([...sizes.keys()]) / 1_024),
    scriptKb: Math.round(sum(scripts) / 1_024),
    requests: sizes.size,
    usableMs,
  };
};

interface Watching {
  readonly seconds: number;
  readonly messagesPerSecond: number;
  /** The share of one core that the page's main thread used. */
  readonly mainThread: number;
  /** The largest measured heap. */
  readonly heapMb: number;
  readonly shown: number;
}

const measureWatching = async ({ world, service, page, devtools: browser }: Parts): Promise<Watching> => {
  const appId = await prepareApp(world, service, { provider: 'provider_c', devices: DEVICES });
  await startRun(world, service, [appId]);
  const runId = await eventually(
    'the run',
    async () => {
      const { runs } = await service.graphql<{ runs: { nodes: { id: string }[] } }>('{ runs { nodes { id } } }');
      return runs.nodes[0]?.id ?? null;
    },
    RUN_DEADLINE_MS,
  );
  await page.goto(`${service.address}/console/runs/${runId}`);
  await page.locator('.stat').first().waitFor();
  await page.waitForLoadState('networkidle');
  await browser.send('Performance.enable');
  const began = await readMetrics(browser);
  let heap = 0;
  // Measured before any garbage collection, like in the browser's tools.
  const isFinished = async (): Promise<true | null> => {
    heap = Math.max(heap, (await readMetrics(browser)).JSHeapUsedSize ?? 0);
    await page.waitForTimeout(1_000);
    return (await page.locator('.badge').getByText('Finished').count()) > 0 ? true : null;
  };
  await eventually('the end of the run', isFinished, RUN_DEADLINE_MS);
  const ended = await readMetrics(browser);
  const seconds = (ended.Timestamp ?? 0) - (began.Timestamp ?? 0);
  const worked = (ended.TaskDuration ?? 0) - (began.TaskDuration ?? 0);
  const sent = page.locator('.stat').filter({ hasText: 'Sent' }).locator('.stat-value').first();
  const shown = await eventually(
    'the last number',
    async () => {
      const now = Number((await sent.textContent())?.replaceAll(',', ''));
      return now === DEVICES ? now : null;
    },
    RUN_DEADLINE_MS,
  );
  return {
    seconds: Math.round(seconds),
    messagesPerSecond: Math.round(DEVICES / seconds),
    mainThread: worked / seconds,
    heapMb: heap / MEGABYTE,
    shown,
  };
};

const readMetrics = async (browser: CDPSession): Promise<Readonly<Record<string, number>>> => {
  const { metrics } = await browser.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
};

const report = ({ transferKb, scriptKb, requests, usableMs }: FirstLoad, watching: Watching): void => {
  const sorted = usableMs.toSorted((a, b) => a - b);
  const rows: readonly Figure[] = [
    ['first load: over the network, KB', transferKb, 300],
    ['  scripts, KB', scriptKb],
    ['  requests', requests],
    [`  usable with a CPU ${SLOWDOWN} times as slow, ms, median`, sorted[Math.floor(ROUNDS / 2)] ?? 0, 1_500],
    ['  the same, best', sorted[0] ?? 0],
    ['a run of 100,000 devices, watched: seconds', watching.seconds],
    ['  messages/s during it', watching.messagesPerSecond],
    ['  main thread, of one core', watching.mainThread.toFixed(3), 0.1],
    ['  heap, MB, at most', watching.heapMb.toFixed(1), 100],
    ['  messages shown at the end', watching.shown, DEVICES],
  ];
  const columns = [
    { title: 'console', cell: ([name]: Figure) => name },
    { title: 'seen', cell: ([, seen]: Figure) => String(seen) },
    { title: 'target', cell: ([, , target]: Figure) => String(target ?? '') },
  ];
  console.log(toTable(columns, rows));
};

type Figure = readonly [name: string, seen: number | string, target?: number];
