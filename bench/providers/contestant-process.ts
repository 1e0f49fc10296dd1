import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Course } from './contestant.js';
import type { Order, Report, Sample } from './contestant-server.js';
import type { ContestantName } from './contestants.js';

export interface ContestantStart {
  readonly name: ContestantName;
  readonly course: Course;
  readonly env: Readonly<Record<string, string>>;
}

/** A contestant in its own process, so that neither memory nor V8's optimisations are shared. */
export class ContestantProcess implements AsyncDisposable {
  static async start({ name, course, env }: ContestantStart): Promise<ContestantProcess> {
    const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean);
    const child = fork(fileURLToPath(new URL('./contestant-server.js', import.meta.url)), [], {
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
      execArgv: flags,
    });
    const started = new ContestantProcess(child);
    await started.order({ type: 'open', name, course });
    return started;
  }

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (report: Report) => this.hear?.(report));
    child.on('exit', (code) => this.hear?.({ type: 'failed', reason: `A contestant ended, with status ${code}.` }));
  }

  /** The promise that waits for the next report. */
  private hear: ((report: Report) => void) | undefined;

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async send(count: number): Promise<Sample> {
    const report = await this.order({ type: 'send', count });
    if (report.type !== 'sent') throw new Error(`Expected figures, got ${report.type}.`);
    return report.sample;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }

  private async order(order: Order): Promise<Report> {
    const report = await new Promise<Report>((resolve) => {
      this.hear = resolve;
      this.child.send(order);
    });
    if (report.type === 'failed') throw new Error(report.reason);
    return report;
  }
}
