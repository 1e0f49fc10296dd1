import { createClient, type Client as SocketClient } from 'graphql-ws';
import { BadKeyError, ConnectionError } from './errors.js';

/** A key, or a function that returns the current one: it is called before each request and each new connection. */
export type ApiKey = string | (() => string | Promise<string>);

/** `idle`: no subscription needs a connection, or the service refused the key. `waiting`: until the next attempt. */
export type ConnectionState = 'idle' | 'connecting' | 'connected' | 'waiting';

export interface Retry {
  /** 1 for the first attempt after the connection was lost. */
  readonly attempt: number;
  /** The wait before this attempt, in milliseconds. */
  readonly waitMs: number;
  /** Why the last connection ended, or could not be opened. */
  readonly error: ConnectionError;
}

export interface SocketOptions {
  /** Where the service answers, such as `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly apiKey: ApiKey;
  /** Node.js before version 22 has no WebSocket of its own: pass the one of the package `ws`. */
  readonly webSocketImpl?: unknown;
  readonly onConnectionState?: (state: ConnectionState) => void;
  /** Called before every attempt to reconnect. By default a warning is printed at the fifth attempt in a row. */
  readonly onRetry?: (retry: Retry) => void;
}

const KEEP_ALIVE_MS = 10_000;
const MAX_WAIT_MS = 10_000;
/** After some 3 to 6 s: a service that restarts is back before. */
const WARN_AT_ATTEMPT = 5;

/** The connection for subscriptions, opened with the first of them and closed with the last. */
export const createSocket = ({ url, apiKey, webSocketImpl, ...hooks }: SocketOptions): SocketClient => {
  const { onConnectionState = () => undefined, onRetry = warn } = hooks;
  const address = `${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/graphql`;
  let isOpened = false;
  let error = new ConnectionError(address, { wasOpen: false });
  return createClient({
    url: address,
    webSocketImpl,
    // A browser's WebSocket cannot send an authorization header.
    connectionParams: async () => ({ authorization: `Bearer ${await readKey(apiKey)}` }),
    keepAlive: KEEP_ALIVE_MS,
    // graphql-ws itself never retries after 4401, a refused key.
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (reason) => {
      error = new ConnectionError(address, { reason, wasOpen: isOpened });
      return true;
    },
    retryWait: (tries) => {
      const waitMs = waitBefore(tries);
      onRetry({ attempt: tries + 1, waitMs, error });
      return new Promise((resolve) => setTimeout(resolve, waitMs));
    },
    on: {
      connecting: () => {
        isOpened = false;
        onConnectionState('connecting');
      },
      opened: () => {
        isOpened = true;
      },
      connected: () => onConnectionState('connected'),
      closed: (event) => onConnectionState(isFinal(event) ? 'idle' : 'waiting'),
    },
  });
};

export const readKey = async (apiKey: ApiKey): Promise<string> => (typeof apiKey === 'string' ? apiKey : apiKey());

/** Random, so that the clients of a restarted service do not all reconnect at once. */
const waitBefore = (tries: number): number => Math.min(250 * 2 ** tries, MAX_WAIT_MS) * (0.5 + Math.random() / 2);

const warn = ({ attempt, error }: Retry): void => {
  if (attempt === WARN_AT_ATTEMPT) console.warn(error.message);
};

/** What ended a subscription, as an Error. 4401 comes as the event that closed the socket. */
export const readSocketError = (reason: unknown): Error => {
  if (isClosedWith(reason, 4401)) return new BadKeyError();
  return reason instanceof Error ? reason : new Error('The subscription ended early.', { cause: reason });
};

const isFinal = (event: unknown): boolean => isClosedWith(event, 1000) || isClosedWith(event, 4401);

const isClosedWith = (reason: unknown, code: number): boolean => {
  if (typeof reason !== 'object' || reason === null) return false;
  if ('code' in reason) return reason.code === code;
  // Apollo's GraphQLWsLink turns the event into an Error that has the code in its message alone.
  return reason instanceof Error && reason.message.startsWith(`Socket closed with event ${code}`);
};
