import { randomBytes } from 'node:crypto';
import type { DeliveryConfig } from '../../src/config/config.js';
import { Keyring } from '../../src/crypto/keyring.js';
import type { Database } from '../../src/database/database.js';
import type { DeliveryDeps } from '../../src/delivery/delivery-deps.js';
import { DeliveryFlow } from '../../src/delivery/flow.js';
import type { App } from '../../src/entities/app.js';
import type { Push } from '../../src/entities/push.js';
import type { Scheduler, SchedulerKind } from '../../src/entities/scheduler.js';
import { createSenders, type Senders } from '../../src/providers/create-senders.js';
import type { ProviderName } from '../../src/providers/sender.js';
import type { Caller } from '../../src/services/caller.js';
import type { DeviceAttributesInput } from '../../src/services/devices/device-input.js';
import type { Registration } from '../../src/services/devices/device-service.js';
import type { FilterLists, SchedulerInput } from '../../src/services/schedulers/scheduler-input.js';
import { createServices, type Services } from '../../src/services/services.js';
import { FakeClock } from './fake-clock.js';
import type { Fakes } from './fakes/fakes.js';
import { ManualQueue } from './manual-queue.js';
import { completeCredentials } from './service-steps.js';

const CONFIG: DeliveryConfig = {
  checkpointSize: 20,
  concurrency: 2,
  batchSize: 100,
  leaseMs: 10_000,
  graceMs: 3_600_000,
  timeToLiveSeconds: 86_400,
  answerTimeoutMs: 30_000,
  ambiguousRetries: 1,
  historyRetentionDays: 180,
  runRetentionDays: 1_095,
  inactiveDeviceRetentionDays: 365,
};

const PATIENCE = { page: 60_000, single: 60_000, crowd: 60_000 };

export interface WorldOptions {
  readonly database: Database;
  readonly fakes: Fakes;
  readonly config?: Partial<DeliveryConfig>;
  /** Replaces the real senders to the fakes, for tests of the code around sending. */
  readonly senders?: Partial<Senders>;
  /** How long a provider may take to answer, a minute by default. */
  readonly answerMs?: number;
  /** Pages wait for unproven push services as long as in the product, even on a busy machine. */
  readonly isHasty?: boolean;
  /** Replaces `DeliveryWorld.log`. */
  readonly log?: DeliveryDeps['log'];
  /** Replaces the product's rules. */
  readonly rules?: DeliveryDeps['rules'];
  /** `WEBPUSH_HOSTS`, any push service by default. */
  readonly webPushHosts?: readonly string[];
}

/** Services and delivery with a real database and the fake providers. The test controls time and jobs. */
export class DeliveryWorld {
  readonly clock = new FakeClock();
  readonly jobs = new ManualQueue();
  readonly services: Services;
  readonly senders: Senders;
  readonly flow: DeliveryFlow;
  caller: Caller = { userId: 0, keyId: 0, scopes: ['read', 'write', 'send'] };
  /** Log messages, in order. */
  readonly log: string[] = [];
  readonly keyring = new Keyring(randomBytes(32));

  constructor(readonly options: WorldOptions) {
    // No origin is silent here; with short limits, a busy machine could look like one.
    const { database, fakes, webPushHosts = null, answerMs = 60_000 } = options;
    const { clock, jobs, keyring } = this;
    const senders = createSenders({
      baseUrls: fakes.addresses,
      allowPrivate: true,
      webPushHosts,
      ca: fakes.ca,
      providerATransport: 'http2',
      clock,
      random: () => 0.5,
      answerMs,
      unprovenConnectMs: answerMs,
    });
    this.senders = { ...senders, ...options.senders };
    const outbound = { senders: this.senders, allowPrivate: true, webPushHosts };
    this.services = createServices({ database, clock, keyring, jobs, ...outbound });
    this.flow = this.makeFlow();
  }

  /** Creates the flow of another process on the same database, with its own leases and budget. */
  makeFlow(overrides: Partial<DeliveryDeps> = {}): DeliveryFlow {
    const note = (_details: object, message: string) => this.log.push(message);
    return new DeliveryFlow({
      database: this.options.database,
      clock: this.clock,
      keyring: this.keyring,
      jobs: this.jobs,
      vault: this.services.vault,
      senders: this.senders,
      publisher: { runChanged: () => undefined },
      config: this.config,
      random: () => 0.5,
      ...(this.isHasty ? {} : { originPatience: PATIENCE }),
      ...(this.options.rules ? { rules: this.options.rules } : {}),
      metrics: { countMessages: () => undefined, timePage: () => undefined },
      log: this.options.log ?? { info: note, warn: note, error: note },
      ...overrides,
    });
  }

  /** With a silent origin, no test should have to wait for it. */
  private get isHasty(): boolean {
    const { isHasty, answerMs, senders } = this.options;
    return isHasty ?? (answerMs !== undefined || senders?.webpush !== undefined);
  }

