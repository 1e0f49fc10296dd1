import { PushgraphError as ServedError, Pushgraph as ServedPushgraph } from '../../../public/sdk/web.js';

export interface PushgraphOptions {
  /** The application's `service_id`. */
  readonly serviceId: string;
  /** Where pushgraph answers, such as `https://push.example.com`. */
  readonly baseUrl: string;
  /** Path of your service worker; `/sw.js` by default. Your site may register that worker itself. */
  readonly serviceWorker?: string;
  /** Its scope; default as the browser has it. */
  readonly scope?: string;
}

/**
 * An attribute that is left out keeps its value; a new device has the language of the browser and the platform `web`.
 * Only `timezone` follows the browser, at each `subscribe`, until you set one.
 */
export interface DeviceAttributes {
  readonly language?: string;
  readonly country?: string;
  readonly timezone?: string;
  readonly external_user_id?: string;
  /** With `external_user_id`, if the application requires identity verification: your server makes it. */
  readonly identityHash?: string;
  /** Tags; from your server alone if identity verification is required. */
  readonly audiences?: readonly string[];
  readonly platform?: string;
  readonly app_version?: string;
}

export interface SubscribeOptions extends DeviceAttributes {
  /** False: never asks for permission. Without permission, or after `unsubscribe`, nothing happens. */
  readonly prompt?: boolean;
}

/** `default`: the user has not decided. */
export type PushPermission = 'granted' | 'denied' | 'default' | 'unsupported';

/**
 * - `unsupported`: this browser cannot receive pushes, or the code runs on a server.
 * - `denied`: the user has blocked notifications; only the settings of the browser change that.
 * - `dismissed`: the user closed the question without an answer.
 * - `blocked-storage`: the browser keeps nothing for this site, and therefore no service worker.
 * - `worker`: the service worker could not be installed.
 * - `push-service`: the browser's push service gave no subscription.
 * - `network`: pushgraph cannot be reached.
 * - `rate-limited`: too many requests (429); `retryAfterSeconds` says how long to wait.
 * - `unavailable`: pushgraph failed (5xx); try again later.
 * - `refused`: pushgraph refused the request (any other status).
 */
export type PushgraphErrorCode =
  | 'unsupported'
  | 'denied'
  | 'dismissed'
  | 'blocked-storage'
  | 'worker'
  | 'push-service'
  | 'network'
  | 'rate-limited'
  | 'unavailable'
  | 'refused';

/** Every method rejects with this error. */
export interface PushgraphError extends Error {
  readonly code: PushgraphErrorCode;
  /** HTTP status, if the service answered. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

export const PushgraphError = ServedError as unknown as {
  new (code: PushgraphErrorCode, message: string): PushgraphError;
};

export interface TrackDetails {
  /** Makes a repeated report count once; a random id by default. */
  readonly id?: string;
  /** ISO 8601; now by default. */
  readonly occurred_at?: string;
}

export interface Tracked {
  readonly accepted: number;
  readonly ignored: number;
  /** The device is not registered yet: the event waits for `subscribe`. */
  readonly queued?: number;
}

/** A browser that receives pushes. Its methods reject with a `PushgraphError`. */
export interface Pushgraph {
  readonly serviceId: string;
  /** null: this browser is not registered, or keeps nothing for this site. */
  readonly deviceId: string | null;
  readonly permission: PushPermission;
  /** Calls `listener` with each new permission. @returns a function that stops the calls */
  onPermissionChange(listener: (permission: PushPermission) => void): () => void;
  /** Refreshes the device at every visit, without a question. @returns null without permission or after `unsubscribe` */
  subscribe(options: DeviceAttributes & { readonly prompt: false }): Promise<string | null>;
  /** Asks for permission if need be, subscribes and registers; call it from a click. @returns the device's id */
  subscribe(attributes?: DeviceAttributes & { readonly prompt?: true }): Promise<string>;
  subscribe(options?: SubscribeOptions): Promise<string | null>;
  /** Changes attributes of the registered device. */
  update(attributes: DeviceAttributes): Promise<void>;
  /** Reports an event of the user, such as `reg` or one of your own codes; before `subscribe` it waits (100 at most). */
  track(code: string, details?: TrackDetails): Promise<Tracked>;
  /** Ends the subscription here and at the service. */
  unsubscribe(): Promise<void>;
}

interface PushgraphClass {
  new (options: PushgraphOptions): Pushgraph;
  /** Whether this browser can receive pushes at all; false on a server and in workers. */
  readonly isSupported: boolean;
}

/** A bundle does not know the address of the service; the file that the service serves does. */
class BundledPushgraph extends ServedPushgraph {
  constructor(options: PushgraphOptions) {
    if (!options?.baseUrl)
      throw new Error('`baseUrl` must be the address of pushgraph, such as https://push.example.com.');
    super(options);
  }
}

export const Pushgraph = BundledPushgraph as unknown as PushgraphClass;
