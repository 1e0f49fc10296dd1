import { ConfigError } from '../errors.js';
import { type Carriers, createCarriers } from './create-carriers.js';
import { ANSWER_MS } from './exchange.js';
import { isPublicHost } from './outbound/check-url.js';
import { type ConnectionOptions, connectionOptions } from './outbound/connection-options.js';
import { FirebaseAdminSender } from './provider-a/firebase-admin-sender.js';
import { ProviderASender } from './provider-a/provider-a-sender.js';
import { ProviderBSender } from './provider-b/provider-b-sender.js';
import { ProviderCSender } from './provider-c/provider-c-sender.js';
import type { ProviderName, Sender, SenderClock, SenderOptions } from './sender.js';
import { shareCarriers } from './threads/share-carriers.js';
import { WebPushSender } from './webpush/webpush-sender.js';

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
  const carriers = shareCarriers(
    createCarriers({ ...common, origins, webPushHosts }),
    options.threads ?? { count: 0 },
    data,
  );
  return {
    provider_a: PROVIDER_A_TRANSPORTS[providerATransport](common, carriers.provider_a),
    provider_b: new ProviderBSender({ ...common, origin: origins.provider_b }),
    provider_c: new ProviderCSender({ clock, carrier: carriers.provider_c }),
    webpush: new WebPushSender({ clock, carrier: carriers.webpush }),
  } satisfies Senders;
}

interface Common {
  readonly clock: SenderClock;
  readonly allowPrivate: boolean;
  readonly answerMs: number;
  readonly connection: ConnectionOptions;
}

const PROVIDER_A_TRANSPORTS = {
  http2: (common, carrier) => new ProviderASender({ ...common, carrier }),
  'firebase-admin': (common, carrier) => {
    // Google's SDK keeps its connections to itself.
    void carrier.close();
    return new FirebaseAdminSender(common);
  },
} satisfies Record<SenderOptions['providerATransport'], (common: Common, carrier: Carriers['provider_a']) => Sender>;

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
