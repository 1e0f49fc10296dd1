import { randomUUID } from 'node:crypto';
import DataLoader from 'dataloader';
import { In } from 'typeorm';
import type { CredentialVault } from '../../catalogue/credential-vault.js';
import type { IdentityVault } from '../../catalogue/identity-vault.js';
import { type Database, execute, placeholders, type Tx } from '../../database/database.js';
import { takeIds } from '../../database/id-sequence.js';
import { appendToOutbox } from '../../delivery/record/outbox-writer.js';
import { endWaitForApp } from '../../delivery/send/app-pauses.js';
import { App } from '../../entities/app.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { parseDelay } from '../../schedule/delay.js';
import type { Caller } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { checkLink, checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import type { SchedulerUpkeep } from '../schedulers/scheduler-upkeep.js';
import type { AppCreateInput, AppUpdateInput, CredentialsInput } from './app-input.js';
import { checkCredentials } from './credentials-rules.js';

export interface AppServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly vault: CredentialVault;
  readonly identity: IdentityVault;
  readonly schedulerUpkeep: SchedulerUpkeep;
}

/** Applications and their credentials. */
export class AppService {
  /** Devices of one application report at once: those of one turn of the event loop share a look-up, never its age. */
  private readonly byServiceId = new DataLoader<string, App | null>((ids) => this.findByServiceIds(ids), {
    cache: false,
    batchScheduleFn: setImmediate,
    maxBatchSize: 500,
  });

  constructor(private readonly deps: AppServiceDeps) {}

  async create(caller: Caller, input: AppCreateInput): Promise<App> {
    const name = checkApp(input.name, input.link);
    const sealed = this.prepareCredentials(input.pushProvider, input.credentials);
    const now = new Date(this.deps.clock.now());
    return this.deps.database.tx(async (tx) => {
      const id = await takeIds(tx, this.deps.database, 'app');
      // The sequence stays locked until the end, so that equal requests count one after the other.
      await requireRoom(tx, this.deps.database, { what: 'apps', userId: caller.userId, field: 'name' });
      const app: App = {
        id,
        userId: caller.userId,
        serviceId: randomUUID(),
        pushProvider: input.pushProvider,
        name,
        link: input.link,
        archived: false,
        credentials: this.deps.vault.seal(id, sealed.values),
        credentialsComplete: sealed.complete,
        credentialsVersion: 1,
        credentialsProven: null,
        vapidKeyPublic: sealed.vapidKeyPublic,
        identityVerification: 'OFF',
        identitySecrets: null,
        devicesActiveSince: new Date(0),
        pausedUntil: null,
        pausedSince: null,
        pauseReason: null,
        createdAt: now,
        updatedAt: now,
      };
      await insertApp(tx, app);
      return app;
    });
  }

  async get(caller: Caller, id: number): Promise<App> {
    const app = await this.deps.database.reader.findOneBy(App, { id, userId: caller.userId });
    if (!app) throw notFound('application');
    return app;
  }

  /** For SDKs. An archived application is as good as gone until it is back. */
  findByServiceId(serviceId: string): Promise<App | null> {
    return this.byServiceId.load(serviceId);
  }

  private async findByServiceIds(serviceIds: readonly string[]): Promise<(App | null)[]> {
    const where = { serviceId: In([...new Set(serviceIds)]), archived: false };
    const apps = new Map((await this.deps.database.reader.findBy(App, where)).map((app) => [app.serviceId, app]));
    return serviceIds.map((serviceId) => apps.get(serviceId) ?? null);
  }

  /** @returns the first identity secret, shown this once, if the change needed one. */
  async update(caller: Caller, id: number, input: AppUpdateInput): Promise<{ identitySecret: string | null }> {
    const { link, identityVerification } = input;
    const name = checkApp(input.name ?? null, link ?? null);
    let identitySecret: string | null = null;
    await this.change(caller, id, async (_tx, app) => {
      const needsSecret = identityVerification === 'REQUIRED' && app.identitySecrets === null;
      const made = needsSecret ? this.deps.identity.renew(app, { now: this.deps.clock.now(), overlapMs: 0 }) : null;
      identitySecret = made?.secret ?? null;
      return {
        ...(name === null ? {} : { name }),
        ...(link === undefined ? {} : { link }),
        ...(identityVerification === undefined ? {} : { identityVerification }),
        ...(made ? { identitySecrets: made.sealed } : {}),
      };
    });
    return { identitySecret };
  }

  /**
   * A new secret for identity hashes, shown this once. Also before verification is required, so that the hashes can be
   * there when it is. @param overlap as in docs/rules.md#delay: so long the former one counts too; null: it ends at
   * once.
   */
  async rotateIdentitySecret(caller: Caller, id: number, overlap: string | null): Promise<string> {
    const overlapMs = parseDelay(overlap);
    if (overlapMs === null) throw badInput('overlap', '`overlap` must be days, hours and minutes, such as "1d12h".');
    let made = '';
    await this.change(caller, id, async (_tx, app) => {
      const { secret, sealed } = this.deps.identity.renew(app, { now: this.deps.clock.now(), overlapMs });
      made = secret;
      return { identitySecrets: sealed };
    });
    return made;
  }

