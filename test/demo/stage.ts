import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fakes } from '../support/fakes/fakes.js';
import { spawnFakes } from '../support/fakes/spawn-fakes.js';
import { fakesEnv, ServiceProcess } from '../support/service-process.js';

/** Fakes and service, each in a process of its own, over a database that is thrown away. */
export class Stage implements AsyncDisposable {
  private folder: string | null = null;
  private openFakes: Fakes | null = null;
  private openService: ServiceProcess | null = null;

  async open(): Promise<{ fakes: Fakes; service: ServiceProcess }> {
    this.folder = await mkdtemp(join(tmpdir(), 'pushgraph-demo-'));
    const caFile = join(this.folder, 'ca.pem');
    this.openFakes = await spawnFakes({ caFile });
    this.openService = await ServiceProcess.start({
      DATABASE_URL: `sqlite:${join(this.folder, 'pushgraph.db')}`,
      ...fakesEnv(this.openFakes, caFile),
    });
    return { fakes: this.openFakes, service: this.openService };
  }

  /** Safe at any time, also while it opens. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.openService?.[Symbol.asyncDispose]();
    await this.openFakes?.close();
    if (this.folder) await rm(this.folder, { recursive: true, force: true });
  }
}
