import { randomBytes, randomUUID } from 'node:crypto';
import type { ProviderName, Target } from '../../src/providers/sender.js';
import type { Fakes } from '../../test/support/fakes/fakes.js';
import { type Course, IDS_PER_CALL, PAGE, PAGES_AT_ONCE } from './contestant.js';
import type { ContestantName } from './contestants.js';

/** The contestants of one comparison. */
export interface Race {
  readonly title: string;
  readonly provider: ProviderName;
  readonly ours: ContestantName;
  /** The bare loop with a constant body. */
  readonly limit: ContestantName;
  /** The extra work for each message outside the loop. */
  readonly alsoPaid?: ContestantName;
  /** The usual libraries, and the loop with our sender's optimisations. */
  readonly others: readonly ContestantName[];
  /** Rounds send a multiple of this, all pages at once, so that no round ends with a partial set. */
  readonly multiple: number;
  /** Our sender on all cores, if that makes a difference. */
  readonly onAllCores: boolean;
}

export const RACES: readonly Race[] = [
  {
    ...{
      title: 'provider_a',
      provider: 'provider_a',
      ours: 'ours',
      limit: 'bare client',
      onAllCores: true,
      multiple: PAGE * PAGES_AT_ONCE,
    },
    others: ['bare-http2', 'firebase-admin'],
  },
  {
    ...{
      title: 'provider_c',
      provider: 'provider_c',
      ours: 'ours',
      limit: 'bare client',
      onAllCores: true,
      multiple: PAGE * PAGES_AT_ONCE,
    },
    others: ['bare-http2', 'node-apn'],
  },
  {
    ...{
      title: 'webpush',
      provider: 'webpush',
      ours: 'ours',
      limit: 'bare-undici',
      onAllCores: true,
      multiple: PAGE * PAGES_AT_ONCE,
    },
    alsoPaid: 'encryption',
    others: ['web-push', 'web-push-tuned'],
  },
  {
    ...{ title: 'provider_b, a call for each', provider: 'provider_b', limit: 'bare-undici', onAllCores: false },
    ours: 'ours-single-calls',
    others: [],
    multiple: PAGE * PAGES_AT_ONCE,
  },
  {
    ...{ title: 'provider_b, 2,000 to a call', provider: 'provider_b', limit: 'bare-undici-2000', onAllCores: false },
    ours: 'ours',
    others: [],
    multiple: IDS_PER_CALL * PAGES_AT_ONCE,
  },
];

const TARGETS = 2_000;

export const makeCourse = async (fakes: Fakes, provider: ProviderName): Promise<Course> => {
  const { credentials } = await fakes.makeApp(provider);
  const { addresses, ca } = fakes;
  return { provider, addresses, ca, credentials, targets: await makeTargets(fakes, provider) };
};

const makeTargets = async (fakes: Fakes, provider: ProviderName): Promise<Target[]> => {
  if (provider === 'webpush') {
    const subscriptions = await fakes.makeSubscriptions({ count: TARGETS });
    return subscriptions.map(({ endpoint, keys }) => ({ kind: 'web', endpoint, ...keys }));
  }
  return Array.from({ length: TARGETS }, () =>
    provider === 'provider_b'
      ? { kind: 'subscription-id', subscriptionId: randomUUID() }
      : { kind: 'token', token: randomBytes(32).toString('hex') },
  );
};