  /** Replaces the provider and its credentials; a pause that the old ones caused ends, and what waited for that goes on. */
  async updateCredentials(caller: Caller, id: number, provider: ProviderName, input: CredentialsInput): Promise<App> {
    if (PROVIDERS[provider].credentials.kind === 'made')
      throw badInput('push_provider', `A \`${provider}\` application has no credentials to set.`);
    const checked = checkCredentials(provider, input);
    const now = this.deps.clock.now();
    const changed = await this.change(caller, id, async (tx, app) => {
      if (app.pausedUntil !== null) {
        await endWaitForApp(tx, { appId: id, now, pausedUntil: app.pausedUntil.getTime() });
        await this.tellResumed(tx, app);
      }
      return {
        pushProvider: provider,
        credentials: this.deps.vault.seal(id, checked.values),
        credentialsComplete: checked.complete,
        credentialsVersion: app.credentialsVersion + 1,
        vapidKeyPublic: null,
        pausedUntil: null,
        pausedSince: null,
        pauseReason: null,
      };
    });
    // Hints alone; the sweep finds its batches.
    for (const job of ['due-sends', 'retries', 'sweep'] as const) await this.deps.jobs.enqueue(job, {});
    return changed;
  }

  /**
   * A new VAPID key pair for a webpush application. Subscriptions made with a former one are sent to with that until
   * their browser subscribes again, which the SDK does at the next visit.
   */
  async renewVapidKey(caller: Caller, id: number): Promise<App> {
    const now = this.deps.clock.now();
    return this.change(caller, id, async (_tx, app) => {
      const { credentials } = PROVIDERS[app.pushProvider];
      if (credentials.kind !== 'made') throw badInput('id', 'Only a `webpush` application has a VAPID key to renew.');
      const { publicKey, values } = credentials.renew(this.deps.vault.open(app)?.credentials ?? null, now);
      return {
        credentials: this.deps.vault.seal(id, values),
        credentialsComplete: true,
        credentialsVersion: app.credentialsVersion + 1,
        vapidKeyPublic: publicKey,
      };
    });
  }

  /**
   * Takes it out of groups and schedulers for good, except where they exclude it; its devices become inactive until their
   * SDKs come back.
   */
  async archive(caller: Caller, id: number): Promise<void> {
    await this.change(caller, id, async (tx, app) => {
      if (app.archived) return {};
      await this.deps.schedulerUpkeep.archiveApp(tx, caller.userId, id);
      return { archived: true, devicesActiveSince: new Date(this.deps.clock.now()) };
    });
  }

  async unarchive(caller: Caller, id: number): Promise<void> {
    await this.change(caller, id, async (tx) => {
      await this.deps.schedulerUpkeep.restoreApp(tx, caller.userId, id);
      return { archived: false };
    });
  }

  /** Its devices go with it, in the background: the sweep deletes rows of applications that are gone. */
  async delete(caller: Caller, id: number): Promise<void> {
    await this.deps.database.tx(async (tx) => {
      await lockCatalogue(tx, this.deps.database, caller.userId);
      await lockOwned(tx, this.deps.database, { table: 'app', id, userId: caller.userId, noun: 'application' });
      await this.deps.schedulerUpkeep.deleteApp(tx, caller.userId, id);
      await execute(tx, 'DELETE FROM app WHERE id = ?', [id]);
    });
  }

  async vapidKey(caller: Caller, id: number): Promise<string> {
    const app = await this.get(caller, id);
    if (!app.vapidKeyPublic) throw notFound('VAPID key: this is no webpush application');
    return app.vapidKeyPublic;
  }

  private tellResumed(tx: Tx, { id, userId }: App): Promise<void> {
    const occurredAt = new Date(this.deps.clock.now());
    return appendToOutbox(tx, [{ userId, type: 'app.resumed', appId: id, payload: {}, occurredAt }]);
  }

  private change(caller: Caller, id: number, work: (tx: Tx, app: App) => Promise<Partial<App>>): Promise<App> {
    return this.deps.database.tx(async (tx) => {
      await lockCatalogue(tx, this.deps.database, caller.userId);
      await lockOwned(tx, this.deps.database, { table: 'app', id, userId: caller.userId, noun: 'application' });
      const app = await tx.findOneByOrFail(App, { id });
      const changes = { ...(await work(tx, app)), updatedAt: new Date(this.deps.clock.now()) };
      await tx.update(App, { id }, changes);
      return { ...app, ...changes };
    });
  }

  private prepareCredentials(provider: ProviderName, input: CredentialsInput | null) {
    const { credentials } = PROVIDERS[provider];
    if (credentials.kind === 'given') return { ...checkCredentials(provider, input), vapidKeyPublic: null };
    const { values, publicKey } = credentials.make();
    return { values, complete: true, vapidKeyPublic: publicKey };
  }
}

/** Plain SQL: building the statement by TypeORM costs more than running it. */
const insertApp = async (tx: Tx, app: App): Promise<void> => {
  await execute(
    tx,
    `INSERT INTO app (id, user_id, service_id, push_provider, name, link, archived, credentials, credentials_complete,
       credentials_version, vapid_key_public, devices_active_since, paused_until, pause_reason, created_at, updated_at)
     VALUES ${placeholders(1, 16)}`,
    [
      app.id,
      app.userId,
      app.serviceId,
      app.pushProvider,
      app.name,
      app.link,
      app.archived,
      app.credentials,
      app.credentialsComplete,
      app.credentialsVersion,
      app.vapidKeyPublic,
      app.devicesActiveSince.getTime(),
      app.pausedUntil?.getTime() ?? null,
      app.pauseReason,
      app.createdAt.getTime(),
      app.updatedAt.getTime(),
    ],
  );
};

/** @returns the name as it is stored; null stays null. */
const checkApp = <Name extends string | null>(name: Name, link: string | null): Name => {
  const violations = new Violations();
  const stored = name === null ? name : checkName(violations, 'name', name);
  checkLink(violations, 'link', link);
  violations.throwIfAny();
  return stored as Name;
};
