import { PushgraphError as ServedError, Pushgraph as ServedPushgraph } from '../../../public/sdk/web.js';

export interface PushgraphOptions {
  /** The application's `service_id`. */
  readonly serviceId: string;
  /** The address of pushgraph, such as `https://push.example.com`. */
  readonly baseUrl: string;
  /** The path of your service worker, `/sw.js` by default. Your site may register the worker itself. */
  readonly serviceWorker?: string;
  /** The scope of the worker. The default is that of the browser. */
  readonly scope?: string;
}

/** A value that your account knows about a device: a text, number, boolean, or list of texts. Dates are RFC 3339 texts. */
export type AttributeValue = string | number | boolean | readonly string[];

/** Null removes a key, and other keys keep their values. Your account decides which keys a device may set. */
export type AttributeChanges = { readonly [key: string]: AttributeValue | null };

/** A part of the day without messages, such as `{ start: '22:00', end: '07:00' }`. */
export interface QuietHours {
  /** `HH:MM`. */
  readonly start: string;
  /** `HH:MM`, exclusive; not the same as `start`. */
  readonly end: string;
  /** The days on which they start; every day if omitted. */
  readonly days?: readonly ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
}

/**
 * An omitted attribute keeps its value. A new device has the language of the browser and the platform `web`.
 * `timezone` follows the browser at each `subscribe` until you set one.
 */
export interface DeviceAttributes {
  readonly language?: string;
  readonly country?: string;
  readonly timezone?: string;
  readonly external_user_id?: string;
  /** Your server creates it. Required with `external_user_id` if the application requires identity verification. */
  readonly identityHash?: string;
  /** Tags. With identity verification, only your server can set them. */
  readonly audiences?: readonly string[];
  readonly platform?: string;
  readonly app_version?: string;
  /** Quiet hours that the person chose, by the clock of the device. They add to those of your account. Null removes them. */
  readonly quiet_hours?: QuietHours | null;
  /** Your own attributes of the device, for segments and templates. */
  readonly attributes?: AttributeChanges;
}

export interface SubscribeOptions extends DeviceAttributes {
  /** False never asks for permission, and does nothing without permission or after `unsubscribe`. */
  readonly prompt?: boolean;
}

/** `default`: the user has not decided. */
export type PushPermission = 'granted' | 'denied' | 'default' | 'unsupported';

/**
 * - `unsupported`: this browser cannot receive pushes, or the code runs on a server.
 * - `denied`: the user blocked notifications. Only the browser settings can change that.
 * - `dismissed`: the user closed the prompt without an answer.
 * - `blocked-storage`: the browser blocks storage for this site, and therefore its service worker.
 * - `worker`: the service worker could not be installed.
 * - `push-service`: the browser's push service did not create a subscription.
 * - `network`: pushgraph could not be reached.
 * - `rate-limited`: too many requests (429). Wait `retryAfterSeconds`.
 * - `unavailable`: pushgraph failed (408, 5xx). Try again later.
 * - `refused`: pushgraph rejected the request (any other status).
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
  /** The HTTP status, if the service responded. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

export const PushgraphError = ServedError as unknown as {
  new (code: PushgraphErrorCode, message: string): PushgraphError;
};

export interface LoginOptions {
  /** Your server creates it. Required if the application requires identity verification. */
  readonly identityHash?: string;
}

export interface TrackDetails {
  /** Makes a repeated report count once. The default is random. */
  readonly id?: string;
  /** ISO 8601. The default is the current time. */
  readonly occurred_at?: string;
  /** Facts about the event for the messages that it triggers, at most 2 KiB as JSON. */
  readonly data?: { readonly [key: string]: string | number | boolean };
}

export interface Tracked {
  readonly accepted: number;
  readonly ignored: number;
  /** 1 if the event waits: for `subscribe`, for the network, or for the service. */
  readonly queued?: number;
}

