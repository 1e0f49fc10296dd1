import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { NO_RUN } from '../../entities/run.js';
import { HISTORY_PARTS, RECEIPTS } from './history-parts.js';
import { keyRanges } from './key-ranges.js';

const DEVICES = 500;
const ROWS = 2_000;

/** Tables of devices; the second list is clustered by application. */
const OF_DEVICES = ['event_seen', 'device_tag', 'device_event', 'device_event_day'] as const;
const OF_DEVICES_BY_APP = ['device_zone_change', 'foreign_subscription', 'device_send', 'live_activity'] as const;
/** Small tables, deleted with the account itself. */
const OF_ACCOUNT = [
  'category_deletion',
  'erased_user',
  'event_reader',
  'goal_watch',
  'idempotency_key',
  'outbox_head',
  'user_limit',
] as const;
/** Tables whose key begins with the user and the hash of a subject. */
const OF_SUBJECTS = [
  ['active_hour', 'subject'],
  ['goal_event', 'subject'],
  ['run_unit', 'unit'],
  ['conversion', 'subject'],
] as const;
/** Tables with the user's id. A table comes before the tables that its rows refer to. */
const OF_USER = [
  'alert_mail',
  'alert',
  'alert_rule',
  'campaign_draft',
  'message_template',
  'segment',
  'push',
  'category',
  'scheduler',
  'app_group',
  'audience_group',
  'custom_event',
  'tag',
  'attribute_definition',
  'end_user',
  'app',
  'api_key',
  'sign_in_place',
  'member_session',
  'member_invitation',
  'member',
  'audit_entry',
  'erasure',
  'webhook_retry',
  'webhook_replay',
  'webhook',
] as const;

/**
 * Deletes all data of users that are marked as deleted, in short transactions. It resumes after an abort or a kill. A worker
 * that is sending notices at its next checkpoint that its batch is gone.
 * @returns how many users are gone.
 */
export const purgeDeletedUsers = async (database: Database, signal: AbortSignal): Promise<number> => {
  const users = await database.query<{ id: number }>('SELECT id FROM user_account WHERE deleted_at IS NOT NULL');
  let gone = 0;
  for (const { id } of users) {
    await new Purge(database, Number(id), signal).run();
    if (signal.aborted) return gone;
    gone += 1;
  }
  return gone;
};

