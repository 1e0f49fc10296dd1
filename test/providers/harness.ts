import { randomBytes, randomUUID } from 'node:crypto';
import { createSenders, type SenderOptions, type Senders } from '../../src/providers/create-senders.js';
import type { Content, Message, ProviderName, SendBatch, SenderApp, Target } from '../../src/providers/sender.js';
import type { Fakes } from '../support/fakes/fakes.js';

/** A clock that runs with the machine's, ahead by what a test moved it. */
export class TestClock {
  aheadMs = 0;

  now(): number {
    return Date.now() + this.aheadMs;
  }
}

export function sendersFor(fakes: Fakes, options: Partial<SenderOptions> = {}): Senders {
  const { provider_a, provider_b, provider_c } = fakes.addresses;
  return createSenders({
    baseUrls: { provider_a, provider_b, provider_c },
    allowPrivate: true,
    ca: fakes.ca,
    providerATransport: 'http2',
    // Nobody is silent here: a busy machine is not to be taken for it.
    answerMs: 60_000,
    strangerConnectMs: 60_000,
    clock: new TestClock(),
    random: Math.random,
    ...options,
  });
}

export async function closeSenders(senders: Senders): Promise<void> {
  await Promise.all(Object.values(senders).map((sender) => sender.close()));
}

let lastAppId = 0;

/** A fresh application with credentials that the fake knows. */
export async function makeSenderApp(fakes: Fakes, provider: ProviderName): Promise<SenderApp> {
  const { credentials } = await fakes.makeApp(provider);
  lastAppId += 1;
  return { id: lastAppId, credentialsVersion: 1, credentials };
}

/** As many devices of a provider. */
export async function makeTargets(fakes: Fakes, provider: ProviderName, count: number): Promise<Target[]> {
  if (provider === 'webpush') {
    const subscriptions = await fakes.makeSubscriptions({ count });
    return subscriptions.map(({ endpoint, keys }) => ({ kind: 'web', endpoint, ...keys }));
  }
  return Array.from({ length: count }, () =>
    provider === 'provider_b'
      ? { kind: 'subscription-id', subscriptionId: randomUUID() }
      : { kind: 'token', token: randomBytes(32).toString('hex') },
  );
}

/** A target as the fakes' ledgers and rules name it. */
export function nameOf(target: Target): string {
  switch (target.kind) {
    case 'token':
      return target.token;
    case 'subscription-id':
      return target.subscriptionId;
    case 'web':
      return target.endpoint;
  }
}

export const makeContent = (given: Partial<Content> = {}): Content => ({
  title: 'Spring sale',
  text: 'Everything must go – today! 🌷',
  image: null,
  icon: null,
  link: null,
  ...given,
});

export const makeMessages = (targets: readonly Target[], content = makeContent()): Message[] =>
  targets.map((target) => ({
    id: randomUUID(),
    target,
    content,
    receipt: `receipt.${randomBytes(16).toString('base64url')}`,
  }));

export const makeBatch = (app: SenderApp, messages: readonly Message[], given: Partial<SendBatch> = {}): SendBatch => ({
  app,
  messages,
  sharedId: randomUUID(),
  ttlSeconds: 3600,
  urgency: 'normal',
  collapseKey: null,
  signal: new AbortController().signal,
  ...given,
});
