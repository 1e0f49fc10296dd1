import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Senders } from '../../src/providers/create-senders.js';
import type { Outcome, SenderApp } from '../../src/providers/sender.js';
import type { TrialResult } from '../../src/providers/threads/sharing-trial.js';
import type { ThreadOptions, ThreadWatch } from '../../src/providers/threads/thread-pool.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { compiledThread } from '../support/threads/compiled-thread.js';
import {
  closeSenders,
  makeBatch,
  makeContent,
  makeMessages,
  makeSenderApp,
  makeTargets,
  nameOf,
  sendersFor,
  TestClock,
} from './harness.js';
import { threadedSendersFor } from './threads.js';

const FRAGILE = compiledThread('test/support/threads/fragile-thread.js');

describe('senders that share their work with threads', () => {
  let fakes: Fakes;
  let senders: Senders;
  let clock: TestClock;
  let alive: number;
  let ends: string[];
  let tried: (TrialResult & { readonly provider: string })[];
  beforeAll(async () => {
    fakes = await startFakes();
  });
  afterEach(async () => {
    await closeSenders(senders);
    await fakes.reset();
  });
  afterAll(() => fakes.close());

  const watch: ThreadWatch = {
    aliveChanged: (now) => {
      alive = now;
    },
    threadEnded: (reason) => void ends.push(reason),
    tried: (provider, result) => void tried.push({ provider, ...result }),
  };
  beforeEach(() => {
    [alive, ends, tried] = [0, [], []];
    clock = new TestClock();
  });
  const open = async (count: number, options: Partial<ThreadOptions> = {}): Promise<void> => {
    senders = await threadedSendersFor(fakes, { count, file: FRAGILE, watch, ...options }, clock);
  };
  const send = async (app: SenderApp, count: number, given: { title?: string; signal?: AbortSignal } = {}) => {
    const targets = await makeTargets(fakes, 'provider_c', count);
    const content = makeContent(given.title === undefined ? {} : { title: given.title });
    const signal = given.signal ?? new AbortController().signal;
    const outcomes = await senders.provider_c.send(makeBatch(app, makeMessages(targets, content), { signal }));
    return { outcomes, names: targets.map(nameOf) };
  };
  const waitFor = (delayMs: number) => fakes.misbehave({ provider: 'provider_c', fault: { kind: 'delay', delayMs } });

  test.each(['die by an error', 'die by exit'])(
    'a thread that ends in mid-batch (%s) returns every message once, and the next batches are sent',
    async (title) => {
      await open(1);
      const app = await makeSenderApp(fakes, 'provider_c');
      expect(kinds((await send(app, 20)).outcomes)).toEqual(Array(20).fill('sent'));
      await fakes.misbehave({ provider: 'provider_c', fault: { kind: 'hang' } });

      const { outcomes } = await send(app, 20, { title });

      const lost = { kind: 'retry-after', code: 'THREAD_ENDED', detail: null, afterMs: null, isUnanswered: true };
      expect(outcomes).toEqual(Array(20).fill(lost));
      expect(ends).toHaveLength(1);
      expect(alive).toBe(0);
      await fakes.behave();
      expect(kinds((await send(app, 20)).outcomes)).toEqual(Array(20).fill('sent'));
      await eventually('another thread', async () => (alive === 1 ? true : null));
      expect(kinds((await send(app, 20)).outcomes)).toEqual(Array(20).fill('sent'));
    },
  );

  test('the end of a thread does not affect messages on other threads', async () => {
    await open(2);
    const app = await makeSenderApp(fakes, 'provider_c');
    await send(app, 1);
    await fakes.misbehave({ provider: 'provider_c', fault: { kind: 'delay', delayMs: 500 } });

    const [dying, living] = await Promise.all([send(app, 10, { title: 'die by an error' }), send(app, 10)]);

    expect(new Set(kinds(dying.outcomes))).toEqual(new Set(['retry-after']));
    expect(kinds(living.outcomes)).toEqual(Array(10).fill('sent'));
  });

  test('an abort reaches the thread, which returns unsent messages', async () => {
    await open(1);
    const app = await makeSenderApp(fakes, 'provider_c');
    await send(app, 1);
    await waitFor(300);
    const abort = new AbortController();

    const sending = send(app, 2_000, { signal: abort.signal });
    await eventually('the first message', async () => ((await fakes.count({})) > 1 ? true : null));
    abort.abort();
    const { outcomes } = await sending;

    const sent = kinds(outcomes).filter((kind) => kind === 'sent').length;
    expect(outcomes).toHaveLength(2_000);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(2_000);
    expect(await fakes.count({ provider: 'provider_c' })).toBe(sent + 1);
  });

  test('rejected tokens of a page are judged together, with the application’s successes on all threads', async () => {
    await open(2);
    const app = await makeSenderApp(fakes, 'provider_c');
    // Both threads send at once, so that each has sent fewer messages than are rejected below.
    await send(app, 1);
    await Promise.all([send(app, 30), send(app, 30)]);
    const targets = await makeTargets(fakes, 'provider_c', 60);
    await fakes.misbehave({
      provider: 'provider_c',
      targets: targets.slice(0, 40).map(nameOf),
      fault: { kind: 'answer', status: 400, reason: 'BadDeviceToken' },
    });

    const outcomes = await senders.provider_c.send(makeBatch(app, makeMessages(targets)));

    expect(kinds(outcomes).filter((kind) => kind === 'invalid-token')).toHaveLength(40);
  });

  test('unproven credentials cost one request, even on a thread', async () => {
    await open(1);
    const app = await makeSenderApp(fakes, 'provider_c');
    await fakes.misbehave({ provider: 'provider_c', fault: { kind: 'answer', status: 403 } });

    const { outcomes } = await send(app, 50);

    expect(new Set(kinds(outcomes))).toEqual(new Set(['app-paused']));
    expect(await fakes.entries({ provider: 'provider_c' })).toHaveLength(1);
  });

  test('an expired token is replaced once for all threads', async () => {
    await open(2);
    const app = await makeSenderApp(fakes, 'provider_c');
    // Apple refuses a new token within 20 minutes of the last one.
    clock.aheadMs = -25 * 60_000;
    await send(app, 1);
    clock.aheadMs = 0;
    const fault = { kind: 'answer', status: 403, reason: 'ExpiredProviderToken' } as const;
    await fakes.misbehave({ provider: 'provider_c', times: 1, fault });

    const both = await Promise.all([send(app, 30), send(app, 30)]);

    expect(both.flatMap(({ outcomes }) => kinds(outcomes))).toEqual(Array(60).fill('sent'));
  });

  test('an idle thread ends after a while, and the next page starts another', async () => {
    const idle = { whenNeeded: true, idleMs: 200 };
    senders = sendersFor(fakes, { threads: { count: 1, file: FRAGILE, isAlwaysShared: true, ...idle, watch } });
    const app = await makeSenderApp(fakes, 'provider_c');
    for (let round = 0; round < 2; round += 1) {
      await eventually('a thread', async () => {
        expect(kinds((await send(app, 10)).outcomes)).toEqual(Array(10).fill('sent'));
        return alive === 1 ? true : null;
      });
      await eventually('its end', async () => (alive === 0 ? true : null));
    }
    expect(ends).toEqual([]);
  });

  test('both ways are tried before the pages of a provider are shared, and no message is lost', async () => {
    // The process always counts as busy, whatever else uses the cores.
    await open(1, { isAlwaysShared: false, cpuMs: () => performance.now() });
    const app = await makeSenderApp(fakes, 'provider_c');
    let pages = 0;
    const sendPages = async (): Promise<void> => {
      while (tried.length === 0) {
        pages += 1;
        expect(new Set(kinds((await send(app, 500)).outcomes))).toEqual(new Set(['sent']));
      }
    };

    await Promise.all([sendPages(), sendPages(), sendPages(), sendPages()]);

    expect(tried).toEqual([{ provider: 'provider_c', isShared: expect.any(Boolean), ratio: expect.any(Number) }]);
    expect(tried[0]?.isShared).toBe((tried[0]?.ratio ?? 0) >= 1.1);
    expect(await fakes.count({ provider: 'provider_c' })).toBe(500 * pages);
  });

  test('a pause that a push service requests on one thread applies to all threads', async () => {
    await open(1, { smallestTask: 10 });
    const app = await makeSenderApp(fakes, 'webpush');
    const messages = makeMessages(await makeTargets(fakes, 'webpush', 21));
    await fakes.misbehave({
      provider: 'webpush',
      times: 1,
      fault: { kind: 'answer', status: 503, retryAfterSeconds: 30 },
    });

    // One message stays on the main thread, and twenty go to the other thread.
    const [asked] = await senders.webpush.send(makeBatch(app, messages.slice(0, 1)));
    const others = await senders.webpush.send(makeBatch(app, messages.slice(1)));

    expect(asked).toMatchObject({ kind: 'retry-after', afterMs: 30_000 });
    expect(others.map((outcome) => ('code' in outcome ? outcome.code : outcome.kind))).toEqual(
      Array(20).fill('PUSH_SERVICE_WAITS'),
    );
    expect(await fakes.count({ provider: 'webpush' })).toBe(0);
  });
});

const kinds = (outcomes: readonly Outcome[]): string[] => outcomes.map((outcome) => outcome.kind);
