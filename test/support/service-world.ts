import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database } from '../../src/database/database.js';
import type { NodeProcessOptions } from './child-process.js';
import type { FreshDatabaseUrl, TestDatabaseKind } from './databases.js';
import type { Fakes } from './fakes/fakes.js';
import { type SpawnOptions, spawnFakes } from './fakes/spawn-fakes.js';
import { type CliAnswer, runCli } from './run-cli.js';
import { fakesEnv, ServiceProcess } from './service-process.js';

export interface WorldOptions extends SpawnOptions {
  /** false: the first start creates the tables, which doubles its time. */
  readonly migrated?: boolean;
}

/** A new database and the fakes in their own process, for a service that is started, killed and restarted. */
export class ServiceWorld implements AsyncDisposable {
  static async open(
    kind: TestDatabaseKind,
    { migrated = true, ...fakesOptions }: WorldOptions = {},
  ): Promise<ServiceWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-world-'));
    const caFile = join(folder, 'ca.pem');
    const [place, fakes] = await Promise.all([kind.url({ migrated }), spawnFakes({ ...fakesOptions, caFile })]);
    const database = new Database(parseDatabaseUrl(place.url));
    return new ServiceWorld({ folder, caFile, place }, fakes, database);
  }

  private readonly services: ServiceProcess[] = [];
  private readonly masterKey = randomBytes(32).toString('base64');
  private isOpen = false;

  private constructor(
    private readonly parts: { readonly folder: string; readonly caFile: string; readonly place: FreshDatabaseUrl },
    readonly fakes: Fakes,
    private readonly database: Database,
  ) {}

  get folder(): string {
    return this.parts.folder;
  }

  /** The fakes' authority. */
  get caFile(): string {
    return this.parts.caFile;
  }

  get databaseUrl(): string {
    return this.parts.place.url;
  }

  /** Runs an operator's command. */
  cli(...words: string[]): Promise<CliAnswer> {
    return runCli(this.env, ...words);
  }

  private get env(): Record<string, string> {
    const MEDIA_URL = `file:${join(this.folder, 'media')}`;
    return { DATABASE_URL: this.databaseUrl, MASTER_KEY: this.masterKey, MEDIA_URL };
  }

  /** Every start has the same environment, except for `env`. */
  async start(env: Readonly<Record<string, string>> = {}, options: NodeProcessOptions = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.start(
      { ...this.env, ...fakesEnv(this.fakes, this.parts.caFile), ...env },
      options,
    );
    this.services.push(service);
    return service;
  }

  /** A direct connection to the service's database, to be used after the first start if that creates the tables. */
  async db(): Promise<Database> {
    if (!this.isOpen) await this.database.open();
    this.isOpen = true;
    return this.database;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const service of this.services) await service[Symbol.asyncDispose]();
    if (this.isOpen) await this.database.close();
    await this.fakes.close();
    await this.parts.place[Symbol.asyncDispose]();
    await rm(this.parts.folder, { recursive: true, force: true });
  }
}
