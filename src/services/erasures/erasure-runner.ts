import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CredentialVault } from '../../catalogue/credential-vault.js';
import { groupBy } from '../../collections.js';
import { type Database, execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { App } from '../../entities/app.js';
import { Erasure } from '../../entities/erasure.js';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import { sayReason } from '../../providers/codes.js';
import type { Senders } from '../../providers/create-senders.js';
import { PROVIDERS } from '../../providers/providers.js';
import { clip } from '../../text/characters.js';
import type { AuditLog } from '../audit/audit-log.js';
import { findDevicesOfPerson, type PurgedDevice, purgeDevices } from '../devices/purge-person.js';
import { deleteUser } from '../end-users/delete-user.js';
import { forgetAnswers } from '../webhooks/forget-answers.js';
import { type ScrubbedUser, scrubImports, scrubTexts } from './scrub-texts.js';

export interface ErasureRunnerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly vault: CredentialVault;
  readonly senders: Senders;
  readonly audit: Pick<AuditLog, 'note'>;
  readonly log: { info(details: Record<string, unknown>, message: string): void };
}

const MINUTE_MS = 60_000;
/** Another worker takes over an erasure whose worker has been silent for this long. */
const CLAIM_MS = 10 * MINUTE_MS;
/** After this time the rest of the upkeep gets its turn, however many erasures an account requests. */
const TURN_MS = 2 * MINUTE_MS;
/** A provider that deletes nothing holds up its devices for three days; then only our own rows are deleted. */
const MAX_PROVIDER_MS = 3 * 24 * 60 * MINUTE_MS;
const MAX_PAUSE_MS = 60 * MINUTE_MS;
/** A registration that began before the tombstone may still commit; none takes this long. */
const SETTLE_MS = 2_000;
const MAX_TROUBLE = 255;

type Counts = Record<string, number>;

/** Deletes everything about end users whose erasure was requested. Each step can be repeated after a kill. */
export class ErasureRunner {
  constructor(private readonly deps: ErasureRunnerDeps) {}

  /** Runs until no erasure is due, its turn has ended, or the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + TURN_MS;
    while (!signal.aborted) {
      if (performance.now() > endsAt) return this.deps.jobs.enqueue('upkeep', {});
      const erasure = await this.claim();
      if (!erasure) return;
      await this.erase(erasure, signal);
    }
  }

  private async claim(): Promise<Erasure | null> {
    const { database, clock } = this.deps;
    const now = clock.now();
    const next = "SELECT id, due_at FROM erasure WHERE status = 'waiting' AND due_at <= ? ORDER BY due_at, id LIMIT 1";
    const take = 'UPDATE erasure SET due_at = ?, attempts = attempts + 1 WHERE id = ? AND due_at = ?';
    for (;;) {
      const [row] = await database.query<{ id: number; due_at: number }>(next, [now]);
      if (!row) return null;
      const { affected } = await database.tx((tx) => execute(tx, take, [now + CLAIM_MS, row.id, row.due_at]));
      if (affected === 1) return database.reader.findOneBy(Erasure, { id: Number(row.id) });
    }
  }

  private async erase(erasure: Erasure, signal: AbortSignal): Promise<void> {
    const { userId, externalUserId } = erasure;
    if (externalUserId === null) return;
    const counts: Counts = { ...erasure.counts };
    await this.settle(erasure, signal);
    const tokens = new Set(erasure.tokens);
    let trouble = await this.eraseDevices(erasure, { counts, tokens }, signal);
    if (signal.aborted) return;
    await this.eraseRows(userId, externalUserId, counts);
    const alias = `erased-${randomBytes(12).toString('hex')}`;
    const user: ScrubbedUser = { userId, externalUserId, alias };
    add(counts, { texts: await scrubTexts(this.deps.database, user) });
    const imports = await scrubImports(this.deps.database, { userId, texts: [externalUserId, ...tokens] });
    add(counts, { imports: imports.changed });
    if (imports.unfinished > 0) trouble ??= 'An import that contains the user has not ended yet.';
    await this.conclude(erasure, counts, trouble);
  }

  private async settle({ createdAt }: Erasure, signal: AbortSignal): Promise<void> {
    if (!this.deps.database.dialect.writesSideBySide) return;
    const left = createdAt.getTime() + SETTLE_MS - this.deps.clock.now();
    if (left > 0) await sleep(Math.min(left, SETTLE_MS), undefined, { signal }).catch(() => undefined);
  }

  /** Returns why some devices remain; null: none does. */
  private async eraseDevices(
    { id, userId, externalUserId, createdAt }: Erasure,
    { counts, tokens }: { readonly counts: Counts; readonly tokens: Set<string> },
    signal: AbortSignal,
  ): Promise<string | null> {
    const { database, clock } = this.deps;
    const isLastTry = clock.now() - createdAt.getTime() >= MAX_PROVIDER_MS;
    let trouble: string | null = null;
    const devices = await findDevicesOfPerson(database, { userId, externalId: externalUserId ?? '' });
    for (const [appId, ofApp] of groupBy(devices, ({ appId }) => appId)) {
      if (signal.aborted) return trouble;
      const reason = await this.forget(appId, ofApp, { counts, tokens, signal });
      trouble ??= reason;
      if (reason !== null && !isLastTry) continue;
      await this.keepTokens(id, [...tokens]);
      add(counts, { ...(await purgeDevices(database, { userId, devices: ofApp, now: clock.now() })) });
    }
    return isLastTry ? null : trouble;
  }

