import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { request } from 'undici';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database, execute } from '../../src/database/database.js';
import { type DatabaseKind, freshDatabaseUrl } from '../../test/support/databases.js';
import { APP } from '../rest/seed.js';
import { openLog } from '../support/open-log.js';
import { serverCpuUs } from '../support/server-cpu.js';
import { ServerProcess } from '../support/server-process.js';

const API_KEY = 'a-key-for-the-benchmark';
/** The service registers these with all their data. The others are copies of their rows. */
const REGISTERED = 1_000;
const ROWS_PER_INSERT = 50_000;

export interface Work {
  /** Table rows and index entries. */
  readonly read: number;
  readonly cpuMs: number;
}

/** The service with one application that has very many devices. */
export class AudienceWorld implements AsyncDisposable {
  static async open(kind: DatabaseKind, devices: number): Promise<AudienceWorld> {
    const place = await freshDatabaseUrl(kind);
    const log = await openLog();
    const env = {
      DATABASE_URL: place.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      BOOTSTRAP_API_KEY: API_KEY,
      ROLE: 'api',
    };
    const file = new URL('../rest/our-server.js', import.meta.url);
    const server = await ServerProcess.start({ file, env, logFd: log.fd });
    const database = new Database(parseDatabaseUrl(place.url));
    await database.open();
    const world = new AudienceWorld(server.address, database, [database, server, log, place]);
    await world.fill(devices);
    return world;
  }

  appId = 0;
  userId = 0;
  firstId = 0;
  lastId = 0;

  private constructor(
    private readonly address: string,
    readonly database: Database,
    private readonly resources: readonly AsyncDisposable[],
  ) {}

  /** MySQL's or MariaDB's counters since its start, which do not depend on other load; null: SQLite has none. */
  async work(): Promise<Work | null> {
    if (this.database.dialect.name === 'sqlite') return null;
    const rows = await this.database.query<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Handler_read%'");
    return { read: rows.reduce((sum, { Value }) => sum + Number(Value), 0), cpuMs: serverCpuUs(this.database) / 1_000 };
  }