class Purge {
  constructor(
    private readonly database: Database,
    private readonly userId: number,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<void> {
    for await (const appId of this.ids('SELECT id FROM app WHERE user_id = ?', [this.userId])) await this.ofApp(appId);
    const schedulers = 'SELECT id FROM scheduler WHERE user_id = ?';
    for await (const id of this.ids(schedulers, [this.userId])) {
      await this.rows('due_send', 'scheduler_id = ?', [id]);
    }
    for await (const id of this.ids('SELECT id FROM run WHERE user_id = ?', [this.userId])) await this.ofRun(id);
    for await (const id of this.ids('SELECT id FROM push WHERE user_id = ?', [this.userId])) await this.tests(id);
    const webhooks = 'SELECT id FROM webhook WHERE user_id = ?';
    for await (const id of this.ids(webhooks, [this.userId]))
      await this.rows('webhook_attempt', 'webhook_id = ?', [id]);
    await this.along('traffic', 'minute');
    await this.along('cap_block', 'block');
    await this.along('outbox', 'position');
    await this.choices();
    for (const [table, column] of OF_SUBJECTS) await this.subjects(table, column);
    await this.along('segment_reference', 'segment_id');
    for (const table of OF_USER) await this.rows(table, 'user_id = ?', [this.userId]);
    await this.last();
  }

  private async ofApp(appId: number): Promise<void> {
    await this.devices(appId);
    if (this.signal.aborted) return;
    await this.step((run) => run('DELETE FROM device_count WHERE app_id = ?', [appId]));
  }

  private async devices(appId: number): Promise<void> {
    const sql = `SELECT id FROM device WHERE app_id = ? ORDER BY id LIMIT ${DEVICES}`;
    for (;;) {
      const ids = await this.pageOf(sql, [appId]);
      if (ids.length === 0) return;
      const among = `IN ${inList(ids)}`;
      await this.step(async (run) => {
        for (const table of OF_DEVICES) await run(`DELETE FROM ${table} WHERE device_id ${among}`, ids);
        for (const table of OF_DEVICES_BY_APP) {
          await run(`DELETE FROM ${table} WHERE app_id = ? AND device_id ${among}`, [appId, ...ids]);
        }
        await run(`DELETE FROM device WHERE app_id = ? AND id ${among}`, [appId, ...ids]);
      });
    }
  }

  private async ofRun(runId: number): Promise<void> {
    for (const part of HISTORY_PARTS) {
      for await (const { sql, parameters } of keyRanges(this.database, part, runId)) {
        if (this.signal.aborted) return;
        await this.step((run) => run(`DELETE FROM ${part.table} WHERE ${sql}`, parameters));
      }
    }
    await this.rows('retry_send', 'run_id = ?', [runId]);
    if (this.signal.aborted) return;
    await this.step(async (run) => {
      for (const table of ['batch_count', 'receipt_count', 'run_failure', 'run_total', 'run_pace', 'arm_count'])
        await run(`DELETE FROM ${table} WHERE run_id = ?`, [runId]);
      await run('DELETE FROM run WHERE id = ?', [runId]);
    });
  }

  /** Receipts of tries on one device, which have no run. */
  private async tests(pushId: number): Promise<void> {
    const { table, along } = RECEIPTS;
    const where = `run_id = ${NO_RUN} AND push_id = ?`;
    const edge = `SELECT ${along} AS id FROM ${table} WHERE ${where} ORDER BY ${along} LIMIT ${ROWS}`;
    for (;;) {
      const last = (await this.pageOf(edge, [pushId])).at(-1);
      if (last === undefined) return;
      await this.step((run) => run(`DELETE FROM ${table} WHERE ${where} AND ${along} <= ?`, [pushId, last]));
    }
  }

  /** A table whose key begins with the user. */
  private async along(table: string, column: string): Promise<void> {
    const edge = `SELECT ${column} AS id FROM ${table} WHERE user_id = ? ORDER BY ${column} LIMIT ${ROWS}`;
    for (;;) {
      const last = (await this.pageOf(edge, [this.userId])).at(-1);
      if (last === undefined) return;
      const sql = `DELETE FROM ${table} WHERE user_id = ? AND ${column} <= ?`;
      await this.step((run) => run(sql, [this.userId, last]));
    }
  }

  private async choices(): Promise<void> {
    const edge = `SELECT subject_kind, subject FROM category_choice WHERE user_id = ?
      ORDER BY subject_kind, subject LIMIT ${ROWS}`;
    const until = '(subject_kind < ? OR (subject_kind = ? AND subject <= ?))';
    while (!this.signal.aborted) {
      const page = await this.database.query<{ subject_kind: string; subject: string }>(edge, [this.userId]);
      const last = page.at(-1);
      if (last === undefined) return;
      const { subject_kind: kind, subject } = last;
      const sql = `DELETE FROM category_choice WHERE user_id = ? AND ${until}`;
      await this.step((run) => run(sql, [this.userId, kind, kind, subject]));
    }
  }

  private async subjects(table: string, column: string): Promise<void> {
    const edge = `SELECT ${column} AS subject FROM ${table} WHERE user_id = ? ORDER BY ${column} LIMIT ${ROWS}`;
    const sql = `DELETE FROM ${table} WHERE user_id = ? AND ${column} <= ?`;
    while (!this.signal.aborted) {
      const last = (await this.database.query<{ subject: string }>(edge, [this.userId])).at(-1);
      if (last === undefined) return;
      await this.step((run) => run(sql, [this.userId, last.subject]));
    }
  }

  private async rows(table: string, where: string, parameters: readonly number[]): Promise<void> {
    for (;;) {
      const ids = await this.pageOf(`SELECT id FROM ${table} WHERE ${where} LIMIT ${ROWS}`, parameters);
      if (ids.length === 0) return;
      await this.step((run) => run(`DELETE FROM ${table} WHERE id IN ${inList(ids)}`, ids));
    }
  }

  private async last(): Promise<void> {
    if (this.signal.aborted) return;
    const { userId } = this;
    await this.step(async (run) => {
      for (const table of OF_ACCOUNT) {
        await run(`DELETE FROM ${table} WHERE user_id = ?`, [userId]);
      }
      await run('DELETE FROM id_sequence WHERE name IN (?, ?)', [`tag:${userId}`, `event:${userId}`]);
      await run('DELETE FROM user_account WHERE id = ?', [userId]);
    });
  }

  /** Reads ids page by page, since there may be millions. */
  private async *ids(sql: string, parameters: readonly number[]): AsyncGenerator<number> {
    for (let after = 0; ; ) {
      const page = await this.pageOf(`${sql} AND id > ? ORDER BY id LIMIT ${ROWS}`, [...parameters, after]);
      for (const id of page) {
        if (this.signal.aborted) return;
        yield id;
      }
      const last = page.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  /** Also empty once the signal is aborted. */
  private async pageOf(sql: string, parameters: readonly number[]): Promise<number[]> {
    if (this.signal.aborted) return [];
    return (await this.database.query<{ id: number }>(sql, parameters)).map(({ id }) => Number(id));
  }

  private async step(work: (run: Run) => Promise<unknown>): Promise<void> {
    await this.database.tx((tx) => work((sql, parameters) => execute(tx, sql, parameters)));
    // SQLite answers synchronously, so other work gets a turn of the event loop.
    await nextTurn();
  }
}

type Run = (sql: string, parameters: readonly unknown[]) => Promise<unknown>;
