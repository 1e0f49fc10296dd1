import { ConfigError } from '../errors.js';
import type { ProviderName } from '../ports/provider-name.js';
import type { Reason } from './codes.js';
import type { ProviderDefinition, ProviderParts, ProviderSettings } from './definition.js';
import { ANSWER_MS, UNPROVEN_CONNECT_MS } from './exchange.js';
import { isPublicHost } from './outbound/check-url.js';
import { connectionOptions } from './outbound/connection-options.js';
import { ALL_PROVIDERS, toUrlVariable } from './providers.js';
import type { Sender, SenderClock } from './sender.js';
import { shareTransports } from './threads/share-transports.js';
import type { ThreadOptions } from './threads/thread-pool.js';

export type BaseUrls = { readonly [P in ProviderName]?: string };

/** Options of all senders; `app.ts` reads them from the configuration. */
export interface SenderOptions extends Partial<Pick<ProviderSettings, 'webPushHosts' | 'http2Engine'>> {
  /** Overrides of base URLs, by provider. */
  readonly baseUrls: BaseUrls;
  /** Disables the outbound guard: http and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Additional certificate authorities in PEM, for tests. */
  readonly ca?: string;
  readonly providerATransport: ProviderSettings['providerATransport'];
  /** `ANSWER_TIMEOUT_MS`; default 30 s. */
  readonly answerMs?: number;
  /** Time limit for connecting to an unproven push service; default 3 s. */
  readonly unprovenConnectMs?: number;
  /** Additional sending threads; default none. */
  readonly threads?: ThreadOptions;
  readonly clock: SenderClock;
  /** Uniform in [0, 1), for jitter. */
  readonly random: () => number;
}

export type Senders = { readonly [P in ProviderName]: Sender };

/**
 * Creates a sender for each registered provider. Closing one does not affect the others.
 *
 * @throws ConfigError if a provider's base URL is not allowed
 */
export function createSenders(options: SenderOptions): Senders {
  const { clock, allowPrivate, baseUrls, providerATransport } = options;
  const { answerMs = ANSWER_MS, unprovenConnectMs = UNPROVEN_CONNECT_MS } = options;
  const { webPushHosts = null, http2Engine = 'javascript', threads = { count: 0 } } = options;
  const settings = { webPushHosts, providerATransport, http2Engine };
  const origins = readOrigins(baseUrls, allowPrivate);
  const shared = { allowPrivate, answerMs, unprovenConnectMs, settings };
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

const SENDS_NOTHING: Reason = { code: 'SENDS_NOTHING', detail: null };

/** Senders for processes that never send, such as the command line. */
export const NO_SENDERS = Object.fromEntries(
  ALL_PROVIDERS.map(({ name }): [ProviderName, Sender] => [
    name,
    {
      provider: name,
      send: async ({ messages }) => messages.map(() => ({ kind: 'failed', ...SENDS_NOTHING })),
      check: async () => ({ accepted: null, reason: SENDS_NOTHING }),
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

/** The operator may choose any port, but needs https and a public host unless private addresses are allowed. */
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
