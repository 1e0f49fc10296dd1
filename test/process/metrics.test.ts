import { expect, test } from '@jest/globals';
import { OUTCOMES } from '../../src/entities/outcome.js';
import { usedSelectors } from '../deploy/monitoring.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue, prepareRun } from './crash-run.js';

const [sqlite] = eachDatabase();
/** Prometheus adds these to every sample. */
const ADDED = new Set(['job', 'instance']);

test('a scrape of the real process has every metric and label that alerts and dashboards use', async () => {
  if (!sqlite) throw new Error('there is always SQLite');
  await using world = await ServiceWorld.open(sqlite);
  // Without Redis the gauge is 0, and a sink that is down reports its lag. Both are samples too.
  const service = await world.start({
    REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:1',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
  });
  await makeDue(world, (await prepareRun(world, service, { apple: 20, web: 5 })).schedulerId);
  // No well-behaved caller gets these answers.
  await service.request('GET', '/api/b/v2/apps', { bearer: 'no-key-that-anybody-has' });
  const scrape = async () => (await fetch(`${service.address}/metrics`)).text();
  await eventually('messages in the scrape', async () =>
    /^pushgraph_messages_total\{.*outcome="sent"/m.test(await scrape()) ? true : null,
  );
  // Some samples appear when the run or the previous request ends.
  let missing = findMissing(await scrape());
  await eventually('all of them', async () => {
    missing = findMissing(await scrape());
    return missing.length === 0 ? true : null;
  }).catch(() => undefined);
  expect(missing).toEqual([]);
  expect(usedSelectors().length).toBeGreaterThan(40);
});

const findMissing = (text: string) => {
  const samples = parse(text);
  return usedSelectors().filter(({ metric, labels }) => {
    const found = samples.get(metric);
    if (!found) return !DECLARED.has(metric) || !text.includes(`# TYPE ${metric} `);
    return Object.entries(labels).some(([key, value]) => !ADDED.has(key) && !hasLabel(found, key, value));
  });
};

/** These have samples only after something has failed or been slowed down. */
const DECLARED = new Set(['pushgraph_requests_refused_total', 'pushgraph_app_rate_limit']);

/** Values of `status` and `route` depend on the requests; outcomes depend on the messages' fates. */
const hasLabel = (samples: readonly Record<string, string>[], key: string, value: string): boolean => {
  if (!samples.some((labels) => key in labels)) return false;
  if (key === 'outcome') return value.split('|').every((name) => name in OUTCOMES);
  if (key !== 'kind') return true;
  return value.split('|').every((name) => samples.some((labels) => labels[key] === name));
};

const parse = (text: string): Map<string, Record<string, string>[]> => {
  const samples = new Map<string, Record<string, string>[]>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gim)) {
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', value = '']) => [key, value]);
    samples.set(name, [...(samples.get(name) ?? []), Object.fromEntries(pairs)]);
  }
  return samples;
};
