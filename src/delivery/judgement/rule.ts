import type { Database } from '../../database/database.js';
import type { DeviceNeed } from '../../entities/device.js';
import type { DropOutcome, OutcomeName } from '../../entities/outcome.js';
import type { Run } from '../../entities/run.js';
import type { AccountSettings } from '../../ports/account-settings.js';
import type { Clock } from '../../ports/clock.js';
import type { QuietSetting } from '../../ports/quiet-hours.js';
import type { Reason, RuleCode } from '../../providers/codes.js';
import type { ProviderName } from '../../providers/sender.js';
import type { Pair } from './pair.js';

/** The pair may be handed over. */
export const GO = { kind: 'go' } as const;

/** The pair is held until an instant, and then every rule judges it again. */
export interface Wait extends Reason {
  readonly kind: 'wait';
  /** Epoch ms. A pair that would wait beyond its time to live expires at once. */
  readonly until: number;
  /** Rows with the same key can be released together before they are due; at most 40 characters. */
  readonly key?: string;
}

/** The pair is never handed over. */
export interface Drop extends Reason {
  readonly kind: 'drop';
  /** The message counts as failed, or under one of the `outcomes` of the rule. */
  readonly outcome: Exclude<OutcomeName, 'sent' | 'retrying' | 'held'>;
  /**
   * The device gets nothing for comparison. Later rules for pages judge the pair like any other, so that it is recorded
   * when it would have been handed over.
   */
  readonly isGhost?: true;
}

export type Answer = typeof GO | Wait | Drop;

/** The pairs that are about to be handed over together. All belong to one application and one run. */
export interface JudgedPage {
  readonly appId: number;
  /** The name that templates can show. */
  readonly appName?: string;
  readonly account: AccountSettings;
  /** The quiet hours of the application; null: those of the account. */
  readonly quietHours: QuietSetting | null;
  readonly provider: ProviderName;
  readonly run: Pick<
    Run,
    'id' | 'kind' | 'schedulerId' | 'userId' | 'quietHours' | 'bestHour' | 'experiment' | 'plannedTotal'
  >;
  /** 1 for the first try. */
  readonly attempt: number;
  /** The messages waited as rows of `retry_send`, so all rules judged them before. Not after a wait for a winner. */
  readonly isRejudged?: boolean;
  /** Epoch ms. */
  readonly expiresAt: number;
  readonly pairs: readonly Pair[];
  /** `probe`: the page probes an unproven origin. `wait`: it probes none. Absent: it may probe a few. */
  readonly unproven?: 'probe' | 'wait';
  /** These pairs passed once, and were left over after a probe or trial of their origin. */
  readonly isLeftOver?: boolean;
  /** Devices whose token died with an earlier push of this page. Grows while the page is sent. */
  readonly deadDevices: ReadonlySet<number>;
}

/** The parts of the service that rules may use. Only frequency caps write, so that they count before handover. */
export interface RuleDeps {
  readonly database: Pick<Database, 'query' | 'rows' | 'dialect' | 'tx'>;
  readonly clock: Clock;
}

/** An outcome that a rule adds. The graph shows it and the delivery log stores it. */
export interface OutcomeDefinition {
  /** The code in the delivery log: from 64 to 255, unique, and never reused. */
  readonly logByte: number;
  readonly description: string;
}

/** Answers for all of these pairs at once, in their order. */
export type Judge = (pairs: readonly Pair[]) => readonly Answer[] | Promise<readonly Answer[]>;

/** One reason to hold or drop messages. To add one, write its file and enter it in `index.ts`. */
export interface JudgementRule {
  /** The name of the rule in traces and metrics. */
  readonly name: string;
  /** `page`: once, for all pairs of a page. `push`: before each push of the page, for the pairs with that push. */
  readonly asked: 'page' | 'push';
  /** The providers whose messages the rule judges. Absent: all. */
  readonly isFor?: (provider: ProviderName) => boolean;
  /** The columns that it reads of a device. A page reads only the columns that somebody needs. */
  readonly needs?: readonly DeviceNeed[];
  /** The codes of this rule alone, with their sentences; `{detail}` is replaced with the answer's detail. */
  readonly texts?: Readonly<Record<RuleCode, string>>;
  /** Outcomes by name: at most 16 capital letters and underscores. */
  readonly outcomes?: Readonly<Record<DropOutcome, OutcomeDefinition>>;
  /** null: the rule does not apply to this page, and costs nothing. */
  open(page: JudgedPage, deps: RuleDeps): Judge | null;
}
