import type { DeliveryOptions } from '../ports/delivery-options.js';
import type { ProviderCredentials, ProviderName } from '../ports/provider-name.js';
import type { Content } from '../ports/slotted-content.js';
import type { Reason } from './codes.js';

export type { Content, ProviderName };

/** A value that a provider cannot carry. */
export interface FieldProblem {
  /** The place in the push, such as `passthrough.fcm.token`. */
  readonly path: string;
  /** One sentence: what is wrong and what to do. */
  readonly reason: string;
}

/** Decrypted credentials of an application, in the form that its provider's definition opens. */
export type Credentials = { [P in ProviderName]: CredentialsOf<P> }[ProviderName];
export type CredentialsOf<Name extends ProviderName> = { readonly provider: Name } & ProviderCredentials[Name];

/** The recipient of one message. */
export type Target =
  /** The device token. */
  | { readonly kind: 'token'; readonly token: string }
  /** A UUID that the provider issued. */
  | { readonly kind: 'subscription-id'; readonly subscriptionId: string }
  /** A browser's subscription; `p256dh` and `auth` are base64url as the browser supplied them. */
  | {
      readonly kind: 'web';
      readonly endpoint: string;
      readonly p256dh: string;
      readonly auth: string;
      /** Epoch ms at which the device last confirmed this subscription; absent: unknown. */
      readonly confirmedAt?: number;
    };

export interface Message {
  /**
   * A UUID of 36 characters that stays the same on every retry and is unique to this message. Providers receive it as
   * the identity of the notification, so a repeat replaces the first copy on the device.
   */
  readonly id: string;
  readonly target: Target;
  /** Messages of one batch with equal content share one object, so senders may group by identity. */
  readonly content: Content;
  /** The device's values for the slots of the content. Absent: the device sees the content as it is. */
  readonly slots?: readonly string[];
  /** A signed token that the device sends back to report `delivered` or `clicked`. */
  readonly receipt: string;
}

export interface SenderApp {
  /** The key of caches and pauses. */
  readonly id: number;
  /** Changes with the credentials; caches are keyed by (id, version). */
  readonly credentialsVersion: number;
  readonly credentials: Credentials;
  /** The application's own address: browsers open it for a message without a link. */
  readonly link?: string | null;
}

export interface SendBatch extends DeliveryOptions {
  readonly app: SenderApp;
  readonly messages: readonly Message[];
  /**
   * A UUID that these messages may share as their identity on a device, because each device gets only one of them.
   * Providers that accept several devices per call need it. Null: each message has only its own id.
   */
  readonly sharedId: string | null;
  /** When aborted, messages not yet written to the provider are returned with `isUnsent`. */
  readonly signal: AbortSignal;
}

/**
 * The outcome of one message. Outcomes are values: a sender never throws for what a provider answers.
 * `isUnsent`: this process stopped before it wrote the message to the provider.
 * `isForeignKey`: the web push subscription was made with a VAPID key that the application does not have.
 * `isUnanswered`: the whole request was written and no answer came, so the device may already have the message.
 * `problems`: the values that the provider calls wrong.
 */
export type Outcome =
  | { readonly kind: 'sent'; readonly providerMessageId: string | null }
  /** The token is dead: the device is retired unless it registered again after `deadSince` (epoch ms). */
  | ({ readonly kind: 'invalid-token'; readonly deadSince: number | null } & Reason)
  /** Retry this message, no sooner than in `afterMs` milliseconds; null: the provider named no time. */
  | ({
      readonly kind: 'retry-after';
      readonly afterMs: number | null;
      readonly isForeignKey?: true;
      readonly isUnsent?: true;
      readonly isUnanswered?: true;
    } & Reason)
  /** The whole application (web push: this origin) must wait; the message was not accepted. */
  | ({ readonly kind: 'app-paused'; readonly afterMs: number | null } & Reason)
  /** A retry would fail as well. */
  | ({ readonly kind: 'failed'; readonly isForeignKey?: true; readonly problems?: readonly FieldProblem[] } & Reason);

/** The provider's verdict on credentials; `accepted` is null if it gave none. */
export interface CredentialsCheck {
  readonly accepted: boolean | null;
  /** Null if they are accepted. */
  readonly reason: Reason | null;
}

/** One change for many Live Activities. */
export interface ActivityBatch {
  readonly app: SenderApp;
  /** One for each device; outcomes are in their order. */
  readonly tokens: readonly string[];
  /** The whole payload as JSON. */
  readonly payload: string;
  readonly urgency: 'high' | 'normal';
  /** Epoch s. The provider tries no longer than this. */
  readonly expiresAt: number;
  readonly signal: AbortSignal;
}

export interface Forgotten {
  /** The number of devices that the provider has deleted or does not know. */
  readonly gone: number;
  /** Why the others remain; null: none does. */
  readonly reason: Reason | null;
}

/** One provider: HTTP and cryptography only, no database. */
export interface Sender {
  readonly provider: ProviderName;
  /** Outcomes in the order of `batch.messages`, one each. */
  send(batch: SendBatch): Promise<Outcome[]>;
  /**
   * Asks the provider whether it accepts the credentials, by a call that reaches no device. Never throws for an answer.
   * A provider that only judges credentials with a message gets none: the keys are checked locally.
   */
  check(app: SenderApp, signal: AbortSignal): Promise<CredentialsCheck>;
  /**
   * Asks the provider whether it would accept the message of a batch, which reaches no device. Returns null if it gave no
   * verdict. Absent: the provider cannot say.
   */
  validate?(batch: Omit<SendBatch, 'sharedId'>): Promise<readonly FieldProblem[] | null>;
  /** Starts, changes or ends Live Activities. Absent: the provider has none. */
  sendActivities?(batch: ActivityBatch): Promise<Outcome[]>;
  /** Deletes devices at the provider. Absent: the provider stores nothing about a device that we could delete. */
  forget?(app: SenderApp, targets: readonly Target[], signal: AbortSignal): Promise<Forgotten>;
  /**
   * Closes connections after outstanding sends have settled.
   * @param patienceMs after which requests on the wire count as unanswered; default: their own timeout.
   */
  close(patienceMs?: number): Promise<void>;
}

/** The time, passed in: a `Clock` of `src/ports/clock.ts` fits. */
export interface SenderClock {
  /** Milliseconds since the epoch. */
  now(): number;
}
