import { type Database, execute, select, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { ALERT_RULE_TABLE, type AlertKind, AlertRule } from '../../entities/alert-rule.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { type Caller, requireAdmin } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { checkEmail, normalizeEmail } from '../members/member-rules.js';
import { requireRoom } from '../rules/maxima.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import type { AlertKindDefinition, AlertSetting } from './alert-kind.js';
import { ALERT_KIND_DEFINITIONS } from './kinds/index.js';

export interface AlertRuleInput {
  readonly kind: AlertKind;
  readonly name: string;
  readonly enabled: boolean;
  readonly appId: number | null;
  readonly share: number | null;
  readonly minCount: number | null;
  readonly minutes: number | null;
  readonly recipients: readonly string[];
}

const MAX_RECIPIENTS = 10;
const SETTINGS = { share: 'share', minCount: 'min_count', minutes: 'minutes' } as const satisfies Record<
  AlertSetting,
  string
>;

/** Creates, changes and deletes the rules that watch runs and applications (docs/alerts.md). Only admins may. */
export class AlertRuleService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws BAD_USER_INPUT for a broken rule or if the account has too many, FORBIDDEN for everybody but admins. */
  async create(caller: Caller, input: AlertRuleInput): Promise<{ readonly id: number }> {
    requireAdmin(caller);
    const { userId } = caller;
    const columns = readRule(input);
    return this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, userId);
      await requireRoom(tx, this.database, { what: 'alertRules', userId, field: 'name' });
      await this.requireApp(tx, userId, columns.appId);
      const now = new Date(this.clock.now());
      const { insertId } = await insertRow(tx, ALERT_RULE_TABLE, {
        userId,
        ...columns,
        createdAt: now,
        updatedAt: now,
      });
      return { id: insertId };
    });
  }

  /** Replaces every field. Open alerts of another kind or application are resolved within a minute. */
  async update(caller: Caller, id: number, input: AlertRuleInput): Promise<void> {
    requireAdmin(caller);
    const columns = readRule(input);
    await this.database.tx(async (tx) => {
      await this.lock(tx, caller.userId, id);
      await this.requireApp(tx, caller.userId, columns.appId);
      await tx.update(AlertRule, { id }, { ...columns, updatedAt: new Date(this.clock.now()) } as object);
    });
  }

  /** Also deletes its alerts. */
  async delete(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    await this.database.tx(async (tx) => {
      await this.lock(tx, caller.userId, id);
      await execute(
        tx,
        'DELETE FROM alert_mail WHERE alert_id IN (SELECT id FROM alert WHERE rule_id = ? AND user_id = ?)',
        [id, caller.userId],
      );
      await execute(tx, 'DELETE FROM alert WHERE rule_id = ? AND user_id = ?', [id, caller.userId]);
      await execute(tx, 'DELETE FROM alert_rule WHERE id = ?', [id]);
    });
  }

  private lock(tx: Tx, userId: number, id: number): Promise<void> {
    return lockOwned(tx, this.database, { table: 'alert_rule', id, userId, noun: 'alert rule' });
  }

  private async requireApp(tx: Tx, userId: number, appId: number | null): Promise<void> {
    if (appId === null) return;
    const sql = 'SELECT id FROM app WHERE id = ? AND user_id = ?';
    if ((await select(tx, sql, [appId, userId])).length === 0)
      throw badInput('app_id', 'You have no application with this id.', 'NOT_FOUND');
  }
}

type AlertRuleColumns = Omit<AlertRule, 'id' | 'userId' | 'createdAt' | 'updatedAt'>;

/** @returns the columns as they are stored. @throws BAD_USER_INPUT with every broken rule */
const readRule = (input: AlertRuleInput): AlertRuleColumns => {
  const violations = new Violations();
  const name = checkName(violations, 'name', input.name);
  const definition: AlertKindDefinition = ALERT_KIND_DEFINITIONS[input.kind];
  for (const setting of Object.keys(SETTINGS) as AlertSetting[]) {
    checkSetting(violations, definition, { setting, value: input[setting] });
  }
  const tooMany = `\`recipients\` must have at most ${MAX_RECIPIENTS} addresses.`;
  violations.check(input.recipients.length <= MAX_RECIPIENTS, 'recipients', tooMany, 'TOO_MANY');
  input.recipients.slice(0, MAX_RECIPIENTS).forEach((email, index) => {
    checkEmail(violations, `recipients[${index}]`, email);
  });
  violations.throwIfAny();
  const { kind, enabled, appId, share, minCount, minutes } = input;
  const recipients = [...new Set(input.recipients.map(normalizeEmail))];
  return { kind, name, enabled, appId, share, minCount, minutes, recipients };
};

const checkSetting = (
  violations: Violations,
  { name, settings }: AlertKindDefinition,
  { setting, value }: { readonly setting: AlertSetting; readonly value: number | null },
): void => {
  const field = SETTINGS[setting];
  const range = settings[setting];
  if (!range) {
    violations.check(value === null, field, `\`${field}\` must be omitted for the kind ${name}.`);
    return;
  }
  const isGood = value !== null && value >= range.min && value <= range.max;
  const message = `\`${field}\` must be ${range.min} to ${range.max} for the kind ${name}.`;
  violations.check(isGood, field, message, value === null ? 'REQUIRED' : 'INVALID');
};
