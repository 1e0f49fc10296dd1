import type { ProviderName } from '../../../src/providers/sender.js';
import type { RefusalWords, Registration, TestApp } from './keys.js';
import type { LedgerEntry, LedgerFilter, LedgerSummary } from './ledger.js';
import type { MisbehaviourRule } from './misbehaviour.js';
import type { WebSubscription } from './web-subscription.js';

/** Base addresses without a trailing slash, all on 127.0.0.1. */
export interface FakeAddresses {
  /** HTTP/2 (and HTTP/1.1) over TLS. */
  readonly provider_a: string;
  /** HTTP/1.1 over TLS. */
  readonly provider_b: string;
  /** HTTP/2 over TLS. */
  readonly provider_c: string;
  /** HTTP/1.1 over TLS. */
  readonly webpush: string;
  /** `token_uri` of the fake's service accounts: `{provider_a}/token`. */
  readonly tokenUri: string;
  /** The same without TLS: h2c with prior knowledge for a and c, HTTP/1.1 for a, b and webpush. */
  readonly cleartext: Readonly<Record<ProviderName, string>>;
}

export interface SubscriptionRequest {
  /** The number of subscriptions, 1 by default. */
  readonly count?: number;
  /** The same seed gives the same subscriptions. Without one they are random. Letters, digits and `-`. */
  readonly seed?: string;
  /** The index of the first subscription, 0 by default. */
  readonly from?: number;
  /** true gives `http:` endpoints. */
  readonly cleartext?: boolean;
  /** The push service refuses messages signed by any other key. */
  readonly vapidPublicKey?: string;
  /** Uses this push service's error wording. Omitted: a plain 403. */
  readonly refusesAs?: RefusalWords;
}

export interface LedgerPage extends LedgerFilter {
  readonly offset?: number;
  /** 1,000 by default, and at most 10,000 over the control API. */
  readonly limit?: number;
}

/** The four fake providers, in this process (`startFakes`) or in their own (`spawnFakes`). */
export interface Fakes {
  readonly addresses: FakeAddresses;
  /** PEM of the authority to trust. */
  readonly ca: string;
  /** Fresh credentials, registered with the fake. */
  makeApp(provider: ProviderName): Promise<TestApp>;
  register(registration: Registration): Promise<void>;
  makeSubscriptions(request?: SubscriptionRequest): Promise<WebSubscription[]>;

  misbehave(rule: MisbehaviourRule): Promise<void>;
  /** Drops all rules or those of one provider. Dead tokens stay dead. */
  behave(provider?: ProviderName): Promise<void>;
  /** @param since epoch milliseconds; default now. Tokens, subscription ids or endpoints. */
  killTokens(provider: ProviderName, tokens: readonly string[], since?: number): Promise<void>;
  reviveTokens(provider: ProviderName, tokens: readonly string[]): Promise<void>;
  /** Invalidates the bearer tokens that provider_a has issued so far. */
  revokeAccessTokens(): Promise<void>;
  /** The fixed time (epoch ms) for checks of signed tokens from now on. null: the machine's clock. */
  setNow(now: number | null): Promise<void>;

  summary(): Promise<LedgerSummary>;
  /** Accepted messages, unless the filter says otherwise. */
  count(filter?: LedgerFilter): Promise<number>;
  countByTarget(filter?: LedgerFilter): Promise<Map<string, number>>;
  duplicates(filter?: LedgerFilter): Promise<LedgerEntry[]>;
  /** Accepted and refused, in order of arrival. */
  entries(page?: LedgerPage): Promise<LedgerEntry[]>;

  /** Clears the ledger, rules and dead tokens. Registrations stay. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
