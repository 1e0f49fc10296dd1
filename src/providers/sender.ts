import type { ProviderCredentials, ProviderName } from '../ports/provider-name.js';

export type { ProviderName };

/** What a device shows: one translation of a push. Absent parts are null. */
export interface Content {
  readonly title: string;
  readonly text: string;
  readonly image: string | null;
  readonly icon: string | null;
  readonly link: string | null;
}

/** Decrypted credentials of an application, as its provider's definition opens them. */
export type Credentials = { [P in ProviderName]: CredentialsOf<P> }[ProviderName];
export type CredentialsOf<Name extends ProviderName> = { readonly provider: Name } & ProviderCredentials[Name];

/** Where one message goes. */
export type Target =
  /** The device token. */
  | { readonly kind: 'token'; readonly token: string }
  /** A UUID that the provider gave. */
  | { readonly kind: 'subscription-id'; readonly subscriptionId: string }
  /** A browser: `p256dh` and `auth` are base64url as the browser gave them. */
  | {
      readonly kind: 'web';
      readonly endpoint: string;
      readonly p256dh: string;
      readonly auth: string;
      /** Epoch ms at which the device last named this subscription; absent: not known. */
      readonly confirmedAt?: number;
    };

export interface Message {
  /**
   * UUID in its 36 characters, the same on every try of the same message and of no other message. Providers get it as
   * the identity of the notification, so that a repeat replaces the first copy on the device.
   */
  readonly id: string;
  readonly target: Target;
  /** Messages of one batch that show the same thing share one object, so senders may group by identity. */
  readonly content: Content;
  /** Signed token that the device sends back to say delivered or clicked. */
  readonly receipt: string;
}

export interface SenderApp {
  /** Identifies the application for caches and pauses. */
  readonly id: number;
  /** Changes whenever the credentials do; caches are keyed by (id, version). */
  readonly credentialsVersion: number;
  readonly credentials: Credentials;
}

export interface SendBatch {
  readonly app: SenderApp;
  readonly messages: readonly Message[];
  /**
   * UUID that these messages may share as their identity on a device, because each device gets one of them. A provider
   * that takes several devices per call needs it. Null: only the message's own id tells two messages apart.
   */
  readonly sharedId: string | null;
  /** Whole seconds for which the provider may keep the message; at least 0. */
  readonly ttlSeconds: number;
  readonly urgency: 'normal' | 'high';
  /** Notifications with the same key replace each other on the device. */
  readonly collapseKey: string | null;
  /** Aborted when sending must stop: messages that are not yet written to the provider come back with `isUnsent`. */
  readonly signal: AbortSignal;
}

/**
 * What became of one message. Outcomes are values: a sender never throws for what a provider answers.
 * `reason` is short, stable and free of secrets, e.g. `410 Unregistered`.
 * `isUnsent`: this process stopped before it wrote the message to the provider.
 * `isForeignKey`: the web push subscription was made with a VAPID key that is none of the application's.
 * `isUnanswered`: the request left as a whole and got no answer, so the device may have the message already.
 */
export type Outcome =
  | { readonly kind: 'sent'; readonly providerMessageId: string | null }
  /** The token or subscription is dead: the device is retired unless it re-registered after `deadSince` (epoch ms). */
  | { readonly kind: 'invalid-token'; readonly reason: string; readonly deadSince: number | null }
  /** Try this message again; not before `afterMs` milliseconds from now where the provider said so, else null. */
  | {
      readonly kind: 'retry-after';
      readonly reason: string;
      readonly afterMs: number | null;
      readonly isForeignKey?: true;
      readonly isUnsent?: true;
      readonly isUnanswered?: true;
    }
  /** The whole application (webpush: this origin) must wait; the message was not taken. */
  | { readonly kind: 'app-paused'; readonly reason: string; readonly afterMs: number | null }
  /** Will never work. */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly isForeignKey?: true;
    };

/** What a provider says of credentials; `accepted` is null where it has not said. */
export interface CredentialsCheck {
  readonly accepted: boolean | null;
  /** As reasons of messages are: short and free of secrets; null if they are accepted. */
  readonly reason: string | null;
}

/** One provider: HTTP and cryptography only, no database. */
export interface Sender {
  readonly provider: ProviderName;
  /** Outcomes in the order of `batch.messages`, one each. */
  send(batch: SendBatch): Promise<Outcome[]>;
  /**
   * Asks the provider whether it takes the credentials, by a call that can reach nobody; like `send` it never throws for
   * what a provider answers. Where only messages would tell, what can be told without one.
   */
  check(app: SenderApp, signal: AbortSignal): Promise<CredentialsCheck>;
  /**
   * Ends connections; outstanding sends settle first.
   * @param patienceMs after which requests on the wire count as unanswered; default: until their own limit.
   */
  close(patienceMs?: number): Promise<void>;
}

/** Time passed in; `src/clock.ts` fits. */
export interface SenderClock {
  /** Milliseconds since the epoch. */
  now(): number;
}
