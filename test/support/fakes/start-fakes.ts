import { randomBytes } from 'node:crypto';
import { ApnsFake } from './apns-fake.js';
import type { Door, FakeContext, Handle } from './exchange.js';
import type { FakeAddresses, Fakes, SubscriptionRequest } from './fakes.js';
import { FcmFake } from './fcm-fake.js';
import { openHttp1Door } from './http1-door.js';
import { openHttp2Door } from './http2-door.js';
import { makeTestApp, type Registration } from './keys.js';
import { Ledger } from './ledger.js';
import { Misbehaviour } from './misbehaviour.js';
import { OneSignalFake } from './onesignal-fake.js';
import { makeTls, type Tls } from './tls.js';
import { deriveSubscription } from './web-subscription.js';
import { WebPushFake } from './webpush-fake.js';

export interface FakesOptions {
  /** false: the ledger drops titles, bodies and receipts, for runs of a million messages. */
  readonly keepContent?: boolean;
  /** For webpush, `all` by default. */
  readonly decrypt?: 'all' | 'sample';
  /** SETTINGS_MAX_CONCURRENT_STREAMS of a and c. `http2-door.ts` explains why it is huge. */
  readonly advertisedStreams?: number;
  /** Streams per connection above which a and c refuse, by default 1,000 like Apple. */
  readonly enforcedStreams?: number;
}

const HUGE = 2 ** 31 - 1;

/** Starts all four fake providers in this process, on free loopback ports. */
export const startFakes = async (options: FakesOptions = {}): Promise<Fakes> => {
  let frozenNow: number | null = null;
  const ledger = new Ledger({ keepContent: options.keepContent ?? true });
  const misbehaviour = new Misbehaviour();
  const context: FakeContext = { ledger, misbehaviour, now: () => frozenNow ?? Date.now() };
  const providers: Providers = {
    provider_a: new FcmFake(context),
    provider_b: new OneSignalFake(context),
    provider_c: new ApnsFake(context),
    webpush: new WebPushFake(context, { decrypt: options.decrypt ?? 'all' }),
  };
  const tls = await makeTls();
  const { doors, addresses } = await openDoors(providers, tls, options);
  const register = (registration: Registration) => registerWith(providers, registration);
  return {
    addresses,
    ca: tls.ca,
    makeApp: async (provider) => {
      const app = makeTestApp(provider, addresses.tokenUri);
      if (app.registration !== null) register(app.registration);
      return app;
    },
    register: async (registration) => register(registration),
    makeSubscriptions: async (request = {}) => makeSubscriptions(addresses, register, request),
    misbehave: async (rule) => misbehaviour.add(rule),
    behave: async (provider) => misbehaviour.clearRules(provider),
    killTokens: async (provider, tokens, since) => misbehaviour.kill(provider, tokens, since ?? context.now()),
    reviveTokens: async (provider, tokens) => misbehaviour.revive(provider, tokens),
    revokeAccessTokens: async () => providers.provider_a.revokeAccessTokens(),
    setNow: async (now) => {
      frozenNow = now;
    },
    summary: async () => ledger.summary(),
    count: async (filter) => ledger.count(filter),
    countByTarget: async (filter) => ledger.countByTarget(filter),
    duplicates: async (filter) => ledger.duplicates(filter),
    entries: async (page) => ledger.all(page),
    reset: async () => {
      ledger.clear();
      misbehaviour.clear();
    },
    close: async () => {
      await Promise.all(doors.map((door) => door.close()));
    },
  };
};

interface Providers {
  readonly provider_a: FcmFake;
  readonly provider_b: OneSignalFake;
  readonly provider_c: ApnsFake;
  readonly webpush: WebPushFake;
}

const openDoors = async (providers: Providers, tls: Tls, options: FakesOptions) => {
  const { advertisedStreams = HUGE, enforcedStreams = 1000 } = options;
  const http1 = ({ handle }: { handle: Handle }) =>
    Promise.all([openHttp1Door(handle, tls), openHttp1Door(handle, null)]);
  const http2 = ({ handle }: { handle: Handle }, allowHttp1: boolean) => {
    const common = { handle, advertisedStreams, enforcedStreams, allowHttp1 };
    return Promise.all([openHttp2Door({ ...common, tls }), openHttp2Door({ ...common, tls: null })]);
  };
  const [a, b, c, webpush] = await Promise.all([
    http2(providers.provider_a, true),
    http1(providers.provider_b),
    http2(providers.provider_c, false),
    http1(providers.webpush),
  ]);
  const addresses: FakeAddresses = {
    provider_a: a[0].url,
    provider_b: b[0].url,
    provider_c: c[0].url,
    webpush: webpush[0].url,
    tokenUri: `${a[0].url}/token`,
    cleartext: { provider_a: a[1].url, provider_b: b[1].url, provider_c: c[1].url, webpush: webpush[1].url },
  };
  const doors: Door[] = [...a, ...b, ...c, ...webpush];
  return { doors, addresses };
};

const registerWith = (providers: Providers, registration: Registration): void => {
  switch (registration.provider) {
    case 'provider_a':
      providers.provider_a.register(registration);
      break;
    case 'provider_b':
      providers.provider_b.register(registration);
      break;
    case 'provider_c':
      providers.provider_c.register(registration);
      break;
    case 'webpush':
      providers.webpush.requireKey(registration);
  }
};

const makeSubscriptions = (
  addresses: FakeAddresses,
  register: (registration: Registration) => void,
  request: SubscriptionRequest,
) => {
  const { count = 1, seed = randomBytes(9).toString('hex'), from = 0, vapidPublicKey, refusesAs } = request;
  if (vapidPublicKey !== undefined) register({ provider: 'webpush', seed, vapidPublicKey, refusesAs });
  const origin = request.cleartext === true ? addresses.cleartext.webpush : addresses.webpush;
  return Array.from({ length: count }, (_, index) => deriveSubscription(origin, seed, from + index));
};
