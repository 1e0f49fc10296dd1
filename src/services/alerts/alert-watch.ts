import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { hydrate, type Row } from '../../database/hydrate.js';
import { insertRows, insertSelected, parameter } from '../../database/write-rows.js';
import { ALERT_MAIL_TABLE, ALERT_TABLE, type AlertMailEvent } from '../../entities/alert.js';
import { AlertRule } from '../../entities/alert-rule.js';
import type { Clock } from '../../ports/clock.js';
import { appendEvents } from '../event-log/append-events.js';
import type { Finding } from './alert-kind.js';
import { ALERT_KIND_DEFINITIONS } from './kinds/index.js';

export interface AlertWatchDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: AlertLog;
}

export interface AlertLog {
  info(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}

interface OpenAlert {
  readonly id: number;
  readonly open_key: string;
}

const RULES_PER_PAGE = 200;

/**
 * Evaluates every rule, raises alerts for the problems that it finds, and resolves alerts whose problem has ended. Two
 * processes may do this at once.
 */
export class AlertWatch {
  constructor(private readonly deps: AlertWatchDeps) {}

  async run(signal: AbortSignal): Promise<void> {
    for (let after = 0; ; ) {
      const rules = await this.nextRules(after);
      for (const rule of rules) {
        if (signal.aborted) return;
        await this.lookSafely(rule);
        // SQLite answers synchronously, so other work gets a turn of the event loop.
        await nextTurn();
      }
      const last = rules.at(-1);
      if (!last || rules.length < RULES_PER_PAGE) return;
      after = last.id;
    }
  }

  private async nextRules(after: number): Promise<AlertRule[]> {
    const { database } = this.deps;
    const rows = await database.query<Row>(
      `SELECT r.* FROM alert_rule r JOIN user_account u ON u.id = r.user_id AND u.deleted_at IS NULL
       WHERE r.id > ? ORDER BY r.id LIMIT ${RULES_PER_PAGE}`,
      [after],
    );
    return hydrate(database.reader, AlertRule, rows);
  }

  /** A failure does not stop other rules. The next minute tries again. */
  private async lookSafely(rule: AlertRule): Promise<void> {
    try {
      await this.look(rule);
    } catch (error) {
      this.deps.log.error({ err: error, rule_id: rule.id }, 'an alert rule could not be evaluated');
    }
  }

  private async look(rule: AlertRule): Promise<void> {
    const { database, clock } = this.deps;
    const now = clock.now();
    const definition = ALERT_KIND_DEFINITIONS[rule.kind];
    const findings = rule.enabled ? await definition.find({ database, rule, now }) : [];
    const found = new Map(findings.map((finding) => [openKeyOf(rule, finding), finding]));
    const sql = 'SELECT id, open_key FROM alert WHERE user_id = ? AND resolved_at IS NULL AND rule_id = ?';
    const open = await database.query<OpenAlert>(sql, [rule.userId, rule.id]);
    const known = new Set(open.map(({ open_key: key }) => key));
    for (const [key, finding] of found) if (!known.has(key)) await this.raise(rule, key, finding);
    for (const alert of open) if (!found.has(alert.open_key)) await this.resolve(rule, alert);
  }

  /** Another process may have raised it at the same time. */
  private async raise(rule: AlertRule, openKey: string, { appId, runId, facts }: Finding): Promise<void> {
    const { database, clock, log } = this.deps;
    const now = clock.now();
    const { id: ruleId, kind, userId } = rule;
    const message = ALERT_KIND_DEFINITIONS[kind].describe(facts);
    const values = {
      ...{ userId: parameter(userId), ruleId: parameter(ruleId), kind: parameter(kind) },
      ...{ appId: parameter(appId), runId: parameter(runId), openKey: parameter(openKey) },
      ...{ facts: parameter(JSON.stringify(facts)), raisedAt: parameter(now), resolvedAt: parameter(null) },
    };
    const from = { sql: '(SELECT 1 AS one) x', parameters: [] };
    const alertId = await database.tx(async (tx) => {
      // A rule that was deleted in the meantime would leave an alert that nothing resolves.
      const rules = `SELECT id FROM alert_rule WHERE id = ? ${database.dialect.forShare}`;
      if ((await select(tx, rules, [ruleId])).length === 0) return null;
      const { affected } = await insertSelected(tx, ALERT_TABLE, { values, from, onClash: 'ignore' });
      if (affected === 0) return null;
      const [alert] = await select<{ id: number }>(tx, 'SELECT id FROM alert WHERE open_key = ?', [openKey]);
      const id = Number(alert?.id);
      await this.queueMails(tx, rule, { alertId: id, event: 'raised' });
      const data = { alert_id: String(id), kind, message };
      await appendEvents(tx, { userId, now }, [{ type: 'alert.raised', appId, runId, data }]);
      return id;
    });
    if (alertId !== null) log.info({ user: userId, rule_id: ruleId, alert_id: alertId, kind }, 'an alert was raised');
  }

  private async resolve(rule: AlertRule, { id }: OpenAlert): Promise<void> {
    const { database, clock } = this.deps;
    await database.tx(async (tx) => {
      const sql = 'UPDATE alert SET resolved_at = ?, open_key = NULL WHERE id = ? AND resolved_at IS NULL';
      const { affected } = await execute(tx, sql, [clock.now(), id]);
      if (affected > 0) await this.queueMails(tx, rule, { alertId: Number(id), event: 'resolved' });
    });
  }

  private async queueMails(
    tx: Tx,
    { userId, recipients }: AlertRule,
    { alertId, event }: { readonly alertId: number; readonly event: AlertMailEvent },
  ): Promise<void> {
    const now = new Date(this.deps.clock.now());
    const rows = recipients.map((recipient) => {
      return { userId, alertId, recipient, event, dueAt: now, attempts: 0, sentAt: null, createdAt: now };
    });
    if (rows.length > 0) await insertRows(tx, ALERT_MAIL_TABLE, rows);
  }
}

const openKeyOf = ({ id, kind }: AlertRule, { appId, runId }: Finding): string =>
  `${id}.${kind}.${appId ?? ''}.${runId ?? ''}`;
