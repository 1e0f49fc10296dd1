import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sayReason } from '../../src/providers/codes.js';
import type { Senders } from '../../src/providers/create-senders.js';
import type { Credentials, Outcome, ProviderName, SenderApp } from '../../src/providers/sender.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import {
  closeSenders,
  makeBatch,
  makeContent,
  makeMessages,
  makeSenderApp,
  makeTargets,
  nameOf,
  sendersFor,
} from './harness.js';
import { threadedSendersFor } from './threads.js';

/** The contract of every sender, whatever its protocol. Each provider calls it once. */
export function describeSenderContract(provider: ProviderName): void {
  describeContract(`${provider} keeps the contract of a sender`, provider, async (fakes) => sendersFor(fakes));
}

/** The same contract, with every batch sent by another thread. */
export function describeThreadedContract(provider: ProviderName): void {
  describeContract(`${provider} keeps the contract of a sender on threads`, provider, threadedSendersFor);
}

/** The same contract over `node:http2` (`PROVIDER_TRANSPORT=node`). */
export function describeNodeContract(provider: ProviderName): void {
  const open = async (fakes: Fakes) => sendersFor(fakes, { http2Engine: 'node' });
  describeContract(`${provider} keeps the contract of a sender over node:http2`, provider, open);
}

function describeContract(title: string, provider: ProviderName, open: (fakes: Fakes) => Promise<Senders>): void {
  describe(title, () => {
    let fakes: Fakes;
    let senders: Senders;

    beforeAll(async () => {
      fakes = await startFakes();
      senders = await open(fakes);
    });
    afterEach(() => fakes.reset());
    afterAll(async () => {
      await closeSenders(senders);
      await fakes.close();
    });

    /** Sends to new devices of an application. Returns the outcomes and the devices' names. */
    const send = async (app: SenderApp, count: number, signal = new AbortController().signal) => {
      const targets = await makeTargets(fakes, provider, count);
      const messages = makeMessages(targets);
      const outcomes = await senders[provider].send(makeBatch(app, messages, { signal }));
      return { outcomes, names: targets.map(nameOf) };
    };
    const freshApp = () => makeSenderApp(fakes, provider);

    test('a batch reaches every device once, with its content', async () => {
      const { outcomes, names } = await send(await freshApp(), 30);

      expect(kinds(outcomes)).toEqual(names.map(() => 'sent'));
      const counts = await fakes.countByTarget({ provider });
      expect(names.map((name) => counts.get(name))).toEqual(names.map(() => 1));
      const [entry] = await fakes.entries({ provider });
      expect(entry).toMatchObject({ title: makeContent().title, body: makeContent().text });
    });

    test('an empty batch has no outcomes', async () => {
      expect((await send(await freshApp(), 0)).outcomes).toEqual([]);
    });

    test('outcomes keep the order of the messages', async () => {
      const app = await freshApp();
      const targets = await makeTargets(fakes, provider, 12);
      const dead = [2, 5, 6].map((index) => nameOf(targets[index] ?? never()));
      await fakes.killTokens(provider, dead);

      const outcomes = await senders[provider].send(makeBatch(app, makeMessages(targets)));

      const expected = targets.map((target) => (dead.includes(nameOf(target)) ? 'invalid-token' : 'sent'));
      expect(kinds(outcomes)).toEqual(expected);
    });

    test('a single dead device is reported as such', async () => {
      const app = await freshApp();
      const targets = await makeTargets(fakes, provider, 1);
      await fakes.killTokens(provider, targets.map(nameOf));

      const outcomes = await senders[provider].send(makeBatch(app, makeMessages(targets)));

      expect(kinds(outcomes)).toEqual(['invalid-token']);
    });

    test('a 503 with Retry-After is a message to retry, not before', async () => {
      await fakes.misbehave({ provider, fault: { kind: 'answer', status: 503, retryAfterSeconds: 7 } });

      const { outcomes } = await send(await freshApp(), 1);

      expect(outcomes).toEqual([
        { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: expect.stringMatching(/^503/), afterMs: 7000 },
      ]);
    });

    test('a 500 without Retry-After leaves the time of the retry to us', async () => {
      await fakes.misbehave({ provider, fault: { kind: 'answer', status: 500 } });

      const { outcomes } = await send(await freshApp(), 1);

      expect(outcomes).toEqual([
        { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: expect.stringMatching(/^500/), afterMs: null },
      ]);
    });

    test('a message on a broken connection is retried later, and the next batch opens a new connection', async () => {
      const app = await freshApp();
      await fakes.misbehave({ provider, times: 1, fault: { kind: 'reset-socket' } });

      const broken = await send(app, 1);
      const next = await send(app, 5);

      expect(kinds(broken.outcomes)).toEqual(['retry-after']);
      expect(kinds(next.outcomes)).toEqual(Array(5).fill('sent'));
    });

    test('credentials that the provider rejects pause the application and retire no device', async () => {
      const app = await freshApp();
      const { credentials } = await fakes.makeApp(provider);
      // Another application's credentials: well-formed, but wrong for this one.
      const wrong = provider === 'webpush' ? null : { ...app, credentials: mix(app.credentials, credentials) };
      if (wrong === null) await fakes.misbehave({ provider, fault: { kind: 'answer', status: 403 } });

      const { outcomes } = await send(wrong ?? app, 40);

      expect(new Set(kinds(outcomes))).toEqual(new Set(['app-paused']));
      expect(await fakes.count({ provider })).toBe(0);
    });

    test('a check distinguishes accepted credentials from rejected ones, and reaches no device', async () => {
      const app = await freshApp();
      const { signal } = new AbortController();
      const other = await fakes.makeApp(provider);
      const mixed = { ...app, id: app.id + 1_000_000, credentials: mix(app.credentials, other.credentials) };
      const spoilt = { ...app, id: app.id + 2_000_000, credentials: spoil(app.credentials) };

      expect(await senders[provider].check(app, signal)).toEqual({ accepted: true, reason: null });
      for (const wrong of provider === 'webpush' ? [spoilt] : [mixed, spoilt]) {
        const refused = { accepted: false, reason: expect.objectContaining({ code: expect.any(String) }) };
        expect(await senders[provider].check(wrong, signal)).toEqual(refused);
      }
      expect(await fakes.count({ provider })).toBe(0);
    });

    test('malformed credentials pause the application', async () => {
      const app = await freshApp();

      const { outcomes } = await send({ ...app, credentials: spoil(app.credentials) }, 3);

      expect(kinds(outcomes)).toEqual(Array(3).fill('app-paused'));
    });

    test('nothing more is sent after an abort', async () => {
      const app = await freshApp();
      const abort = new AbortController();
      abort.abort();

      const { outcomes } = await send(app, 10, abort.signal);

      expect(kinds(outcomes)).toEqual(Array(10).fill('retry-after'));
      expect(await fakes.count({ provider })).toBe(0);
    });

    test('a target of another provider fails alone', async () => {
      const app = await freshApp();
      const good = await makeTargets(fakes, provider, 2);
      const other = await makeTargets(fakes, provider === 'provider_b' ? 'provider_c' : 'provider_b', 1);

      const outcomes = await senders[provider].send(makeBatch(app, makeMessages([...good, ...other])));

      expect(kinds(outcomes)).toEqual(['sent', 'sent', 'failed']);
    });

    test('reasons are short and contain no secret and no address', async () => {
      const app = await freshApp();
      const reasons: string[] = [];
      const targets = await makeTargets(fakes, provider, 1);
      const faults = [400, 401, 403, 404, 410, 413, 429, 500, 503].map(
        (status) => ({ kind: 'answer', status }) as const,
      );
      for (const fault of [...faults, { kind: 'reset-socket' } as const]) {
        await fakes.misbehave({ provider, fault });
        const [outcome] = await senders[provider].send(makeBatch(app, makeMessages(targets)));
        await fakes.behave(provider);
        reasons.push(outcome === undefined || outcome.kind === 'sent' ? 'sent' : sayReason(outcome));
      }

      for (const reason of reasons) expect(reason).toMatch(/^[\w :.-]{3,80}$/);
      const secrets = [...Object.values(flat(app.credentials)), ...targets.map(nameOf)].filter(
        (text) => text.length > 8,
      );
      expect(secrets.filter((secret) => reasons.some((reason) => reason.includes(secret)))).toEqual([]);
    });

    test('closing waits for messages in flight', async () => {
      const own = await open(fakes);
      await fakes.misbehave({ provider, fault: { kind: 'delay', delayMs: 150 } });
      const targets = await makeTargets(fakes, provider, 3);

      const sending = own[provider].send(makeBatch(await freshApp(), makeMessages(targets)));
      await until(async () => (await fakes.count({ provider })) > 0);
      await closeSenders(own);

      const finished = await Promise.race([sending, Promise.resolve('still sending')]);
      // Messages that were sent have an answer. The others are returned.
      expect(finished).toHaveLength(3);
      expect(kinds(finished as Outcome[])[0]).toBe('sent');
    });
  });
}