  /** An import that has not ended yet can name them after the devices are deleted. */
  private async keepTokens(id: number, tokens: readonly string[]): Promise<void> {
    const sql = 'UPDATE erasure SET tokens = ? WHERE id = ?';
    await this.deps.database.tx((tx) => execute(tx, sql, [JSON.stringify(tokens), id]));
  }

  /** Deletes the devices at the provider. Returns why some are still there, as a sentence; null: none is. */
  private async forget(
    appId: number,
    devices: readonly PurgedDevice[],
    { counts, tokens, signal }: { counts: Counts; tokens: Set<string>; signal: AbortSignal },
  ): Promise<string | null> {
    const { database, vault, senders } = this.deps;
    const ids = devices.map(({ id }) => id);
    const sql = `SELECT token, p256dh, auth FROM device WHERE app_id = ? AND id IN ${inList(ids)} AND token <> ''`;
    const rows = await database.query<{ token: string; p256dh: string | null; auth: string | null }>(sql, [
      appId,
      ...ids,
    ]);
    for (const { token } of rows) tokens.add(token);
    const app = await database.reader.findOneBy(App, { id: appId });
    if (!app || rows.length === 0) return null;
    const { forget } = senders[app.pushProvider];
    if (!forget) return null;
    const opened = vault.tryOpen(app);
    if (opened === null) {
      add(counts, { leftAtProvider: rows.length });
      return null;
    }
    const targets = rows.map((row) => PROVIDERS[app.pushProvider].address.toTarget(row));
    const { gone, reason } = await forget.call(senders[app.pushProvider], opened, targets, signal);
    add(counts, { providerDevices: reason === null ? gone : 0 });
    const { title } = PROVIDERS[app.pushProvider].words;
    return reason && `${title} did not delete the user's devices: ${sayReason(reason)}`;
  }

  private async eraseRows(userId: number, externalUserId: string, counts: Counts): Promise<void> {
    const { database } = this.deps;
    const users = await database.tx((tx) => deleteUser(tx, { database, userId }, externalUserId));
    const sql = "DELETE FROM category_choice WHERE user_id = ? AND subject_kind = 'user' AND subject = ?";
    const { affected: choices } = await database.tx((tx) => execute(tx, sql, [userId, externalUserId]));
    await forgetAnswers(database, userId);
    add(counts, { users, choices });
  }

  private async conclude({ id, userId, attempts }: Erasure, counts: Counts, trouble: string | null): Promise<void> {
    const { database, clock, audit, log } = this.deps;
    const now = clock.now();
    if (trouble !== null) {
      const pause = Math.min(MINUTE_MS * 2 ** Math.min(attempts, 10), MAX_PAUSE_MS);
      const wait = 'UPDATE erasure SET counts = ?, trouble = ?, due_at = ? WHERE id = ?';
      const values = [JSON.stringify(counts), clip(trouble, MAX_TROUBLE), now + pause, id];
      await database.tx((tx) => execute(tx, wait, values));
      return;
    }
    const finish = `UPDATE erasure SET status = 'finished', external_user_id = NULL, tokens = NULL, counts = ?, trouble = NULL,
                    finished_at = ? WHERE id = ? AND status = 'waiting'`;
    const { affected } = await database.tx((tx) => execute(tx, finish, [JSON.stringify(counts), now, id]));
    if (affected === 0) return;
    audit.note(
      { userId, keyId: null, member: null },
      { action: 'userErased', node: { type: 'Erasure', id }, count: counts.devices ?? 0 },
      null,
    );
    log.info({ user: userId, erasure: id, counts }, 'a user was erased');
  }
}

const add = (counts: Counts, more: Counts): void => {
  for (const [kind, count] of Object.entries(more)) counts[kind] = (counts[kind] ?? 0) + count;
};
