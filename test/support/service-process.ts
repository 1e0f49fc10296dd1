import { NodeProcess, type NodeProcessOptions } from './child-process.js';
import type { Fakes } from './fakes/fakes.js';

export interface ServiceAnswer {
  readonly status: number;
  /** Parsed JSON; null when there is no body. Of any shape: the test says which. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export const SERVICE_KEY = 'a-key-for-tests-and-the-demo';
const START_DEADLINE_MS = 30_000;

/** The connection failed or broke: whether the request was carried out is not known. */
export class ServiceGone extends Error {
  constructor(cause: unknown) {
    super('The service does not answer.', { cause });
    this.name = 'ServiceGone';
  }
}

/** What a service needs to send to these fakes. @param caFile where `spawnFakes` wrote the authority. */
export const fakesEnv = ({ addresses }: Fakes, caFile: string): Record<string, string> => ({
  PROVIDER_A_URL: addresses.provider_a,
  PROVIDER_B_URL: addresses.provider_b,
  PROVIDER_C_URL: addresses.provider_c,
  OUTBOUND_ALLOW_PRIVATE: 'true',
  NODE_EXTRA_CA_CERTS: caFile,
});

/** The service as its users run it: compiled, in a process of its own, on a free port, reached over HTTP. */
export class ServiceProcess implements AsyncDisposable {
  /** `env` needs a DATABASE_URL; PORT and BOOTSTRAP_API_KEY have defaults. Resolves once it listens. */
  static async start(env: Readonly<Record<string, string>>, options: NodeProcessOptions = {}): Promise<ServiceProcess> {
    const process = new NodeProcess('src/main.js', { PORT: '0', BOOTSTRAP_API_KEY: SERVICE_KEY, ...env }, options);
    try {
      const address = await process.untilLine(readAddress, START_DEADLINE_MS);
      return new ServiceProcess(process, address);
    } catch (error) {
      await process[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(
    readonly process: NodeProcess,
    /** `http://127.0.0.1:PORT` */
    readonly address: string,
  ) {}

  /** Lines of the log so far. */
  get log(): readonly LogLine[] {
    return this.process.stdout.flatMap((line) => parseLogLine(line) ?? []);
  }

  /** REST, behind `/api/b/v2`. */
  api(method: string, path: string, body?: unknown): Promise<ServiceAnswer> {
    return this.request(method, `/api/b/v2${path}`, { body, bearer: SERVICE_KEY });
  }

  /** Devices, behind `/sdk/v1`. */
  sdk(method: string, path: string, { body, secret }: { body?: unknown; secret?: string }): Promise<ServiceAnswer> {
    return this.request(method, `/sdk/v1${path}`, { body, bearer: secret });
  }

  /** The `data` of a query or mutation. @throws for errors in the answer. */
  async graphql<Data>(query: string, variables: object = {}): Promise<Data> {
    const { body } = await this.request('POST', '/graphql', { body: { query, variables }, bearer: SERVICE_KEY });
    if (body?.data && !body.errors) return body.data as Data;
    throw new Error(`GraphQL answered ${JSON.stringify(body)}`);
  }

  async request(
    method: string,
    path: string,
    { body, bearer }: { body?: unknown; bearer?: string | undefined } = {},
  ): Promise<ServiceAnswer> {
    const response = await fetch(this.address + path, {
      method,
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause) => {
      throw new ServiceGone(cause);
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : null };
  }

  /** The power is gone. */
  async kill(): Promise<void> {
    await this.process.signal('SIGKILL');
  }

  /** Asks it to stop; answers how it ended, and after how long. */
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
