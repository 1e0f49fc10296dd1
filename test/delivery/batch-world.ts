import { randomBytes } from 'node:crypto';
import { chunk } from '../../src/collections.js';
import type { DeliveryConfig } from '../../src/config/config.js';
import type { Database } from '../../src/database/database.js';
import { decodeLog } from '../../src/delivery/record/delivery-log-codec.js';
import type { App } from '../../src/entities/app.js';
import { Device } from '../../src/entities/device.js';
import type { SchedulerInput } from '../../src/services/schedulers/scheduler-input.js';
import { DeliveryWorld, type WorldOptions } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { RecordingSender } from '../support/recording-sender.js';

export const HOUR = 3_600_000;
/** Leases outlast any test, so no real timer renews one while the fake clock jumps. */
export const LEASE = 600_000;

/** Batches and slices are small, so that a run of a few dozen devices has many of both. */
const CONFIG: Partial<DeliveryConfig> = { leaseMs: LEASE, checkpointSize: 8, batchSize: 20 };

export interface BatchWorldOptions {
  readonly database: Database;
  readonly fakes: Fakes;
  readonly sender: RecordingSender;
  readonly config?: Partial<DeliveryConfig>;
  readonly rules?: WorldOptions['rules'];
}

/** A world whose provider is an in-memory ledger, with devices created in hundreds. */
export class BatchWorld extends DeliveryWorld {
  static async start({ sender, config, ...options }: BatchWorldOptions): Promise<BatchWorld> {
    const world = new BatchWorld({
      ...options,
      senders: { provider_c: sender },
      config: { ...CONFIG, ...config },
    });
    await world.init();
    return world;
  }

  /** Inserts devices straight into the table, without events or tags. Returns their tokens in order of id. */
  async seedDevices(app: App, count: number, attributes: (index: number) => Partial<Device> = () => ({})) {
    const [row] = await this.options.database.query<{ id: number | null }>('SELECT MAX(id) AS id FROM device');
    const first = Number(row?.id ?? 0) + 1;
    const devices = Array.from({ length: count }, (_, index) => ({
      ...this.blankDevice(app, first + index),
      ...attributes(index),
    }));
    // SQLite allows 32,766 values in a statement.
    for (const part of chunk(devices, 500)) await this.options.database.tx((tx) => tx.insert(Device, part));
    return devices;
  }

  /** Creates a one-time run of a new push to every device, due in an hour. */
  async makeRun(input: Partial<SchedulerInput> = {}, pushes = 1) {
    const made = [];
    for (let index = 0; index < pushes; index += 1) made.push(await this.makePush(['en'], `text ${index}`));
    return this.makeActive('one-time', { pushes: made, input });
  }

  /** Moves time to the run while no worker works. */
  skip(ms: number): void {
    this.clock.advance(ms);
  }

  /** Outcomes by device in the delivery log. */
  async logged(): Promise<Map<number, string[]>> {
    const rows = await this.options.database.query<{ members: Buffer; outcomes: Buffer }>(
      'SELECT members, outcomes FROM delivery_log ORDER BY run_id, push_id, first_id',
    );
    const logged = new Map<number, string[]>();
    for (const { deviceId, outcome } of rows.flatMap((row) => decodeLog(row.members, row.outcomes))) {
      logged.set(deviceId, [...(logged.get(deviceId) ?? []), outcome]);
    }
    return logged;
  }

  async statuses(table: 'run' | 'batch'): Promise<Record<string, number>> {
    const sql = `SELECT status, COUNT(*) AS n FROM ${table} GROUP BY status`;
    const rows = await this.options.database.query<{ status: string; n: number }>(sql);
    return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
  }

  async countOutbox(type: string): Promise<number> {
    const sql = 'SELECT COUNT(*) AS n FROM outbox WHERE type = ?';
    const [row] = await this.options.database.query<{ n: number }>(sql, [type]);
    return Number(row?.n);
  }

  private blankDevice(app: App, id: number): Device {
    const now = new Date(this.clock.now());
    const token = randomBytes(32).toString('hex');
    return Object.assign(new Device(), {
      appId: app.id,
      id,
      token,
      tokenHash: token,
      tokenAt: now,
      active: true,
      hasTags: false,
      registeredAt: now,
      seenAt: now,
    });
  }
}
