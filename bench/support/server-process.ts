import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromServer, Usage } from './serve.js';

export interface ServerProcessOptions {
  /** A compiled file that calls `serve`. */
  readonly file: URL;
  readonly env: Readonly<Record<string, string>>;
  /** Its standard output, the log, goes to this descriptor. */
  readonly logFd: number;
}

/**
 * A server under load in its own process. It ends with this one, because `serve` watches the channel between them.
 */
export class ServerProcess implements AsyncDisposable {
  static async start({ file, env, logFd }: ServerProcessOptions): Promise<ServerProcess> {
    const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean);
    const child = spawn(process.execPath, [...flags, fileURLToPath(file)], {
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
      stdio: ['ignore', logFd, 'inherit', 'ipc'],
    });
    const { address } = await receive(child, 'listening');
    return new ServerProcess(child, address);
  }

  private constructor(
    private readonly child: ChildProcess,
    /** `http://127.0.0.1:PORT` */
    readonly address: string,
  ) {}

  /** The process's usage so far. */
  async usage(): Promise<Usage> {
    this.child.send('usage');
    return (await receive(this.child, 'usage')).usage;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }
}

type Message<Type> = Extract<FromServer, { type: Type }>;

const receive = <Type extends FromServer['type']>(child: ChildProcess, type: Type): Promise<Message<Type>> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`A server ended early, with status ${code}.`));
    const onMessage = (message: FromServer): void => {
      if (message.type !== type) return;
      child.off('exit', onExit);
      child.off('message', onMessage);
      resolve(message as Message<Type>);
    };
    child.once('exit', onExit);
    child.on('message', onMessage);
  });
