import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fakes } from '../support/fakes/fakes.js';
import { spawnFakes } from '../support/fakes/spawn-fakes.js';
import { fakesEnv, ServiceProcess } from '../support/service-process.js';

/** The service creates its own key for SQLite, and requires one for other databases. */
const MASTER_KEY = randomBytes(32).toString('base64');

/** Fakes and service, each in its own process, on a temporary database or the empty one of `DEMO_DATABASE_URL`. */
export class Stage implements AsyncDisposable {
  private folder: string | null = null;
  private fakes: Promise<Fakes> | null = null;
  private service: Promise<ServiceProcess> | null = null;

  async open(): Promise<{ fakes: Fakes; service: ServiceProcess }> {
    this.folder = await mkdtemp(join(tmpdir(), 'pushgraph-demo-'));
    const caFile = join(this.folder, 'ca.pem');
    this.fakes = spawnFakes({ caFile });
    const fakes = await this.fakes;
    const database = process.env.DEMO_DATABASE_URL || `sqlite:${join(this.folder, 'pushgraph.db')}`;
    this.service = ServiceProcess.start({ DATABASE_URL: database, MASTER_KEY, ...fakesEnv(fakes, caFile) });
    return { fakes, service: await this.service };
  }

  /** Safe at any time: waits for starting processes, which would otherwise write to the deleted folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    const service = await this.service?.catch(() => null);
    await service?.[Symbol.asyncDispose]();
    const fakes = await this.fakes?.catch(() => null);
    await fakes?.close();
    if (this.folder) await rm(this.folder, { recursive: true, force: true });
  }
}
