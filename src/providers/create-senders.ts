import { ConfigError } from '../errors.js';
import { createTransports, type Transports } from './create-transports.js';
import { ANSWER_MS } from './exchange.js';
import { isPublicHost } from './outbound/check-url.js';
import { type ConnectionOptions, connectionOptions } from './outbound/connection-options.js';
import type { HostSuffixes } from './outbound/host-suffixes.js';
import { FirebaseAdminSender } from './provider-a/firebase-admin-sender.js';
import { ProviderASender } from './provider-a/provider-a-sender.js';
import { ProviderBSender } from './provider-b/provider-b-sender.js';
import { ProviderCSender } from './provider-c/provider-c-sender.js';
import type { ProviderName, Sender, SenderClock } from './sender.js';
import { shareTransports } from './threads/share-transports.js';
import type { ThreadOptions } from './threads/thread-pool.js';
import { WebPushSender } from './webpush/webpush-sender.js';

/** What senders need from outside; `app.ts` fills it from the configuration. */
export interface SenderOptions {
  readonly baseUrls: { readonly provider_a: string; readonly provider_b: string; readonly provider_c: string };
  /** Lifts the outbound guard: http and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** `WEBPUSH_HOSTS`: push services that web push may go to; default any. */
  readonly webPushHosts?: HostSuffixes | null;
  /** Extra certificate authorities in PEM, for tests in process. */
  readonly ca?: string;
  readonly providerATransport: 'http2' | 'firebase-admin';
  /** How long a provider may take to answer, connecting included; default 10 s. Shorter for tests. */
  readonly answerMs?: number;
  /** Threads that send besides the calling one; default none. */
  readonly threads?: ThreadOptions;
  readonly clock: SenderClock;
  /** Uniform in [0, 1): jitter. */
  readonly random: () => number;
}

export type Senders = { readonly [P in ProviderName]: Sender };

/**
 * The registry of providers: one line each. They are independent: closing one leaves the others.
 *
 * @throws ConfigError if a provider's base address is not allowed
 */
export function createSenders(options: SenderOptions): Senders {
  const { clock, allowPrivate, baseUrls, providerATransport } = options;
  const { answerMs = ANSWER_MS, webPushHosts = null } = options;
  const common: Common = { clock, allowPrivate, answerMs, connection: connectionOptions(options) };
  const origins = {
    provider_a: readOrigin('PROVIDER_A_URL', baseUrls.provider_a, allowPrivate),
    provider_b: readOrigin('PROVIDER_B_URL', baseUrls.provider_b, allowPrivate),
    provider_c: readOrigin('PROVIDER_C_URL', baseUrls.provider_c, allowPrivate),
  };
  const data = {
    origins,
    allowPrivate,
    answerMs,
    webPushHosts,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  };
  const transports = shareTransports(
    createTransports({ ...common, origins, webPushHosts }),
    options.threads ?? { count: 0 },
    data,
  );
  return {
    provider_a: PROVIDER_A_TRANSPORTS[providerATransport](common, transports.provider_a),
    provider_b: new ProviderBSender({ ...common, origin: origins.provider_b }),
    provider_c: new ProviderCSender({ clock, transport: transports.provider_c }),
    webpush: new WebPushSender({ clock, transport: transports.webpush }),
  } satisfies Senders;
}

interface Common {
  readonly clock: SenderClock;
  readonly allowPrivate: boolean;
  readonly answerMs: number;
  readonly connection: ConnectionOptions;
}

const PROVIDER_A_TRANSPORTS = {
  http2: (common, transport) => new ProviderASender({ ...common, transport }),
  'firebase-admin': (common, transport) => {
    // Google's SDK keeps its connections to itself.
    void transport.close();
    return new FirebaseAdminSender(common);
  },
} satisfies Record<
  SenderOptions['providerATransport'],
  (common: Common, transport: Transports['provider_a']) => Sender
>;

/** Base addresses come from the operator: any port, but https and public unless private ones are allowed. */
function readOrigin(variable: string, baseUrl: string, allowPrivate: boolean): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isHttp = url?.protocol === 'http:';
  if (url === undefined || !(isHttp || url.protocol === 'https:'))
    throw new ConfigError(variable, 'must be an https URL');
  if (url.pathname !== '/' || url.search !== '') throw new ConfigError(variable, 'must be an address without a path');
  if (allowPrivate) return url.origin;
  if (isHttp) throw new ConfigError(variable, 'must be https, unless OUTBOUND_ALLOW_PRIVATE is true');
  if (!isPublicHost(url.hostname))
    throw new ConfigError(variable, 'must be a public address, unless OUTBOUND_ALLOW_PRIVATE is true');
  return url.origin;
}
