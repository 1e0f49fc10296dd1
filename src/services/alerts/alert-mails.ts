import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, execute } from '../../database/database.js';
import type { AlertFacts, AlertMailEvent } from '../../entities/alert.js';
import type { AlertKind } from '../../entities/alert-rule.js';
import type { Clock } from '../../ports/clock.js';
import type { Mailer } from '../../ports/mailer.js';
import type { AlertLog } from './alert-watch.js';
import { ALERT_KIND_DEFINITIONS } from './kinds/index.js';

export interface AlertMailsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: AlertLog;
  /** null: no SMTP server is configured, so e-mails are dropped. */
  readonly mailer: Mailer | null;
  /** `PUBLIC_URL`, for links to the console. */
  readonly publicUrl: string | null;
}

/** An account cannot use the service to flood somebody. Further e-mails wait for the next hour. */
export const MAILS_PER_HOUR = 20;
const HOUR_MS = 3_600_000;
/** A worker that is killed while it sends leaves the e-mail to others after this time. */
const LEASE_MS = 5 * 60_000;
/** An e-mail is dropped after these waits. */
const RETRY_AFTER_MS = [60_000, 5 * 60_000, 30 * 60_000, 2 * HOUR_MS, 6 * HOUR_MS] as const;
const MAILS_PER_LOOK = 50;

interface DueMail {
  readonly id: number;
  readonly user_id: number;
  readonly recipient: string;
  readonly event: AlertMailEvent;
  readonly due_at: number;
  readonly attempts: number;
  readonly kind: AlertKind;
  readonly facts: string;
  readonly raised_at: number;
  readonly rule: string;
}

/** Sends the e-mails about alerts, and retries the ones that the server refused. */
export class AlertMails {
  constructor(private readonly deps: AlertMailsDeps) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await this.nextDue();
      for (const mail of due) {
        if (signal.aborted) return;
        await this.handle(mail);
        await nextTurn();
      }
      if (due.length < MAILS_PER_LOOK) return;
    }
  }

  private nextDue(): Promise<DueMail[]> {
    const { database, clock } = this.deps;
    return database.query<DueMail>(
      `SELECT m.id, m.user_id, m.recipient, m.event, m.due_at, m.attempts, a.kind, a.facts, a.raised_at, r.name AS rule
       FROM alert_mail m JOIN alert a ON a.id = m.alert_id JOIN alert_rule r ON r.id = a.rule_id
       WHERE m.due_at <= ? ORDER BY m.due_at, m.id LIMIT ${MAILS_PER_LOOK}`,
      [clock.now()],
    );
  }

  private async handle(mail: DueMail): Promise<void> {
    const { mailer } = this.deps;
    if (!mailer) return void (await this.change(mail, { dueAt: null, sentAt: null }));
    const freeAt = await this.freeAt(Number(mail.user_id));
    if (freeAt !== null) return void (await this.change(mail, { dueAt: freeAt, sentAt: null }));
    const now = this.deps.clock.now();
    // The row is leased first: another worker must not send it as well.
    const leased = { ...mail, due_at: now + LEASE_MS };
    if (!(await this.change(mail, { dueAt: leased.due_at, sentAt: null, isAttempt: true }))) return;
    try {
      await mailer.send(toMail(mail, this.deps.publicUrl));
      await this.change(leased, { dueAt: null, sentAt: this.deps.clock.now() });
    } catch (error) {
      await this.retry(leased, error);
    }
  }

  private async retry(mail: DueMail, error: unknown): Promise<void> {
    const wait = RETRY_AFTER_MS[Number(mail.attempts)];
    const dueAt = wait === undefined ? null : this.deps.clock.now() + wait;
    await this.change(mail, { dueAt, sentAt: null });
    const what = dueAt === null ? 'an e-mail was given up' : 'an e-mail could not be sent; it will be tried again';
    this.deps.log.error({ user: mail.user_id, mail_id: mail.id, reason: reasonOf(error) }, what);
  }

  /** When the account may send its next e-mail; null: now. */
  private async freeAt(userId: number): Promise<number | null> {
    const { database, clock } = this.deps;
    const rows = await database.query<{ sent_at: number }>(
      `SELECT sent_at FROM alert_mail WHERE user_id = ? AND sent_at > ? ORDER BY sent_at DESC LIMIT ${MAILS_PER_HOUR}`,
      [userId, clock.now() - HOUR_MS],
    );
    const oldest = rows.at(-1);
    return oldest && rows.length === MAILS_PER_HOUR ? Number(oldest.sent_at) + HOUR_MS : null;
  }

  /** Returns false if another worker has changed the row. */
  private async change(
    { id, due_at }: Pick<DueMail, 'id' | 'due_at'>,
    { dueAt, sentAt, isAttempt = false }: { dueAt: number | null; sentAt: number | null; isAttempt?: boolean },
  ): Promise<boolean> {
    const sql = 'UPDATE alert_mail SET due_at = ?, sent_at = ?, attempts = attempts + ? WHERE id = ? AND due_at = ?';
    const parameters = [dueAt, sentAt, Number(isAttempt), id, due_at];
    const { affected } = await this.deps.database.tx((tx) => execute(tx, sql, parameters));
    return affected > 0;
  }
}

/** The code of an SMTP error. Its text may repeat what was sent. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
};

const toMail = ({ recipient, event, kind, facts, raised_at, rule }: DueMail, publicUrl: string | null) => {
  const sentence = ALERT_KIND_DEFINITIONS[kind].describe(JSON.parse(facts) as AlertFacts);
  const since = new Date(Number(raised_at)).toISOString();
  const lines = [
    event === 'raised' ? sentence : `This is over: ${sentence}`,
    '',
    `Rule: ${rule}`,
    `Since: ${since}`,
    ...(publicUrl === null ? [] : [`Console: ${publicUrl}/console/`]),
    '',
    'You get this e-mail because an admin of this account added your address to the rule.',
  ];
  const subject = `[pushgraph] ${event === 'raised' ? 'Alert' : 'Resolved'}: ${rule}`;
  return { to: recipient, subject, text: lines.join('\n') };
};