  get config(): DeliveryConfig {
    return { ...CONFIG, ...this.options.config };
  }

  async init(): Promise<this> {
    const { apiKey } = await this.services.keys.createUser('tester');
    this.caller = await this.services.keys.authenticate(`Bearer ${apiKey}`);
    await this.options.fakes.setNow(this.clock.now());
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Object.values(this.senders).map((sender) => sender.close()));
    // Tests of other subjects do not wait for these.
    await this.flow.lateRecorded(5_000);
  }

  async makeApp(provider: ProviderName): Promise<App> {
    const made = await this.options.fakes.makeApp(provider);
    const credentials = provider === 'webpush' ? null : completeCredentials(made);
    return this.services.apps.create(this.caller, { pushProvider: provider, name: provider, link: null, credentials });
  }

  /** Registers devices like an SDK. `attributes` get the index. */
  async makeDevices(
    app: App,
    count: number,
    attributes: (index: number) => DeviceAttributesInput = () => ({}),
  ): Promise<Registration[]> {
    const subscriptions =
      app.pushProvider === 'webpush'
        ? await this.options.fakes.makeSubscriptions({ count, seed: `app-${app.id}` })
        : [];
    const registrations: Registration[] = [];
    for (let index = 0; index < count; index += 1) {
      const subscription = subscriptions[index];
      const address = subscription
        ? { subscription: { endpoint: subscription.endpoint, ...subscription.keys } }
        : app.pushProvider === 'provider_b'
          ? { subscriptionId: crypto.randomUUID() }
          : { token: randomBytes(32).toString('hex') };
      registrations.push(await this.services.devices.register(app, { ...address, ...attributes(index) }, null));
    }
    return registrations;
  }

  makePush(languages: readonly string[] = ['en'], text = 'text'): Promise<Push> {
    const translations = languages.map((language) => ({
      language,
      title: `title ${language}`,
      text: `${text} ${language}`,
      image: null,
      icon: null,
      link: 'https://example.com/offer',
    }));
    return this.services.pushes.create(this.caller, { defaultLang: languages[0] ?? 'en', translations });
  }

  /** An active scheduler bound to these pushes. One-time ones are due in an hour, and weekly ones need a timing. */
  async makeActive(
    kind: SchedulerKind,
    {
      pushes,
      filters = {},
      input = {},
    }: { pushes: readonly Push[]; filters?: FilterLists; input?: Partial<SchedulerInput> },
  ): Promise<Scheduler> {
    const scheduler = await this.services.schedulers.create(this.caller, this.schedulerInput(kind, filters, input));
    const binding = { schedulerId: scheduler.id, pushIds: pushes.map((push) => push.id) };
    await this.services.bindings.bind(this.caller, binding);
    return this.services.schedulers.activate(this.caller, scheduler.id);
  }

  schedulerInput(kind: SchedulerKind, filters: FilterLists = {}, input: Partial<SchedulerInput> = {}): SchedulerInput {
    const due = new Date(this.clock.now() + 3_600_000).toISOString();
    const timing: SchedulerInput['timing'] =
      kind === 'auto-push'
        ? { kind, delay: null }
        : { kind: 'one-time', date: due.slice(0, 10), time: due.slice(11, 16), localTime: false, timezone: '+00:00' };
    const explicit = Boolean(filters.app_ids_include || filters.app_groups_include);
    return {
      name: `a ${kind}`,
      allApps: !explicit,
      allCountries: false,
      allLanguages: false,
      allAudiences: false,
      filters,
      timing,
      allowIanaZone: false,
      ...input,
    };
  }

  /** Moves time and runs everything that is then due. */
  async advance(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.options.fakes.setNow(this.clock.now());
    await this.work();
  }

  /** Finds and runs due work, like a running service. */
  work(): Promise<void> {
    return workThrough(this.flow, this.jobs);
  }

  /**
   * Handles messages whose page did not wait for a push service: waits until they are recorded, then releases the
   * others.
   */
  async settle(): Promise<void> {
    await this.flow.lateRecorded(60_000);
    await this.work();
  }

  /** Messages of a run, or of all runs, by outcome. */
  async outcomes(): Promise<Record<string, number>> {
    const rows = await this.options.database.query<{ outcome: string; n: number | string }>(
      'SELECT outcome, SUM(count) AS n FROM batch_count GROUP BY outcome HAVING SUM(count) <> 0 ORDER BY outcome',
    );
    return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, Number(n)]));
  }
}

/** Checks once for all due work, and runs it. */
export const workThrough = async (flow: DeliveryFlow, jobs: ManualQueue): Promise<void> => {
  const handlers = flow.handlers();
  for (const name of ['sweep', 'due-sends', 'retries'] as const) await jobs.enqueue(name, {});
  await jobs.settle(handlers);
  await jobs.enqueue('sweep', {});
  await jobs.settle(handlers);
};
