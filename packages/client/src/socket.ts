import { createClient, type Client as SocketClient } from 'graphql-ws';
import { BadKeyError, ConnectionError } from './errors.js';

/** A key, or a function that returns the current one. It is called before each request and each connection. */
export type ApiKey = string | (() => string | Promise<string>);

/** `idle`: no subscription is active, or the service rejected the key. `waiting`: a pause before the next attempt. */
export type ConnectionState = 'idle' | 'connecting' | 'connected' | 'waiting';

export interface Retry {
  /** 1 for the first attempt after the connection was lost. */
  readonly attempt: number;
  /** The wait before this attempt, in milliseconds. */
  readonly waitMs: number;
  /** Why the last connection ended or could not be opened. */
  readonly error: ConnectionError;
}

export interface SocketOptions {
  /** The address of the service, such as `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly apiKey: ApiKey;
  /** Node.js has no WebSocket before version 22. Pass the one of the package `ws`. */
  readonly webSocketImpl?: unknown;
  readonly onConnectionState?: (state: ConnectionState) => void;
  /** Called before every attempt to reconnect. The default prints a warning at the fifth attempt in a row. */
  readonly onRetry?: (retry: Retry) => void;
}

const KEEP_ALIVE_MS = 10_000;
const MAX_WAIT_MS = 10_000;
/** The fifth attempt comes after 3 to 6 s, when a restarting service would already be back. */
const WARN_AT_ATTEMPT = 5;

/** The connection for subscriptions. The first one opens it, and the last one closes it. */
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
    // graphql-ws never retries after 4401, a rejected key.
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

/** The wait is random, so that the clients of a restarted service do not all reconnect at once. */
const waitBefore = (tries: number): number => Math.min(250 * 2 ** tries, MAX_WAIT_MS) * (0.5 + Math.random() / 2);

const warn = ({ attempt, error }: Retry): void => {
  if (attempt === WARN_AT_ATTEMPT) console.warn(error.message);
};

/** Converts the end of a subscription into an Error. A rejected key arrives as a close event with code 4401. */
export const readSocketError = (reason: unknown): Error => {
  if (isClosedWith(reason, 4401)) return new BadKeyError();
  return reason instanceof Error ? reason : new Error('The subscription ended early.', { cause: reason });
};

const isFinal = (event: unknown): boolean => isClosedWith(event, 1000) || isClosedWith(event, 4401);

const isClosedWith = (reason: unknown, code: number): boolean => {
  if (typeof reason !== 'object' || reason === null) return false;
  if ('code' in reason) return reason.code === code;
  // Apollo's GraphQLWsLink converts the event into an Error that has the code only in its message.
  return reason instanceof Error && reason.message.startsWith(`Socket closed with event ${code}`);
};
