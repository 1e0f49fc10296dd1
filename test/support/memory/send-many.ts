// Sends to the fakes and prints the heap size after a garbage collection. Needs --expose-gc.

import { randomBytes, randomUUID } from 'node:crypto';
import { contentOf } from '../../../src/ports/message-fields.js';
import { createSenders } from '../../../src/providers/create-senders.js';
import type { ProviderName, SenderApp, Target } from '../../../src/providers/sender.js';
import { spawnFakes } from '../fakes/spawn-fakes.js';

const PAGE = 250;
const provider = (process.argv[2] ?? 'provider_c') as ProviderName;
/** The total message counts at which the heap is measured. */
const looks = (process.argv[3] ?? '').split(',').map(Number);

const makeTarget = (): Target =>
  provider === 'provider_b'
    ? { kind: 'subscription-id', subscriptionId: randomUUID() }
    : { kind: 'token', token: randomBytes(32).toString('hex') };

const fakes = await spawnFakes({ keepContent: false });
const { credentials } = await fakes.makeApp(provider);
const senders = createSenders({
  ...{ baseUrls: fakes.addresses, allowPrivate: true, ca: fakes.ca, providerATransport: 'http2' },
  ...{ clock: { now: () => Date.now() }, random: Math.random },
});
const app: SenderApp = { id: 1, credentialsVersion: 1, credentials };
const { signal } = new AbortController();

const sendPage = async (): Promise<void> => {
  const content = contentOf({}, { title: 'Hello', text: randomUUID() });
  const messages = Array.from({ length: PAGE }, () => {
    return { id: randomUUID(), target: makeTarget(), content, receipt: randomUUID() };
  });
  const outcomes = await senders[provider].send({
    ...{ app, messages, sharedId: null, ttlSeconds: 60, urgency: 'normal', collapseKey: null, signal },
  });
  if (outcomes.some(({ kind }) => kind !== 'sent')) throw new Error('Not everything was sent.');
};

const heapBytes = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const heaps: number[] = [];
let sent = 0;
for (const look of looks) {
  for (; sent < look; sent += PAGE) await sendPage();
  heaps.push(heapBytes());
}
await Promise.all(Object.values(senders).map((sender) => sender.close()));
await fakes.close();
console.log(JSON.stringify({ heaps }));
