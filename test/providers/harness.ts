import { randomBytes, randomUUID } from 'node:crypto';
import { contentOf } from '../../src/ports/message-fields.js';
import { createSenders, type SenderOptions, type Senders } from '../../src/providers/create-senders.js';
import type { Content, Message, ProviderName, SendBatch, SenderApp, Target } from '../../src/providers/sender.js';
import type { Fakes } from '../support/fakes/fakes.js';

/** The machine's clock, plus the time by which a test has moved it. */
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
    // No origin is silent here; with short limits, a busy machine could look like one.
    answerMs: 60_000,
    unprovenConnectMs: 60_000,
    clock: new TestClock(),
    random: Math.random,
    ...options,
  });
}

export async function closeSenders(senders: Senders): Promise<void> {
  await Promise.all(Object.values(senders).map((sender) => sender.close()));
}

let lastAppId = 0;

/** A new application with credentials that the fake accepts. */
export async function makeSenderApp(fakes: Fakes, provider: ProviderName): Promise<SenderApp> {
  const { credentials } = await fakes.makeApp(provider);
  lastAppId += 1;
  return { id: lastAppId, credentialsVersion: 1, credentials };
}

/** Creates this many devices of a provider. */
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

/** A target in the form of the fakes' ledgers and rules. */
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
  ...contentOf({}, { title: 'Spring sale', text: 'Everything must go – today! 🌷' }),
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
