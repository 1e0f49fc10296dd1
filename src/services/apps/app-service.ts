import { randomUUID } from 'node:crypto';
import DataLoader from 'dataloader';
import { In } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import type { CredentialVault } from '../../catalogue/credential-vault.js';
import type { IdentityVault } from '../../catalogue/identity-vault.js';
import { type Database, execute, type Tx } from '../../database/database.js';
import { takeIds } from '../../database/id-sequence.js';
import { insertRow } from '../../database/write-rows.js';
import { appendToOutbox } from '../../delivery/record/outbox-writer.js';
import { endWaitForApp } from '../../delivery/send/app-pauses.js';
import { APP_TABLE, App } from '../../entities/app.js';
import { badInput, invalidInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import type { MessageDefaults } from '../../ports/message-fields.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { parseDelay } from '../../schedule/delay.js';
import type { Caller } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { violationsOfDefaultsFor } from '../pushes/provider-rules.js';
import { violationsOfDefaults } from '../pushes/push-rules.js';
import { requireRoom } from '../rules/maxima.js';
import { readQuietSetting } from '../rules/quiet-rules.js';
import { checkHttpUrl, checkLink, checkName } from '../rules/text-rules.js';
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
  /**
   * Many devices of one application report at once. Requests in one turn of the event loop share a lookup, so it is
   * never stale.
   */
  private readonly byServiceId = new DataLoader<string, App | null>((ids) => this.findByServiceIds(ids), {
    cache: false,
    batchScheduleFn: setImmediate,
    maxBatchSize: 500,
  });

  constructor(private readonly deps: AppServiceDeps) {}

  async create(caller: Caller, input: AppCreateInput): Promise<App> {
    const name = checkApp(input);
    checkDefaults(input.pushProvider, input.messageDefaults);
    const sealed = this.prepareCredentials(input.pushProvider, input.credentials);
    const now = new Date(this.deps.clock.now());
    return this.deps.database.tx(async (tx) => {
      const id = await takeIds(tx, this.deps.database, 'app');
      // The sequence stays locked until the end, so that equal requests run one after another.
      await requireRoom(tx, this.deps.database, { what: 'apps', userId: caller.userId, field: 'name' });
      const app: App = {
        id,
        userId: caller.userId,
        serviceId: randomUUID(),
        pushProvider: input.pushProvider,
        name,
        link: input.link,
        icon: input.icon ?? null,
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
        pauseCode: null,
        pauseDetail: null,
        messageDefaults: input.messageDefaults ?? null,
        quietHours: null,
        createdAt: now,
        updatedAt: now,
      };
      await insertRow(tx, APP_TABLE, app);
      return app;
    });
  }

  async get(caller: Caller, id: number): Promise<App> {
    const app = await this.deps.database.reader.findOneBy(App, { id, userId: caller.userId });
    if (!app) throw notFound('application');
    return app;
  }

  /** Finds an application for an SDK. An archived one does not exist for SDKs until it is restored. */
  findByServiceId(serviceId: string): Promise<App | null> {
    return this.byServiceId.load(serviceId);
  }

  private async findByServiceIds(serviceIds: readonly string[]): Promise<(App | null)[]> {
    const where = { serviceId: In([...new Set(serviceIds)]), archived: false };
    const apps = new Map((await this.deps.database.reader.findBy(App, where)).map((app) => [app.serviceId, app]));
    return serviceIds.map((serviceId) => apps.get(serviceId) ?? null);
  }

  /** @returns the first identity secret, shown only now, if the change required one. */
  async update(caller: Caller, id: number, input: AppUpdateInput): Promise<{ identitySecret: string | null }> {
    const { link, icon, identityVerification, messageDefaults } = input;
    const name = checkApp({ ...input, name: input.name ?? null });
    const violations = new Violations();
    const quietHours = readQuietSetting(violations, input.quietHours);
    violations.throwIfAny();
    let identitySecret: string | null = null;
    await this.change(caller, id, async (_tx, app) => {
      checkDefaults(app.pushProvider, messageDefaults);
      const needsSecret = identityVerification === 'REQUIRED' && app.identitySecrets === null;
      const made = needsSecret ? this.deps.identity.renew(app, { now: this.deps.clock.now(), overlapMs: 0 }) : null;
      identitySecret = made?.secret ?? null;
      return {
        ...(name === null ? {} : { name }),
        ...(link === undefined ? {} : { link }),
        ...(icon === undefined ? {} : { icon }),
        ...(identityVerification === undefined ? {} : { identityVerification }),
        ...(messageDefaults === undefined ? {} : { messageDefaults }),
        ...(quietHours === undefined ? {} : { quietHours }),
        ...(made ? { identitySecrets: made.sealed } : {}),
      };
    });
    return { identitySecret };
  }

  /**
   * Creates a new secret for identity hashes, shown only now. It works before verification is required, so that clients
   * can send hashes in advance. @param overlap as in docs/rules.md#delay: how long the previous secret still counts;
   * null ends it at once.
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

  /**
   * Replaces the provider and its credentials, ends a pause caused by the old ones, and releases what waited for it.
   */
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
        pauseCode: null,
        pauseDetail: null,
      };
    });
    // Jobs are only hints; the sweep would find the batches too.
    for (const job of ['due-sends', 'retries', 'sweep'] as const) await this.deps.jobs.enqueue(job, {});
    return changed;
  }

  /**
   * Creates a new VAPID key pair for a webpush application. Subscriptions made with a former key are sent to with that
   * key until their browser subscribes again, which the SDK does at the next visit.
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
   * Removes it permanently from groups and schedulers, except where they exclude it. Its devices become inactive until
   * they report again.
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

  /** The sweep deletes its devices and other rows in the background. */
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
    if (!app.vapidKeyPublic) throw notFound('VAPID key: this is not a webpush application');
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
      await tx.update(App, { id }, changes as QueryDeepPartialEntity<App>);
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

/** @returns the name as it is stored; null stays null. */
const checkApp = <Name extends string | null>({
  name,
  link = null,
  icon = null,
  messageDefaults = null,
}: Checked<Name>): Name => {
  const violations = messageDefaults ? violationsOfDefaults(messageDefaults, 'messageDefaults') : new Violations();
  const stored = name === null ? name : checkName(violations, 'name', name);
  checkLink(violations, 'link', link);
  checkHttpUrl(violations, 'icon', icon);
  violations.throwIfAny();
  return stored as Name;
};

/** Checks the rules of the application's provider, after the common ones. */
const checkDefaults = (provider: ProviderName, defaults: MessageDefaults | null | undefined): void => {
  const broken = defaults ? violationsOfDefaultsFor(PROVIDERS[provider], defaults, 'messageDefaults') : [];
  if (broken.length > 0) throw invalidInput(broken);
};

interface Checked<Name> extends Pick<AppUpdateInput, 'link' | 'icon' | 'messageDefaults'> {
  readonly name: Name;
}
