import type { App } from '../../src/entities/app.js';
import type { TimingInput } from '../../src/services/schedulers/scheduler-input.js';
import { BatchWorld, type BatchWorldOptions } from './batch-world.js';

/** A world with one application, whose devices have names and zones. */
export class LocalWorld extends BatchWorld {
  app!: App;
  /** Device by token. */
  readonly names = new Map<string, string>();
  private readonly ledger: BatchWorldOptions['sender']['ledger'];

  constructor({ sender, ...options }: BatchWorldOptions) {
    super({ ...options, senders: { provider_c: sender } });
    this.ledger = sender.ledger;
  }

  override async init(): Promise<this> {
    await super.init();
    this.app = await this.makeApp('provider_c');
    return this;
  }

  async addDevice(name: string, timezone: string | null, externalUserId: string | null = null) {
    const [registration] = await this.makeDevices(this.app, 1, () => ({ timezone, externalUserId }));
    if (!registration) throw new Error('no device');
    this.names.set(registration.device.token, name);
    return registration.device;
  }

  async send(timing: TimingInput, filters = {}) {
    const kind = timing.kind;
    return this.makeActive(kind, { pushes: [await this.makePush()], filters, input: { timing } });
  }

  /** The devices that have got a message since the last call. */
  taken(): string[] {
    return this.ledger
      .splice(0)
      .map((sent) => this.names.get(sent.token) ?? sent.token)
      .sort();
  }

  /** Moves to an instant in steps, and runs everything due at each step, like a running service. */
  async goTo(iso: string, step = 30 * 60_000): Promise<void> {
    const target = Date.parse(iso);
    while (this.clock.now() < target) {
      await this.advance(Math.min(step, target - this.clock.now()));
      while (((await this.nextDueAt()) ?? target + 1) <= this.clock.now()) await this.work();
    }
  }

  /** The time of the next moment, in epoch ms; null without one. */
  async nextDueAt(): Promise<number | null> {
    const sql = 'SELECT MIN(next_due_at) AS at FROM scheduler WHERE active = 1';
    const [row] = await this.options.database.query<{ at: number | null }>(sql);
    return row?.at === null || row === undefined ? null : Number(row.at);
  }
}
