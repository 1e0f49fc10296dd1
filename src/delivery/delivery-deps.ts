import type { CredentialVault } from '../catalogue/credential-vault.js';
import type { DeliveryConfig } from '../config/config.js';
import type { CompileTemplate } from '../content/push-content.js';
import type { Keyring } from '../crypto/keyring.js';
import type { Database } from '../database/database.js';
import type { OutcomeName } from '../entities/outcome.js';
import type { Clock } from '../ports/clock.js';
import type { JobQueue } from '../ports/job-queue.js';
import type { StatusPublisher } from '../ports/status-publisher.js';
import type { ProviderName, Sender } from '../providers/sender.js';
import type { OriginPatience } from './judgement/app-origins.js';
import type { OriginCounts } from './judgement/bulkheads.js';
import type { JudgementRule } from './judgement/rule.js';

/** The dependencies of delivery; `app.ts` provides them. */
export interface DeliveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly vault: CredentialVault;
  readonly senders: Readonly<Record<ProviderName, Sender>>;
  readonly jobs: JobQueue;
  readonly publisher: StatusPublisher;
  readonly config: DeliveryConfig;
  /** Returns a uniform number in [0, 1). */
  readonly random: () => number;
  /** Compiles translations that differ by device. Absent: all devices with one translation see the same text. */
  readonly compileTemplate?: CompileTemplate;
  /** How long pages wait for unproven origins; absent: the default of `Bulkheads`. Longer in tests. */
  readonly originPatience?: OriginPatience;
  /** Deletes orphaned images; absent: this process has no store. */
  readonly sweepMedia?: (signal: AbortSignal) => Promise<void>;
  /** Creates the users that only old devices name. */
  readonly createUsers?: (signal: AbortSignal) => Promise<void>;
  /** Counts events for the goals of runs, until none waits or its turn ends; absent: this process counts none. */
  readonly countConversions?: (signal: AbortSignal) => Promise<void>;
  /** Runs imports of devices until none is left or the signal is aborted; absent: this process runs none. */
  readonly runImports?: (signal: AbortSignal) => Promise<void>;
  /** Erases users until no erasure is due or the signal is aborted; absent: this process erases none. */
  readonly runErasures?: (signal: AbortSignal) => Promise<void>;
  /** Evaluates alert rules and sends their e-mails; absent: this process has none. */
  readonly watchAlerts?: (signal: AbortSignal) => Promise<void>;
  /** Whether the operator has stopped all sending: nothing new starts. Absent: never. */
  readonly isHeld?: () => boolean;
  /** Messages that an account may send in a minute; null: no limit. Absent: nobody has one. */
  readonly messagesPerMinute?: (userId: number) => number | null;
  /** The rules that may hold or drop a message; absent: `RULES` of `judgement/`. Tests give their own. */
  readonly rules?: readonly JudgementRule[];
  readonly log: DeliveryLogger;
  readonly metrics: DeliveryMetrics;
}

export interface DeliveryMetrics {
  /** Counts tries of this process, and messages that a rule dropped, by outcome. */
  countMessages(provider: ProviderName, outcome: OutcomeName, count: number): void;
  /** Counts messages that a rule held or dropped. */
  countJudged?(judged: JudgedMessages, count: number): void;
  /** Measures the time from handing over a page to its last outcome. */
  timePage(provider: ProviderName, seconds: number): void;
  watchOrigins?(read: () => OriginCounts): void;
  /** @param read returns the applications that a provider has slowed down, the slowest first, at most `most`. */
  watchRates?(read: (most: number) => readonly RateLimit[]): void;
}

/** The rule that decided, and its answer. */
export interface JudgedMessages {
  readonly provider: ProviderName;
  readonly rule: string;
  readonly answer: 'wait' | 'drop';
  readonly code: string;
}

/** An application that its provider has slowed down. */
export interface RateLimit {
  readonly appId: number;
  readonly perMinute: number;
}

export interface DeliveryLogger {
  info(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}
