import { randomBytes, randomUUID } from 'node:crypto';
import type { ProviderName } from '../../src/providers/sender.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { RegisteredApp } from '../support/service-steps.js';
import { LANGUAGES, type Language } from './texts.js';

export const DEVICES = 2_000;
/** Devices in a country or with a language that the schedulers exclude. */
export const OUTSIDERS = 40;
/** Devices whose subscription or token has died without the service knowing. */
export const DEAD = 8;
/** Devices that left items in their basket. The outsiders did too. */
export const SHOPPERS = 400;

export const EXCLUDED = { country: 'CA', language: 'fr' } as const;

const DEAD_AT: readonly ProviderName[] = ['webpush', 'provider_c'];
const REGIONS: Readonly<Record<Language, readonly string[]>> = {
  en: ['en', 'en-GB'],
  de: ['de', 'de-AT'],
  es: ['es', 'es-MX'],
  ja: ['ja'],
};

export interface DemoDevice {
  readonly app: RegisteredApp;
  readonly kind: 'reached' | 'outsider' | 'dead';
  /** The language of the translation that the device should get. */
  readonly reads: Language;
  /** The language that the device reports, sometimes with a region. */
  readonly language: string;
  readonly country: string;
  /** The address in the registration's body. */
  readonly address: Readonly<Record<string, unknown>>;
  /** The target in the fakes' ledger. */
  readonly target: string;
}

/** All devices, spread evenly over applications and languages. */
export const inventDevices = async (fakes: Fakes, apps: readonly RegisteredApp[]): Promise<DemoDevice[]> => {
  const dying = apps.filter((app) => DEAD_AT.includes(app.provider));
  const plans = [
    ...plan(DEVICES, 'reached', apps),
    ...plan(OUTSIDERS, 'outsider', apps),
    ...plan(DEAD, 'dead', dying.length > 0 ? dying : apps),
  ];
  const addresses = await inventAddresses(
    fakes,
    plans.map(({ app }) => app),
  );
  return plans.map((device, index) => ({ ...device, ...(addresses[index] ?? { address: {}, target: '' }) }));
};

type Plan = Omit<DemoDevice, 'address' | 'target'>;

const plan = (count: number, kind: DemoDevice['kind'], apps: readonly RegisteredApp[]): Plan[] =>
  Array.from({ length: count }, (_, index) => {
    const turn = Math.floor(index / apps.length);
    const reads = LANGUAGES[turn % LANGUAGES.length] ?? 'en';
    const tags = REGIONS[reads];
    const excludedBy = kind === 'outsider' ? (turn % 2 === 0 ? 'country' : 'language') : null;
    return {
      app: apps[index % apps.length] as RegisteredApp,
      kind,
      reads,
      language: excludedBy === 'language' ? EXCLUDED.language : (tags[turn % tags.length] ?? reads),
      country: excludedBy === 'country' ? EXCLUDED.country : 'US',
    };
  });

const inventAddresses = async (fakes: Fakes, apps: readonly RegisteredApp[]) => {
  const web = apps.find((app) => app.provider === 'webpush');
  const count = apps.filter((app) => app.provider === 'webpush').length;
  const vapidPublicKey = web?.vapidKeyPublic ?? undefined;
  const subscriptions = count === 0 ? [] : await fakes.makeSubscriptions({ count, vapidPublicKey });
  return apps.map(({ provider }) => {
    if (provider === 'webpush') {
      const subscription = subscriptions.pop();
      return { address: { subscription }, target: subscription?.endpoint ?? '' };
    }
    if (provider === 'provider_b') {
      const id = randomUUID();
      return { address: { subscription_id: id }, target: id };
    }
    const token = randomBytes(32).toString('hex');
    return { address: { token }, target: token };
  });
};
