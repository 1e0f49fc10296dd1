import { NodeProcess, type NodeProcessOptions } from './child-process.js';
import type { Fakes } from './fakes/fakes.js';
import { ServiceClient } from './service-client.js';

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export const SERVICE_KEY = 'a-key-for-tests-and-the-demo';
/** How long a start may take on a busy machine with a slow disk. */
export const START_DEADLINE_MS = 300_000;

/** The settings with which a service sends to these fakes. @param caFile where `spawnFakes` wrote the authority */
export const fakesEnv = ({ addresses }: Fakes, caFile: string): Record<string, string> => ({
  PROVIDER_A_URL: addresses.provider_a,
  PROVIDER_B_URL: addresses.provider_b,
  PROVIDER_C_URL: addresses.provider_c,
  OUTBOUND_ALLOW_PRIVATE: 'true',
  NODE_EXTRA_CA_CERTS: caFile,
});

/** The service as its users run it: compiled, in its own process, on a free port. */
export class ServiceProcess extends ServiceClient implements AsyncDisposable {
  /** `env` needs a DATABASE_URL; PORT and BOOTSTRAP_API_KEY have defaults. Resolves once it listens. */
  static async start(env: Readonly<Record<string, string>>, options: NodeProcessOptions = {}): Promise<ServiceProcess> {
    const process = new NodeProcess('src/main.js', { PORT: '0', BOOTSTRAP_API_KEY: SERVICE_KEY, ...env }, options);
    try {
      const address = await process.untilLine(readAddress, START_DEADLINE_MS);
      return new ServiceProcess(process, address, env.BOOTSTRAP_API_KEY ?? SERVICE_KEY);
    } catch (error) {
      await process[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(
    readonly process: NodeProcess,
    address: string,
    key: string,
  ) {
    super(address, key);
  }

  /** The log lines so far. */
  get log(): readonly LogLine[] {
    return this.process.stdout.flatMap((line) => parseLogLine(line) ?? []);
  }

  /** Simulates a power failure. */
  async kill(): Promise<void> {
    await this.process.signal('SIGKILL');
  }

  /** Stops it. Returns how it ended, and after how long. */
  terminate(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM') {
    return this.process.signal(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]();
  }
}

const readAddress = (line: string): string | null =>
  / is listening on (http:\S+)$/.exec(parseLogLine(line)?.msg ?? '')?.[1] ?? null;

const parseLogLine = (line: string): LogLine | null => {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return null;
  }
};
