import type { CredentialVault } from '../catalogue/credential-vault.js';
import type { DeliveryConfig } from '../config/config.js';
import type { Keyring } from '../crypto/keyring.js';
import type { Database } from '../database/database.js';
import type { OutcomeName } from '../entities/outcome.js';
import type { Clock } from '../ports/clock.js';
import type { JobQueue } from '../ports/job-queue.js';
import type { StatusPublisher } from '../ports/status-publisher.js';
import type { ProviderName, Sender } from '../providers/sender.js';

/** What delivery needs from outside; `app.ts` fills it. */
export interface DeliveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly vault: CredentialVault;
  readonly senders: Readonly<Record<ProviderName, Sender>>;
  readonly jobs: JobQueue;
  readonly publisher: StatusPublisher;
  readonly config: DeliveryConfig;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** How long pages wait for push services that nobody knows yet; absent: as `OriginGate` has it. Longer for tests. */
  readonly originPatience?: OriginPatience;
  /** Carries out imports of devices, until none is left or the signal is aborted; absent where there are none. */
  readonly runImports?: (signal: AbortSignal) => Promise<void>;
  /** Whether the operator has stopped all sending: nothing new starts. Absent: never. */
  readonly isHeld?: () => boolean;
  /** Messages that an account may send in a minute; null: no limit. Absent: nobody has one. */
  readonly messagesPerMinute?: (userId: number) => number | null;
  readonly log: DeliveryLogger;
  readonly metrics: DeliveryMetrics;
}

/** In milliseconds: of one page, and of all pages of an application to those of a single device and to those of many. */
export interface OriginPatience {
  readonly page: number;
  readonly single: number;
  readonly crowd: number;
}

export interface DeliveryMetrics {
  /** Tries of this process, by what became of each. */
  countMessages(provider: ProviderName, outcome: OutcomeName, count: number): void;
  /** How long a page was with its provider. */
  timePage(provider: ProviderName, seconds: number): void;
  /** @param read applications that their provider has slowed down, the slowest first, so many at most. */
  watchOrigins?(read: () => OriginCounts): void;
  watchRates?(read: (most: number) => readonly RateLimit[]): void;
}

/** An application that its provider has slowed down. */
export interface RateLimit {
  readonly appId: number;
  readonly perMinute: number;
}

/** Push services that this process knows, of all applications. */
export interface OriginCounts {
  readonly good: number;
  readonly others: number;
  /** Of the others, those that wait before they are tried again. */
  readonly waiting: number;
}

export interface DeliveryLogger {
  info(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}
