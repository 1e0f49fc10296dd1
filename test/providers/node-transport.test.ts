import { PerformanceObserver } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ProviderName } from '../../src/providers/sender.js';
import { readConfig } from '../../src/read-config.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { closeSenders, makeBatch, makeMessages, makeSenderApp, makeTargets, nameOf, sendersFor } from './harness.js';

const MESSAGES = 300;

/** Counts client sessions of `node:http2`, which Node.js reports when they end. */
const countNodeSessions = async (work: () => Promise<void>): Promise<number> => {
  let sessions = 0;
  const isClient = (entry: object): boolean => 'detail' in entry && Object(entry.detail).type === 'client';
  const observer = new PerformanceObserver((list) => {
    sessions += list.getEntries().filter((entry) => entry.name === 'Http2Session' && isClient(entry)).length;
  });
  observer.observe({ entryTypes: ['http2'] });
  await work();
  await new Promise((resolve) => setTimeout(resolve, 50));
  observer.disconnect();
  return sessions;
};

describe('with PROVIDER_TRANSPORT=node', () => {
  let fakes: Fakes;
  beforeAll(async () => {
    fakes = await startFakes();
  });
  afterAll(() => fakes.close());

  test.each<[ProviderName, number]>([
    ['provider_a', 1],
    ['provider_c', 1],
    // Web push uses HTTP/1.1.
    ['webpush', 0],
  ])('%s gets every message once, over %i sessions of node:http2', async (provider, sessions) => {
    const { providerTransport } = readConfig({ PROVIDER_TRANSPORT: 'node' });
    const app = await makeSenderApp(fakes, provider);
    const targets = await makeTargets(fakes, provider, MESSAGES);
    const used = await countNodeSessions(async () => {
      const senders = sendersFor(fakes, { http2Engine: providerTransport });
      const outcomes = await senders[provider].send(makeBatch(app, makeMessages(targets)));
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['sent']));
      await closeSenders(senders);
    });

    const taken = await fakes.countByTarget({ provider });
    expect(targets.map((target) => taken.get(nameOf(target)))).toEqual(targets.map(() => 1));
    expect(Math.min(used, 1)).toBe(sessions);
  });
});