/** A kind of message that the user can turn on and off. */
export interface PreferenceCategory {
  readonly key: string;
  readonly name: string;
  /** Empty without one. */
  readonly description: string;
  /** Messages of kind `transactional` cannot be turned off. */
  readonly kind: 'marketing' | 'service' | 'transactional';
  readonly isOn: boolean;
}

export interface Preferences {
  readonly categories: readonly PreferenceCategory[];
  /** False: the user gets no message of kind `marketing`, whatever the categories say. */
  readonly allMarketing: boolean;
  /** The hosted page for the same choices. Null if the service has no public address. */
  readonly url: string | null;
}

/** True or false by the key of a category. Omitted categories keep their choice. */
export interface PreferenceChoices {
  readonly allMarketing?: boolean;
  readonly [key: string]: boolean | undefined;
}

export interface PreferencesOptions {
  /** The language of the texts, BCP 47. The default is that of the device. */
  readonly language?: string;
}

/** A browser that receives pushes. Its methods reject with a `PushgraphError`. */
export interface Pushgraph {
  readonly serviceId: string;
  /** Null if this browser is not registered, or blocks storage for this site. */
  readonly deviceId: string | null;
  readonly permission: PushPermission;
  /** Calls `listener` with each new permission. @returns a function that removes the listener */
  onPermissionChange(listener: (permission: PushPermission) => void): () => void;
  /** Refreshes the device at every visit, without a prompt. @returns null without permission or after `unsubscribe` */
  subscribe(options: DeviceAttributes & { readonly prompt: false }): Promise<string | null>;
  /** Asks for permission if necessary, subscribes and registers. Call it from a click. @returns the device id */
  subscribe(attributes?: DeviceAttributes & { readonly prompt?: true }): Promise<string>;
  subscribe(options?: SubscribeOptions): Promise<string | null>;
  /** Changes attributes of the registered device. */
  update(attributes: DeviceAttributes): Promise<void>;
  /** Changes your own attributes of the registered device, such as `{ favourite_team: 'Reds', trial_ends: null }`. */
  setAttributes(attributes: AttributeChanges): Promise<void>;
  /** The device belongs to this user from now on. */
  login(externalUserId: string, options?: LoginOptions): Promise<void>;
  /** Ends the device and registers a new one with the same subscription, without user, tags and attributes. */
  logout(): Promise<void>;
  /** Replaces all tags. With identity verification, only your server can set them. */
  setTags(tags: readonly string[]): Promise<void>;
  /** Reports an event, such as `reg` or one of your own codes. What cannot be sent now waits, up to 100 events. */
  track(code: string, details?: TrackDetails): Promise<Tracked>;
  /** Reads the user's preferences. */
  preferences(options?: PreferencesOptions): Promise<Preferences>;
  /** Changes some choices and keeps the others. @returns the preferences afterwards */
  setPreferences(choices: PreferenceChoices, options?: PreferencesOptions): Promise<Preferences>;
  /** The hosted page where the user chooses what to get. Null if the service has no public address. */
  preferencesUrl(): Promise<string | null>;
  /** Sets the number on the icon of the installed app, to which messages may add; 0 removes it. */
  setBadge(count: number): Promise<void>;
  /** Ends the subscription in the browser and in the service. */
  unsubscribe(): Promise<void>;
}

interface PushgraphClass {
  new (options: PushgraphOptions): Pushgraph;
  /** Whether this browser can receive pushes. False on a server and in workers. */
  readonly isSupported: boolean;
}

/** Requires `baseUrl`, because only the file that the service serves knows the address. */
class BundledPushgraph extends ServedPushgraph {
  constructor(options: PushgraphOptions) {
    if (!options?.baseUrl)
      throw new Error('`baseUrl` must be the address of pushgraph, such as https://push.example.com.');
    super(options);
  }
}

export const Pushgraph = BundledPushgraph as unknown as PushgraphClass;