  /** Returns the data, or the message of the refusal. */
  async ask(query: string): Promise<{ data: Record<string, unknown> } | { refused: string }> {
    const answer = await this.post('/graphql', { query });
    return answer.errors ? { refused: answer.errors[0].message } : { data: answer.data };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const resource of this.resources) await resource[Symbol.asyncDispose]();
  }

  private async fill(devices: number): Promise<void> {
    const { id } = await this.post('/api/b/v2/apps', { ...APP, name: 'Large' });
    this.appId = Number(id);
    await this.register();
    const [app] = await this.database.query<{ user_id: number }>('SELECT user_id FROM app WHERE id = ?', [this.appId]);
    this.userId = Number(app?.user_id);
    const [edge] = await this.database.query<{ first: number; last: number; n: number }>(
      'SELECT MIN(id) AS first, MAX(id) AS last, COUNT(*) AS n FROM device',
    );
    this.firstId = Number(edge?.first);
    if (Number(edge?.n) !== REGISTERED || Number(edge?.last) !== this.firstId + REGISTERED - 1) {
      throw new Error('The devices to copy must have neighbouring ids.');
    }
    for (let count = REGISTERED; count < devices; count += Math.min(count, devices - count)) {
      await this.copy(count, Math.min(count, devices - count));
    }
    this.lastId = this.firstId + devices - 1;
  }

  private async register(): Promise<void> {
    const { data } = await this.post('/graphql', {
      query: `mutation ($app: ID!, $devices: [DeviceInput!]!) { registerDevices(appId: $app, devices: $devices) {
        results { deviceId userErrors { message } } userErrors { message } } }`,
      variables: { app: await this.globalId(), devices: Array.from({ length: REGISTERED }, (_, i) => describe(i)) },
    });
    const ids: string[] = data.registerDevices.results.map(({ deviceId }: { deviceId: string }) => deviceId);
    const reports = ids
      .filter((_, i) => i % 20 === 0)
      .map((deviceId) => ({ subject: { deviceId }, events: [{ code: 'dep' }] }));
    const answer = await this.post('/graphql', {
      query: `mutation ($app: ID!, $reports: [EventReportInput!]!) { trackEvents(appId: $app, reports: $reports) {
        userErrors { message } } }`,
      variables: { app: await this.globalId(), reports },
    });
    const { userErrors } = answer.data.trackEvents;
    if (userErrors.length > 0) throw new Error(userErrors[0].message);
  }

  async globalId(): Promise<string> {
    const { data } = await this.post('/graphql', { query: '{ apps { nodes { id } } }' });
    return data.apps.nodes[0].id;
  }

  /** Copies the first `count` devices into `rows` more, with their tags and events. */
  private async copy(count: number, rows: number): Promise<void> {
    const { database } = this;
    const columns = await this.columnsOfDevice();
    const values = columns.map((column) => this.copied(column, count));
    for (let from = 0; from < rows; from += ROWS_PER_INSERT) {
      // SQLite's statements block the event loop, so a connection closed by the server meanwhile would look open.
      await setImmediate();
      const range = [this.firstId + from, this.firstId + Math.min(rows, from + ROWS_PER_INSERT) - 1];
      await database.tx(async (tx) => {
        const where = `app_id = ${this.appId} AND`;
        await execute(
          tx,
          `INSERT INTO device (${columns.join(', ')}) SELECT ${values.join(', ')} FROM device WHERE ${where} id >= ? AND id <= ?`,
          range,
        );
        for (const table of ['device_tag', 'device_event']) {
          const links = await this.columnsOf(table);
          const copied = links.map((column) => (column === 'device_id' ? `device_id + ${count}` : column));
          await execute(
            tx,
            `INSERT INTO ${table} (${links.join(', ')}) SELECT ${copied.join(', ')} FROM ${table} WHERE ${where} device_id >= ? AND device_id <= ?`,
            range,
          );
        }
      });
    }
  }

  private copied(column: string, count: number): string {
    const isSqlite = this.database.dialect.name === 'sqlite';
    const id = `id + ${count}`;
    const text = isSqlite ? `printf('%064d', ${id})` : `LPAD(${id}, 64, '0')`;
    if (column === 'id') return id;
    if (column === 'token' || column === 'token_hash') return text;
    if (column === 'external_user_id') {
      const own = isSqlite ? `'user ' || (${id})` : `CONCAT('user ', ${id})`;
      return `CASE WHEN ${column} = '${GUEST}' THEN ${column} ELSE ${own} END`;
    }
    return column;
  }

  private columnsOfDevice(): Promise<string[]> {
    return this.columnsOf('device');
  }

  private async columnsOf(table: string): Promise<string[]> {
    const sql =
      this.database.dialect.name === 'sqlite'
        ? 'SELECT name FROM pragma_table_info(?)'
        : 'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?';
    return (await this.database.query<{ name: string }>(sql, [table])).map(({ name }) => name);
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, checked where they are used
  private async post(path: string, body: object): Promise<any> {
    const answer = await request(this.address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.body.json();
  }
}

/** The shared id of all users who have not signed in. */
const GUEST = 'guest';

/**
 * A tenth is in Germany, a tenth likes sports, a hundredth tea, and a tenth are guests; one in a thousand is in
 * Liechtenstein, and one is rare.
 */
const describe = (index: number) => ({
  subscriptionId: crypto.randomUUID(),
  externalUserId: index % 10 === 3 ? GUEST : `first ${index}`,
  country: index === 7 ? 'LI' : index % 10 === 0 ? 'DE' : 'US',
  language: index % 4 === 0 ? 'de' : 'en',
  timeZone: 'Europe/Berlin',
  tags: index === 8 ? ['rare'] : index % 10 === 1 ? ['sports'] : index % 100 === 2 ? ['tea'] : [],
});
