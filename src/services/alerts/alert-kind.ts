import type { Database } from '../../database/database.js';
import type { AlertFacts } from '../../entities/alert.js';
import type { AlertKind, AlertRule } from '../../entities/alert-rule.js';

export type AlertSetting = 'share' | 'minCount' | 'minutes';

export interface SettingRange {
  readonly min: number;
  readonly max: number;
}

/** Something that a rule found now. */
export interface Finding {
  readonly appId: number | null;
  readonly runId: number | null;
  readonly facts: AlertFacts;
}

export interface Watch {
  readonly database: Database;
  readonly rule: AlertRule;
  /** Epoch ms. */
  readonly now: number;
}

/** A kind of alert rules. */
export interface AlertKindDefinition {
  readonly name: AlertKind;
  /** A sentence for the graph. */
  readonly description: string;
  /** The settings that its rules have, with their ranges. Others must be omitted. */
  readonly settings: Partial<Readonly<Record<AlertSetting, SettingRange>>>;
  /** Returns the present problems, at most `MAX_FINDINGS`. An alert is resolved when its problem is no longer returned. */
  find(watch: Watch): Promise<readonly Finding[]>;
  /** A sentence in English. */
  describe(facts: AlertFacts): string;
}

/** A rule with more open alerts would hide them from people rather than show them. */
export const MAX_FINDINGS = 100;
