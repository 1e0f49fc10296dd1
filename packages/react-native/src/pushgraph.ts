import type { Spec } from './NativePushgraph.js';

/** A value that your account knows about a device. Dates are RFC 3339 texts. */
export type AttributeValue = string | number | boolean | readonly string[];

/** Null removes a key, and other keys keep their values. Your account decides which keys a device may set. */
export type AttributeChanges = { readonly [key: string]: AttributeValue | null };

/** Facts about the device. The library reports language, country, time zone, platform and version itself. */
export interface DeviceFacts {
  readonly language?: string;
  readonly country?: string;
  readonly timezone?: string;
  readonly platform?: string;
  readonly app_version?: string;
}

export interface Service {
  /** The application's `service_id`. */
  readonly serviceId: string;
  /** The address of pushgraph, such as `https://push.example.com`. */
  readonly baseUrl: string;
}

export interface LoginOptions {
  /** Your server creates it. Required if the application requires identity verification. */
  readonly identityHash?: string;
}

export interface TrackDetails {
  /** Makes a repeated report count once. The default is random. */
  readonly id?: string;
  /** Facts about the event for the messages that it triggers, at most 2 KiB as JSON. */
  readonly data?: { readonly [key: string]: string | number | boolean };
}

/** `default`: the user has not been asked. */
export type PushPermission = 'granted' | 'denied' | 'default';

export type ReceiptKind = 'delivered' | 'clicked' | 'dismissed';

/** A kind of message that the user can turn on and off. */
export interface PreferenceCategory {
  readonly key: string;
  readonly name: string;
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

export interface Button {
  readonly id: string;
  readonly label: string;
  readonly link: string | null;
  readonly isDestructive: boolean;
  readonly isInput: boolean;
}

export interface Message {
  /** A later message with the same id replaces this one. */
  readonly id: string | null;
  readonly title: string | null;
  readonly text: string;
  readonly link: string | null;
  /** The `data` of the push. */
  readonly data: { readonly [key: string]: string };
  readonly buttons: readonly Button[];
}

/** A tap on a message. */
export interface Opened {
  readonly message: Message;
  /** The id of the tapped button. */
  readonly button: string | null;
  /** The text that the user typed. */
  readonly text: string | null;
}

/**
 * The library tries again after `network`, `rate-limited` and `unavailable`. It drops a `refused` entry, and cannot keep
 * one after `storage`.
 */
export interface Problem {
  readonly code: 'network' | 'rate-limited' | 'unavailable' | 'refused' | 'storage';
  /** The HTTP status, or null without an answer. */
  readonly status: number | null;
  readonly message: string;
}

export interface ForegroundOptions {
  /** True: the app shows these messages itself, and there is no notification. */
  readonly isShownByApp?: boolean;
}

interface Events {
  readonly open: Opened;
  readonly foreground: Message;
  readonly dismiss: Message;
  readonly silent: Message;
  readonly problem: Problem;
}

type Kind = keyof Events;
type Listener<K extends Kind> = (event: Events[K]) => void;
type NativeEvent = { readonly [K in Kind]: { readonly kind: K; readonly event: Events[K] } }[Kind];

/** Removes the listener. */
export type Unsubscribe = () => void;

const MISSING =
  'The native module of @pushgraph/react-native is missing. Rebuild the app; Expo Go cannot contain the module.';

/**
 * The device of this app. Calls without a result return at once and never throw: what they say is stored, sent in order,
 * and tried again after a failure or a restart.
 */
export class Pushgraph {
  private readonly listeners = new Map<Kind, Set<(event: never) => void>>();
  private isShownByApp = false;
  private isFollowing = false;

  constructor(private readonly module: Spec | null) {}

  /** The device's id at the service. Null before the first registration. */
  get deviceId(): Promise<string | null> {
    return this.native.deviceId();
  }

  /** The number of changes, events and receipts that wait to be sent. */
  get pending(): Promise<number> {
    return this.native.pending();
  }

  /** Whether the app may show notifications now. */
  get permission(): Promise<PushPermission> {
    return this.native.permission() as Promise<PushPermission>;
  }

  /** Asks for the permission if the user has not answered yet. Call it when the user understands why. */
  requestPermission(): Promise<PushPermission> {
    return this.native.requestPermission() as Promise<PushPermission>;
  }

  /** Names the service at run time, if the app's configuration does not. The library starts itself with the app. */
  start(service?: Service): void {
    this.native.start(service?.serviceId ?? null, service?.baseUrl ?? null);
  }

  /** Only for a token that the library does not get itself. */
  setToken(token: string): void {
    this.native.setToken(token);
  }

