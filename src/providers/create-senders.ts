import { ConfigError } from '../errors.js';
import type { ProviderName } from '../ports/provider-name.js';
import type { ProviderDefinition, ProviderParts, ProviderSettings } from './definition.js';
import { ANSWER_MS, STRANGER_CONNECT_MS } from './exchange.js';
import { isPublicHost } from './outbound/check-url.js';
import { connectionOptions } from './outbound/connection-options.js';
import { ALL_PROVIDERS, toUrlVariable } from './providers.js';
import type { Sender, SenderClock } from './sender.js';
import { shareTransports } from './threads/share-transports.js';
import type { ThreadOptions } from './threads/thread-pool.js';

export type BaseUrls = { readonly [P in ProviderName]?: string };

/** What senders need from outside; `app.ts` fills it from the configuration. */
export interface SenderOptions extends Partial<Pick<ProviderSettings, 'webPushHosts'>> {
  /** By provider, where it has one. */
  readonly baseUrls: BaseUrls;
  /** Lifts the outbound guard: http and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Extra certificate authorities in PEM, for tests in process. */
  readonly ca?: string;
  readonly providerATransport: ProviderSettings['providerATransport'];
  /** `ANSWER_TIMEOUT_MS`: how long a provider may take to answer; default 30 s. */
  readonly answerMs?: number;
  /** How long connecting to a push service may take that has taken no message yet; default 3 s. */
  readonly strangerConnectMs?: number;
  /** Threads that send besides the calling one; default none. */
  readonly threads?: ThreadOptions;
  readonly clock: SenderClock;
  /** Uniform in [0, 1): jitter. */
  readonly random: () => number;
}

export type Senders = { readonly [P in ProviderName]: Sender };

/**
 * A sender for each provider of the registry. They are independent: closing one leaves the others.
 *
 * @throws ConfigError if a provider's base address is not allowed
 */
export function createSenders(options: SenderOptions): Senders {
  const { clock, allowPrivate, baseUrls, providerATransport } = options;
  const { answerMs = ANSWER_MS, strangerConnectMs = STRANGER_CONNECT_MS } = options;
  const { webPushHosts = null, threads = { count: 0 } } = options;
  const settings = { webPushHosts, providerATransport };
  const origins = readOrigins(baseUrls, allowPrivate);
  const shared = { allowPrivate, answerMs, strangerConnectMs, settings };
  const common = { ...shared, clock, connection: connectionOptions(options) };
  const ca = options.ca === undefined ? {} : { ca: options.ca };
  const share = shareTransports(threads, { ...shared, origins, ...ca });
  const open = ({ name, sending }: ProviderDefinition): Sender => {
    const parts: ProviderParts = { ...common, origin: origins[name] ?? '' };
    if (sending.kind === 'direct') return sending.openSender(parts);
    return sending.openSender(parts, share(name, sending.openTransport(parts)));
  };
  return Object.fromEntries(ALL_PROVIDERS.map((provider) => [provider.name, open(provider)])) as Senders;
}

/** Of processes that never send, such as the command line. */
export const NO_SENDERS = Object.fromEntries(
  ALL_PROVIDERS.map(({ name }): [ProviderName, Sender] => [
    name,
    {
      provider: name,
      send: async ({ messages }) => messages.map(() => ({ kind: 'failed', reason: 'this process sends nothing' })),
      check: async () => ({ accepted: null, reason: 'this process sends nothing' }),
      close: async () => undefined,
    },
  ]),
) as Senders;

const readOrigins = (baseUrls: BaseUrls, allowPrivate: boolean): Record<string, string> =>
  Object.fromEntries(
    ALL_PROVIDERS.flatMap(({ name, baseUrl }) =>
      baseUrl === null ? [] : [[name, readOrigin(toUrlVariable(name), baseUrls[name] ?? baseUrl, allowPrivate)]],
    ),
  );

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
