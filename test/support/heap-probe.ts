import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { NodeProcess } from './child-process.js';
import { eventually } from './eventually.js';

/** Environment variables for a process whose heap will be measured. */
export const HEAP_PROBE_ENV = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Measures the live heap of a process: after a garbage collection, through Node's inspector. */
export class HeapProbe implements AsyncDisposable {
  static async open(process: NodeProcess): Promise<HeapProbe> {
    const url = await eventually('the inspector', () => process.stderr.map(readUrl).find((found) => found) ?? null);
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new HeapProbe(socket);
  }

  private calls = 0;

  private constructor(private readonly socket: WebSocket) {}

  async usedBytes(): Promise<number> {
    await this.call('HeapProfiler.collectGarbage');
    const { usedSize } = await this.call('Runtime.getHeapUsage');
    return Number(usedSize);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
  }

  private async call(method: string): Promise<Readonly<Record<string, unknown>>> {
    this.calls += 1;
    const id = this.calls;
    this.socket.send(JSON.stringify({ id, method }));
    for (;;) {
      const [data] = await once(this.socket, 'message');
      const message = JSON.parse(String(data));
      if (message.id === id) return message.result;
    }
  }
}

const readUrl = (line: string): string | null => /^Debugger listening on (ws:\S+)$/.exec(line)?.[1] ?? null;
