import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Keyring } from '../../src/crypto/keyring.js';
import { type Database, execute } from '../../src/database/database.js';
import { AttributeDefinition } from '../../src/entities/attribute-definition.js';
import { type Attributes, type AttributeType, storeAttributes } from '../../src/ports/attributes.js';
import type { Caller } from '../../src/services/caller.js';
import { createServices, type Services } from '../../src/services/services.js';
import { type DatabaseKind, eachDatabase } from '../../test/support/databases.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import { RecordingJobs } from '../../test/support/recording-jobs.js';

/** The service registers these with all their data. The others are copies of their rows. */
const REGISTERED = 1_000;
const ROWS_PER_INSERT = 50_000;
const DAY_MS = 86_400_000;
const CREDENTIALS = { app_id: 'app', api_key: 'key' };
const TYPES: Readonly<Record<string, AttributeType>> = {
  ...{ age: 'NUMBER', city: 'STRING', last_order: 'DATE', likes: 'LIST', note: 'STRING', plan: 'STRING' },
  ...{ spent: 'NUMBER', vip: 'BOOLEAN' },
};

/** One application with very many devices that have attributes and events. */
export class SegmentsWorld implements AsyncDisposable {
  static async open(kind: DatabaseKind): Promise<SegmentsWorld> {
    const place = eachDatabase().find(({ name }) => name === kind);
    if (!place) throw new Error(`no ${kind}`);
    const database = await place.open();
    const clock = new FakeClock();
    const parts = { database, clock, keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs() };
    const services = createServices(parts);
    const { userId } = await services.keys.createUser('somebody');
    const world = new SegmentsWorld(database, services, clock, { userId, keyId: 0, scopes: ['read', 'write', 'send'] });
    await world.register();
    return world;
  }

  appId = 0;
  firstId = 0;
  devices = REGISTERED;

  private constructor(
    readonly database: Database,
    readonly services: Services,
    readonly clock: FakeClock,
    readonly caller: Caller,
  ) {}

  get lastId(): number {
    return this.firstId + this.devices - 1;
  }

  /** Adds copies until there are this many devices. */
  async grow(devices: number): Promise<void> {
    while (this.devices < devices) {
      const rows = Math.min(this.devices, devices - this.devices);
      await this.copy(rows);
      this.devices += rows;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.database[Symbol.asyncDispose]();
  }

  private async register(): Promise<void> {
    const { services, caller, database, clock } = this;
    const input = { pushProvider: 'provider_b', name: 'Large', link: null, credentials: CREDENTIALS } as const;
    const app = await services.apps.create(caller, input);
    this.appId = app.id;
    const createdAt = new Date(clock.now());
    for (const [name, type] of Object.entries(TYPES)) {
      const row = { userId: caller.userId, name, type, writableByDevice: false, createdAt };
      await database.tx((tx) => tx.insert(AttributeDefinition, row));
    }
    await services.customEvents.create(caller, { name: 'Buy', code: 'buy' });
    // From now on the event is also counted by day.
    await services.segments.create(caller, { name: 'counts', tree: BUYERS });
    const inputs = Array.from({ length: REGISTERED }, (_, index) => describe(index));
    await services.devices.registerMany(app, inputs, { startSends: false });
    const rows = await database.query<{ id: number }>('SELECT id FROM device ORDER BY id');
    this.firstId = Number(rows[0]?.id);
    for (const [index, { id }] of rows.entries()) {
      const attributes = storeAttributes(attributesOf(index, clock.now()));
      await database.tx((tx) => execute(tx, 'UPDATE device SET attributes = ? WHERE id = ?', [attributes, id]));
      if (index % 5 !== 0) continue;
      const { device } = await services.ownDevices.get(caller, Number(id));
      const occurred = [1, 2, 20, 40].slice(0, 1 + (index % 4));
      const events = occurred.map((days) => ({ code: 'buy', occurredAt: new Date(clock.now() - days * DAY_MS) }));
      await services.deviceEvents.track(app, device, events);
    }
  }

  private async copy(rows: number): Promise<void> {
    const { database, devices } = this;
    const copied: Readonly<Record<string, (column: string) => string>> = {
      device: (column) => this.copiedColumn(column),
      device_event: (column) => (column === 'device_id' ? `device_id + ${devices}` : column),
      device_event_day: (column) => (column === 'device_id' ? `device_id + ${devices}` : column),
    };
    for (let from = 0; from < rows; from += ROWS_PER_INSERT) {
      await setImmediate();
      const range = [this.firstId + from, this.firstId + Math.min(rows, from + ROWS_PER_INSERT) - 1];
      await database.tx(async (tx) => {
        for (const [table, toCopy] of Object.entries(copied)) {
          const columns = await this.columnsOf(table);
          const id = table === 'device' ? 'id' : 'device_id';
          const sql = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map(toCopy).join(', ')}
            FROM ${table} WHERE app_id = ${this.appId} AND ${id} >= ? AND ${id} <= ?`;
          await execute(tx, sql, range);
        }
      });
    }
  }

  private copiedColumn(column: string): string {
    const id = `id + ${this.devices}`;
    if (column === 'id') return id;
    if (column !== 'token' && column !== 'token_hash') return column;
    return this.database.dialect.name === 'sqlite' ? `printf('%064d', ${id})` : `LPAD(${id}, 64, '0')`;
  }

  private async columnsOf(table: string): Promise<string[]> {
    const sql =
      this.database.dialect.name === 'sqlite'
        ? 'SELECT name FROM pragma_table_info(?)'
        : "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? AND extra NOT LIKE '%GENERATED%'";
    return (await this.database.query<{ name: string }>(sql, [table])).map(({ name }) => name);
  }
}

export const BUYERS = { event: { code: 'buy', op: 'AT_LEAST', times: 2, within: '30d' } };

/** A tenth is in Germany. */
const describe = (index: number) => ({
  subscriptionId: crypto.randomUUID(),
  country: index % 10 === 0 ? 'DE' : 'US',
  language: index % 4 === 0 ? 'de' : 'en',
  platform: index % 3 === 0 ? 'ios' : 'android',
  appVersion: `${1 + (index % 3)}.${index % 13}.${index % 7}`,
  timezone: 'Europe/Berlin',
  externalUserId: `user ${index}`,
});

/** About 180 bytes. A fifth of the devices have none. */
const attributesOf = (index: number, now: number): Attributes =>
  index % 5 === 4
    ? {}
    : {
        age: 18 + (index % 70),
        city: `City ${index % 200}`,
        last_order: new Date(now - (index % 100) * DAY_MS).toISOString(),
        likes: ['tea', 'news', `topic ${index % 9}`],
        note: `some longer note number ${index}`,
        plan: index % 8 === 0 ? 'pro' : 'free',
        spent: (index % 1_000) / 4,
        vip: index % 50 === 0,
      };
