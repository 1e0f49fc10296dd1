import { signReceipt } from '../../src/crypto/receipt-token.js';
import type { Database } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import type { Device } from '../../src/entities/device.js';
import type { Message, Outcome, SendBatch, Sender } from '../../src/providers/sender.js';
import { DeliveryWorld } from './delivery-world.js';
import type { Fakes } from './fakes/fakes.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface TrafficOptions {
  readonly database: Database;
  readonly fakes: Fakes;
  readonly devices: number;
  readonly runsADay: number;
  readonly historyRetentionDays?: number;
}

/**
 * An account's daily activity: runs to all its devices, of which some fail, wait or turn out to be dead; new devices
 * that replace those; events with ids, which start an auto-push; and receipts. It uses the product's own services,
 * delivery and upkeep. The test moves the time, and the provider answers at once.
 */
export class TrafficYear implements AsyncDisposable {
  static async start(options: TrafficOptions): Promise<TrafficYear> {
    const provider = new InstantProvider();
    const { database, fakes, devices, historyRetentionDays = 180 } = options;
    const pages = { checkpointSize: Math.ceil(devices / 8), batchSize: Math.ceil(devices / 4) };
    const config = { ...pages, historyRetentionDays, inactiveDeviceRetentionDays: historyRetentionDays, leaseMs: DAY };
    const world = await new DeliveryWorld({ database, fakes, config, senders: { provider_c: provider } }).init();
    const app = await world.makeApp('provider_c');
    await world.services.customEvents.create(world.caller, { name: 'buy', code: 'buy' });
    const timing = { kind: 'auto-push', delay: null } as const;
    await world.makeActive('auto-push', {
      pushes: [await world.makePush()],
      filters: { event_include: ['buy'] },
      input: { timing },
    });
    const year = new TrafficYear(world, app, provider, options);
    await year.register(devices);
    return year;
  }

  /** Sent messages, including further attempts. */
  get messages(): number {
    return this.provider.messages;
  }

  private devices: Device[] = [];
  private day = 0;

  private constructor(
    private readonly world: DeliveryWorld,
    private readonly app: App,
    private readonly provider: InstantProvider,
    private readonly options: TrafficOptions,
  ) {}

  /** Simulates a day with its runs and upkeep. @param skipDays idle days afterwards @returns ms of the upkeep */
  async next(skipDays = 0): Promise<number> {
    const { world } = this;
    this.day += 1;
    const some = Math.max(1, Math.floor(this.options.devices / 100));
    for (let run = 0; run < this.options.runsADay; run += 1) {
      await world.makeActive('one-time', { pushes: [await world.makePush()] });
      this.provider.answerFor(this.devices, { some, turn: this.day * this.options.runsADay + run });
      await world.advance(HOUR);
      this.provider.recover();
      await world.advance(10 * MINUTE);
      await this.receive(some);
      // The tokens of these devices are dead.
      this.devices = this.devices.slice(some);
    }
    await this.track(some);
    await world.advance(MINUTE);
    await this.register(some * this.options.runsADay);
    world.clock.advance(DAY - this.options.runsADay * (HOUR + 10 * MINUTE) - MINUTE + skipDays * DAY);
    await world.work();
    const startedAt = performance.now();
    const context = { signal: new AbortController().signal, touch: async () => undefined };
    await world.flow.handlers().upkeep({}, context);
    return performance.now() - startedAt;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
  }

  /** New devices replace those whose tokens have died. */
  private async register(count: number): Promise<void> {
    const made = await this.world.makeDevices(this.app, count, (index) => ({ audiences: [`tag ${index % 10}`] }));
    this.devices = [...this.devices, ...made.map(({ device }) => device)].slice(-this.options.devices);
  }

  private async track(count: number): Promise<void> {
    for (const device of this.devices.slice(-count)) {
      const event = { code: 'buy', id: `day ${this.day}`, occurredAt: null };
      await this.world.services.deviceEvents.track(this.app, device, [event]);
    }
  }

  private async receive(count: number): Promise<void> {
    const sql =
      "SELECT r.id AS run_id, p.id AS push_id FROM run r JOIN push p ON p.scheduler_id = r.scheduler_id WHERE r.kind = 'onesend' ORDER BY r.id DESC LIMIT 1";
    const [run] = await this.options.database.query<{ run_id: number; push_id: number }>(sql);
    if (!run) throw new Error('There was no run.');
    const { keyring, services } = this.world;
    for (const { id: deviceId } of this.devices.slice(-count)) {
      const claims = { runId: Number(run.run_id), pushId: Number(run.push_id), appId: this.app.id, deviceId };
      await services.receipts.record(this.app, { receipt: signReceipt(keyring, claims), kind: 'delivered' });
    }
  }
}

const SENT: Outcome = { kind: 'sent', providerMessageId: null };
const DEAD: Outcome = { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410 Unregistered', deadSince: null };
const REFUSED: Outcome = { kind: 'failed', code: 'WRONG_TOPIC', detail: '400 BadTopic' };
const BUSY: Outcome = { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 5 * MINUTE };

/** A provider with typical failures: some tokens of a run are dead, some messages refused, some retried. */
class InstantProvider implements Sender {
  readonly provider = 'provider_c' as const;
  messages = 0;
  private answers: ReadonlyMap<string, Outcome> = new Map();

  answerFor(devices: readonly Device[], { some, turn }: { some: number; turn: number }): void {
    const refused = devices.slice(some, 2 * some).map(({ token }) => [token, turn % 2 === 0 ? REFUSED : BUSY] as const);
    this.answers = new Map([...devices.slice(0, some).map(({ token }) => [token, DEAD] as const), ...refused]);
  }

  recover(): void {
    this.answers = new Map();
  }

  async send({ messages }: SendBatch): Promise<Outcome[]> {
    this.messages += messages.length;
    return messages.map((message) => this.answers.get(tokenOf(message)) ?? SENT);
  }

  async check(): Promise<{ accepted: boolean; reason: null }> {
    return { accepted: true, reason: null };
  }

  async close(): Promise<void> {
    // It has no open connections.
  }
}

const tokenOf = ({ target }: Message): string => (target.kind === 'token' ? target.token : '');