const kinds = (outcomes: readonly Outcome[]): string[] => outcomes.map((outcome) => outcome.kind);

const never = (): never => {
  throw new Error('no such target');
};

/** Combines the first one's identity with the second one's key. */
function mix(own: Credentials, other: Credentials): Credentials {
  if (own.provider === 'provider_a' && other.provider === 'provider_a')
    return { ...own, serviceAccount: { ...own.serviceAccount, private_key: other.serviceAccount.private_key ?? '' } };
  if (own.provider === 'provider_b' && other.provider === 'provider_b') return { ...own, apiKey: other.apiKey };
  if (own.provider === 'provider_c' && other.provider === 'provider_c') return { ...own, privateKey: other.privateKey };
  return other;
}

function spoil(credentials: Credentials): Credentials {
  switch (credentials.provider) {
    case 'provider_a':
      return { ...credentials, serviceAccount: { ...credentials.serviceAccount, private_key: 'no key' } };
    case 'provider_b':
      return { ...credentials, apiKey: '' };
    case 'provider_c':
      return { ...credentials, privateKey: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' };
    case 'webpush':
      return { ...credentials, vapidPrivateKey: 'AAAA' };
  }
}

const flat = (credentials: Credentials): Record<string, string> =>
  credentials.provider === 'provider_a'
    ? { ...credentials.serviceAccount }
    : (Object.fromEntries(Object.entries(credentials).filter(([name]) => name !== 'provider')) as Record<
        string,
        string
      >);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500 && !(await isSo()); tries += 1) await new Promise((resolve) => setImmediate(resolve));
}
