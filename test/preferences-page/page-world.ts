import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { Keyring } from '../../src/crypto/keyring.js';
import { type LinkedDevice, PREFERENCES_PATH, PreferencesLinks } from '../../src/crypto/preferences-token.js';
import type { Database } from '../../src/database/database.js';
import { insertRow } from '../../src/database/write-rows.js';
import type { App } from '../../src/entities/app.js';
import { CATEGORY_TABLE, type Category } from '../../src/entities/category.js';
import { createHttpServer } from '../../src/http/create-http-server.js';
import { preferencesPlugin } from '../../src/preferences-page/preferences-plugin.js';
import type { Caller } from '../../src/services/caller.js';
import type { DeviceInput } from '../../src/services/devices/device-input.js';
import type { Maintenance } from '../../src/services/operations/operator-settings.js';
import { PreferencesLimits } from '../../src/services/rate-limits/preferences-limits.js';
import { createServices, type Services } from '../../src/services/services.js';
import type { TestDatabaseKind } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { keptLog } from '../support/kept-log.js';
import { RecordingJobs } from '../support/recording-jobs.js';

export const DAYS = 30;

export interface PageAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

interface Given {
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

/** The preferences page on a new database, with an application and its devices. */
export class PageWorld implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly keyring = new Keyring(randomBytes(32));
  readonly links = new PreferencesLinks({ keyring: this.keyring, publicUrl: 'https://push.example', days: DAYS });
  readonly log: Record<string, unknown>[] = [];
  readonly refused: string[] = [];
  maintenance: Maintenance | null = null;
  services!: Services;
  server!: FastifyInstance;
  caller!: Caller;
  app!: App;

  private constructor(readonly database: Database) {}

  static async open(kind: TestDatabaseKind, { perAddress = 0 }: { perAddress?: number } = {}): Promise<PageWorld> {
    const world = new PageWorld(await kind.open());
    const { database, clock, keyring } = world;
    const services = createServices({
      ...{ database, clock, keyring, jobs: new RecordingJobs() },
      preferencesLinks: world.links,
    });
    const onRefused = (what: string, by: string) => void world.refused.push(`${what} of ${by}`);
    const limits = new PreferencesLimits({ perAddress, clock, redis: null, onRefused });
    world.services = services;
    world.server = await createHttpServer({
      logger: keptLog(world.log),
      checkReadiness: async () => null,
      findMaintenance: () => world.maintenance,
      metrics: new Registry(),
      plugins: [preferencesPlugin({ preferences: services.preferences, links: services.preferencesLinks, limits })],
    });
    await world.newAccount();
    return world;
  }

  /** The following steps are those of another account. */
  async newAccount(): Promise<void> {
    const { userId } = await this.services.keys.createUser('somebody');
    this.caller = { userId, keyId: 0, scopes: ['read', 'write', 'send'] };
    const credentials = { topic: 't', team_id: 'team', private_key_id: 'k', private_key: '' };
    const input = { pushProvider: 'provider_c', name: 'Tea & <Cakes>', link: null, credentials } as const;
    this.app = await this.services.apps.create(this.caller, input);
  }

  /** Registers it like the account's server. */
  async device(input: Omit<DeviceInput, 'token'> = {}): Promise<LinkedDevice> {
    const token = randomBytes(32).toString('hex');
    const [result] = await this.services.deviceBulk.register(this.caller, this.app.id, [{ token, ...input }]);
    if (!result || !('result' in result)) throw new Error(JSON.stringify(result));
    return this.linked(result.result.deviceId, input.externalUserId ?? null);
  }

  linked(deviceId: number, externalUserId: string | null): LinkedDevice {
    return { userId: this.caller.userId, appId: this.app.id, deviceId, externalUserId };
  }

  async category(code: string, given: Partial<Category> = {}): Promise<number> {
    const now = new Date(this.clock.now());
    const names = [
      { language: 'en', text: `The ${code}` },
      { language: 'de', text: `Die ${code}` },
    ];
    const row = {
      ...{ userId: this.caller.userId, code, names, descriptions: [], kind: 'MARKETING' as const },
      ...{ defaultChoice: 'ON' as const, androidChannel: null, listed: true, createdAt: now, updatedAt: now },
      ...given,
    };
    return this.database.tx(async (tx) => Number((await insertRow(tx, CATEGORY_TABLE, row)).insertId));
  }

  pathOf(device: LinkedDevice): string {
    return `${PREFERENCES_PATH}/${this.links.tokenOf(device, this.clock.now())}`;
  }

  async ask(method: 'GET' | 'HEAD' | 'POST', url: string, { body, headers, address }: Given = {}): Promise<PageAnswer> {
    const answer = await this.server.inject({
      ...{ method, url },
      ...(address === undefined ? {} : { remoteAddress: address }),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  }

  /** The stored choices, as `user anna: news OFF (PAGE)`. */
  async stored(): Promise<string[]> {
    const sql = `SELECT c.subject_kind, c.subject, c.choice, c.source, k.code FROM category_choice c
      LEFT JOIN category k ON k.id = c.category_id WHERE c.user_id = ?`;
    const rows = await this.database.query<Record<string, string | null>>(sql, [this.caller.userId]);
    return rows
      .map((row) => `${row.subject_kind} ${row.subject}: ${row.code ?? 'all'} ${row.choice} (${row.source})`)
      .toSorted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
    await this.database[Symbol.asyncDispose]();
  }
}

/** The form that the browser sends if exactly these boxes are ticked. */
export const formOf = ({ body }: PageAnswer, ticked: readonly number[]): string => {
  const was = [...body.matchAll(/name="was" value="([^"]+)"/g)].map(([, value = '']) => ['was', value]);
  return new URLSearchParams([...was, ...ticked.map((id) => ['on', String(id)])]).toString();
};

export const tickedIn = ({ body }: PageAnswer): number[] =>
  [...body.matchAll(/name="on" value="(\d+)" checked/g)].map(([, id]) => Number(id));
