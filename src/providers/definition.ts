import type { Engine, PoolOptions } from '@pushgraph/http2-client';
import type { FieldName, MessageContent } from '../ports/message-fields.js';
import type { ProviderCredentials, ProviderName } from '../ports/provider-name.js';
import type { Address } from './address.js';
import type { ProviderAdvice } from './advice.js';
import type { FieldMapping } from './field-mapping.js';
import type { ConnectionOptions } from './outbound/connection-options.js';
import type { HostSuffixes } from './outbound/host-suffixes.js';
import type { RecordedWire } from './recorded-wire.js';
import type { Credentials, FieldProblem, Message, Sender, SenderClock } from './sender.js';

export type { FieldProblem };

import type { Transport, TransportTask } from './transport.js';

/**
 * Everything that distinguishes a provider. All consumers iterate over the registry (`index.ts`), so a new provider
 * costs its folder and one line there. Each API translates the shapes, which are plain data.
 */
export interface ProviderDefinition<
  Name extends ProviderName = ProviderName,
  Task extends TransportTask = TransportTask,
  Result = unknown,
> {
  /** At most 16 characters. Never changes, because rows and clients use it; the graph shows it in capitals. */
  readonly name: Name;
  readonly words: ProviderWords;
  readonly credentials: GivenCredentials<Name> | MadeCredentials<Name>;
  readonly address: Address;
  /** Base URL of its API unless `<NAME>_URL` is set; null: each device has its own endpoint. */
  readonly baseUrl: string | null;
  readonly pace: ProviderPace;
  /** How it carries the fields of a message, and which it ignores. */
  readonly fields: FieldMapping<never>;
  /** Fields whose value in this message has no effect, although other values do. Absent: there are none. */
  ignores?(content: Partial<MessageContent>): readonly FieldName[];
  /** Its own rules for the content of a push, such as reserved keys. Absent: it has none. */
  problemsOf?(content: MessageContent): readonly FieldProblem[];
  /** Maximum size of a message; null: the provider has no limit. */
  readonly size: MessageSize | null;
  readonly sending: DirectSending | TransportSending<Task, Result>;
  /** Opens a sender that hands its requests to `wire`, for previews: masked, unencrypted, and with no network. */
  openPreview(parts: PreviewParts): Sender;
  /** How many characters of a message a typical device shows; the rest are cut. */
  readonly shown: { readonly title: number; readonly text: number };
  /** Advice on its answers where the common advice does not fit. */
  readonly advice: readonly ProviderAdvice[];
  readonly examples: ProviderExamples;
}

export interface ProviderWords {
  /** Its common name. */
  readonly title: string;
  /** A shorter name for lists of providers in a sentence. */
  readonly short: string;
  /** Names that people type by mistake, in lower case without separators. */
  readonly aliases: readonly string[];
  /** Shown after a successful credentials check: what it proved, and what only a message can prove. */
  readonly accepted: string;
  /** Describes its value in the graph's enum: the service, its name in REST, its credentials. */
  readonly graph: string;
}

export type CredentialValues = Readonly<Record<string, string>>;

/** Credentials that the user gets from the provider. */
export interface GivenCredentials<Name extends ProviderName = ProviderName> {
  readonly kind: 'given';
  /** Required strings; an empty one leaves the credentials incomplete. */
  readonly fields: readonly CredentialField[];
  readonly graphInput: { readonly name: string; readonly description: string };
  open(values: CredentialValues): ProviderCredentials[Name];
}

export interface CredentialField {
  /** Its name in REST and in the database, which never changes; the graph uses it in camel case. */
  readonly name: string;
  readonly isPrivateKey?: true;
  readonly rest?: string;
  readonly graph: string;
}

/** A key pair that this service generates; devices need its public half. */
export interface MadeCredentials<Name extends ProviderName = ProviderName> {
  readonly kind: 'made';
  readonly rest: string;
  readonly graph: string;
  make(): MadeKeys;
  /** @param former the current credentials; null if they cannot be opened. */
  renew(former: Credentials | null, now: number): MadeKeys;
  open(values: CredentialValues, publicKey: string): ProviderCredentials[Name];
}

export interface MadeKeys {
  readonly values: CredentialValues;
  readonly publicKey: string;
}

export interface ProviderPace {
  /** Published quota of messages per minute and application; null: none is published. */
  readonly quotaPerMinute: number | null;
  /** Messages that one call can carry, default 1. The rate limit counts calls, not messages. */
  readonly messagesPerCall?: number;
  /** Whether a 429 slows down the whole application or concerns one message. */
  readonly tooManyMeans: 'application' | 'message';
  /** Whether a pause or outage affects the application or only the push service that a device has chosen. */
  readonly pauses: 'application' | 'push-service';
}

export interface MessageSize {
  readonly limitBytes: number;
  /**
   * Bytes of the rendered message that count towards the limit.
   * @param appLink that of its application; absent: the longest possible one.
   */
  measure(message: Message, appLink?: string | null): number;
}

/** Dependencies of senders and transports. */
export interface ProviderParts {
  readonly clock: SenderClock;
  readonly allowPrivate: boolean;
  /** Time limit for a provider's answer. */
  readonly answerMs: number;
  /** Time limit for connecting to an unproven push service. */
  readonly unprovenConnectMs: number;
  readonly connection: ConnectionOptions;
  /** Its base URL; empty if it has none. */
  readonly origin: string;
  readonly settings: ProviderSettings;
}

/** Further settings of the operator. */
export interface ProviderSettings {
  /** `WEBPUSH_HOSTS`: push services that web push may go to; null: any. */
  readonly webPushHosts: HostSuffixes | null;
  readonly providerATransport: 'http2' | 'firebase-admin';
  /** `PROVIDER_TRANSPORT`: the HTTP/2 implementation that reaches Apple and Firebase Cloud Messaging. */
  readonly http2Engine: Engine;
}

/** Dependencies of a sender for previews. */
export interface PreviewParts {
  readonly clock: SenderClock;
  readonly wire: RecordedWire;
  /** Its base URL; empty if it has none. */
  readonly origin: string;
}

/** The options of a provider's HTTP/2 pool. */
export const http2Options = ({ answerMs, settings }: ProviderParts): Pick<PoolOptions, 'limits' | 'engine'> => ({
  limits: { answerMs },
  engine: settings.http2Engine,
});

/** Runs entirely on the main thread. */
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

/** Examples in the OpenAPI document. */
export interface ProviderExamples {
  readonly app: { readonly summary: string; readonly value: { readonly name: string; readonly link?: string } };
  /** Null if the user supplies none. */
  readonly credentials: CredentialValues | null;
  readonly device: {
    readonly summary: string;
    readonly address: Readonly<Record<string, unknown>>;
    readonly more?: Readonly<Record<string, unknown>>;
  };
}

/** A well-formed key that belongs to nobody. */
export const EXAMPLE_PRIVATE_KEY =
  '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----\n';

/** Keys pasted from environment files contain `\n` as two characters. */
export const unescapePem = (pem: string): string => pem.replaceAll('\\n', '\n');