  /** The device belongs to this user from now on. */
  login(externalUserId: string, { identityHash }: LoginOptions = {}): void {
    this.native.login(externalUserId, identityHash ?? null);
  }

  /** Ends the device and registers a new one with the same token, without user, tags and attributes. */
  logout(): void {
    this.native.logout();
  }

  /** Replaces all tags. With identity verification, only your server can set them. */
  setTags(tags: readonly string[]): void {
    this.native.setTags(tags);
  }

  /** Changes your own attributes of the device, such as `{ favourite_team: 'Reds', trial_ends: null }`. */
  setAttributes(attributes: AttributeChanges): void {
    this.native.setAttributes(JSON.stringify(attributes));
  }

  /** Changes facts about the device. */
  update(facts: DeviceFacts): void {
    this.native.update(JSON.stringify(facts));
  }

  /** Reports an event, such as `reg` or one of your own codes. */
  track(code: string, { id, data }: TrackDetails = {}): void {
    this.native.track(code, id ?? null, data ? JSON.stringify(data) : null);
  }

  /** Reports the fate of a message that the app received itself. `button` only with `clicked`. */
  receipt(receipt: string, kind: ReceiptKind, { button }: { readonly button?: string } = {}): void {
    this.native.receipt(receipt, kind, button ?? null);
  }

  /** Reads the user's preferences. Null if they cannot be read now. */
  async preferences({ language }: PreferencesOptions = {}): Promise<Preferences | null> {
    return toPreferences(await this.native.preferences(language ?? null));
  }

  /**
   * Changes the named choices and keeps the others.
   * @returns the preferences afterwards, or null if they could not be changed: nothing is tried again
   */
  async setPreferences(
    { allMarketing, ...choices }: PreferenceChoices,
    { language }: PreferencesOptions = {},
  ): Promise<Preferences | null> {
    const answer = this.native.setPreferences(JSON.stringify(choices), allMarketing ?? null, language ?? null);
    return toPreferences(await answer);
  }

  /** Tries at once, unless the service asked to wait. The library itself does so when the network is back. */
  online(): void {
    this.native.online();
  }

  /** Sets the number on the icon, which later messages add to; 0 removes it. */
  setBadge(count: number): void {
    this.native.setBadge(count);
  }

  /** Reports taps on messages and buttons, also the one that started the app. The library opens the link. */
  onOpen(listener: (opened: Opened) => void): Unsubscribe {
    return this.add('open', listener);
  }

  /** Reports messages that arrive while the app is in the foreground. The last call decides who shows them. */
  onForeground(listener: (message: Message) => void, { isShownByApp = false }: ForegroundOptions = {}): Unsubscribe {
    this.isShownByApp = isShownByApp;
    return this.add('foreground', listener);
  }

  /** Reports messages that the user swiped away. */
  onDismiss(listener: (message: Message) => void): Unsubscribe {
    return this.add('dismiss', listener);
  }

  /** Reports silent messages, which have no title, while JavaScript runs. */
  onSilent(listener: (message: Message) => void): Unsubscribe {
    return this.add('silent', listener);
  }

  /** Reports problems; the log of the device has them too. */
  onProblem(listener: (problem: Problem) => void): Unsubscribe {
    return this.add('problem', listener);
  }

  private get native(): Spec {
    if (!this.module) throw new Error(MISSING);
    return this.module;
  }

  private add<K extends Kind>(kind: K, listener: Listener<K>): Unsubscribe {
    // A listener that is added twice is called twice, and removed one by one.
    const own: Listener<K> = (event) => listener(event);
    const all = this.listeners.get(kind) ?? new Set();
    this.listeners.set(kind, all.add(own));
    this.follow();
    return () => {
      if (all.delete(own)) this.tell();
    };
  }

  private follow(): void {
    if (!this.isFollowing) this.native.onEvent((text) => this.hear(JSON.parse(text)));
    this.isFollowing = true;
    this.tell();
  }

  private tell(): void {
    const kinds = [...this.listeners].flatMap(([kind, { size }]) => (size > 0 ? [kind] : []));
    this.native.listen(kinds, this.isShownByApp && kinds.includes('foreground'));
  }

  private hear({ kind, event }: NativeEvent): void {
    for (const listener of [...(this.listeners.get(kind) ?? [])]) {
      try {
        listener(event as never);
      } catch (failure) {
        // A failing listener must not keep the event from the others.
        console.error(failure);
      }
    }
  }
}

const toPreferences = (text: string | null): Preferences | null => (text === null ? null : JSON.parse(text));
