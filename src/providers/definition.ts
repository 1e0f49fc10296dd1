import type { ProviderCredentials, ProviderName } from '../ports/provider-name.js';
import type { Address } from './address.js';
import type { Advice } from './advice.js';
import type { ConnectionOptions } from './outbound/connection-options.js';
import type { HostSuffixes } from './outbound/host-suffixes.js';
import type { Credentials, Message, Sender, SenderClock } from './sender.js';
import type { Transport, TransportTask } from './transport.js';

/**
 * All that makes a provider different. Everything else goes through the registry (`index.ts`) and asks for these, so a
 * new provider is its folder and its line there. Shapes for REST and the graph are data, which those doors translate.
 */
export interface ProviderDefinition<
  Name extends ProviderName = ProviderName,
  Task extends TransportTask = TransportTask,
  Result = unknown,
> {
  /** Neutral and for ever, at most 16 characters; the graph says it in capitals. */
  readonly name: Name;
  readonly words: ProviderWords;
  readonly credentials: GivenCredentials<Name> | MadeCredentials<Name>;
  readonly address: Address;
  /** Where its API is, unless `<NAME>_URL` says otherwise; null: devices bring their own addresses. */
  readonly baseUrl: string | null;
  readonly pace: ProviderPace;
  /** How large a message may be; null: it has no limit of its own. */
  readonly size: MessageSize | null;
  readonly sending: DirectSending | TransportSending<Task, Result>;
  /** What to do about messages that did not go, by the reasons that its answers are stored with; the first that fits. */
  readonly advice: readonly Advice[];
  readonly examples: ProviderExamples;
}

export interface ProviderWords {
  /** What people call it. */
  readonly title: string;
  /** The same within a sentence about several. */
  readonly short: string;
  /** What people try instead of its name, in small letters and without anything between them. */
  readonly aliases: readonly string[];
  /** Once a check has found that credentials are taken: what it has shown, and what only a message will show. */
  readonly accepted: string;
  /** Of its value in the graph's enumeration: who it is, its name in REST, what it asks for. */
  readonly graph: string;
}

export type CredentialValues = Readonly<Record<string, string>>;

/** The user has them from the provider. */
export interface GivenCredentials<Name extends ProviderName = ProviderName> {
  readonly kind: 'given';
  /** All strings, and all must be there; one that is empty makes them incomplete. */
  readonly fields: readonly CredentialField[];
  readonly graphInput: { readonly name: string; readonly description: string };
  open(values: CredentialValues): ProviderCredentials[Name];
}

export interface CredentialField {
  /** In REST, and for ever in the database; in the graph the same in camel case. */
  readonly name: string;
  readonly isPrivateKey?: true;
  readonly rest?: string;
  readonly graph: string;
}

/** We make them: a key pair, whose public half devices need. */
export interface MadeCredentials<Name extends ProviderName = ProviderName> {
  readonly kind: 'made';
  readonly rest: string;
  readonly graph: string;
  make(): MadeKeys;
  /** @param former what they are now; null if they cannot be opened. */
  renew(former: Credentials | null, now: number): MadeKeys;
  open(values: CredentialValues, publicKey: string): ProviderCredentials[Name];
}

export interface MadeKeys {
  readonly values: CredentialValues;
  readonly publicKey: string;
}

export interface ProviderPace {
  /** Messages a minute for an application, where it has published that; else null. */
  readonly quotaPerMinute: number | null;
  /** Messages that one call to it can carry; left out: one. Calls count towards its rate, and not messages. */
  readonly messagesPerCall?: number;
  /** Whose affair an answer 429 is: the application's, which then slows down, or one message's. */
  readonly tooManyMeans: 'application' | 'message';
  /** What a pause or an outage covers: the application, or one of the push services that devices choose themselves. */
  readonly pauses: 'application' | 'push-service';
}

export interface MessageSize {
  readonly limitBytes: number;
  /** What the provider counts of this message, as it is rendered for the wire. */
  measure(message: Message): number;
}

/** What senders and transports are made with. */
export interface ProviderParts {
  readonly clock: SenderClock;
  readonly allowPrivate: boolean;
  /** How long a provider may take to answer. */
  readonly answerMs: number;
  /** How long connecting to a push service may take that has taken no message yet. */
  readonly strangerConnectMs: number;
  readonly connection: ConnectionOptions;
  /** Its base address; empty where it has none. */
  readonly origin: string;
  readonly settings: ProviderSettings;
}

/** What the operator settles besides. */
export interface ProviderSettings {
  /** `WEBPUSH_HOSTS`: push services that web push may go to; null: any. */
  readonly webPushHosts: HostSuffixes | null;
  readonly providerATransport: 'http2' | 'firebase-admin';
}

/** All of it runs on the main thread. */
export interface DirectSending {
  readonly kind: 'direct';
  openSender(parts: ProviderParts): Sender;
}

/** Rendering, encryption and the wire may run on any thread (docs/decisions/sender-threads.md). */
export interface TransportSending<Task extends TransportTask = TransportTask, Result = unknown> {
  readonly kind: 'transport';
  openTransport(parts: ProviderParts): Transport<Task, Result>;
  openSender(parts: ProviderParts, transport: Transport<Task, Result>): Sender;
}

/** In the OpenAPI document. */
export interface ProviderExamples {
  readonly app: { readonly summary: string; readonly value: { readonly name: string; readonly link?: string } };
  /** Null where there are none to give. */
  readonly credentials: CredentialValues | null;
  readonly device: {
    readonly summary: string;
    readonly address: Readonly<Record<string, unknown>>;
    readonly more?: Readonly<Record<string, unknown>>;
  };
}

/** Well formed; opens nothing. */
export const EXAMPLE_PRIVATE_KEY =
  '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----\n';

/** Keys pasted out of environment files carry `\n` as two characters. */
export const unescapePem = (pem: string): string => pem.replaceAll('\\n', '\n');
