import { LiveLine, paint, print } from './terminal.js';

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Messages that wait for a retry. */
  readonly retrying: number;
}

const WIDTH = 30;
const PLAIN_STEPS = 4;

/** The progress of one sending: a bar on a terminal, a line for every quarter elsewhere. */
export class ProgressBar {
  private readonly line = new LiveLine();
  private readonly startedAt = performance.now();

  constructor(private readonly label: string) {}

  update({ done, total, retrying }: Progress): void {
    const share = Math.min(1, done / total);
    const filled = Math.round(share * WIDTH);
    const bar = paint('█'.repeat(filled), 'green') + paint('░'.repeat(WIDTH - filled), 'dim');
    const waiting = retrying > 0 ? `, ${retrying} to retry` : '';
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    const quarter = Math.floor(share * PLAIN_STEPS) / PLAIN_STEPS;
    this.line.update(
      `  ${this.label}  ${bar} ${percent}  ${done}/${total}${waiting}`,
      `  ${this.label}  ${Math.floor(quarter * 100)}% of ${total}${retrying > 0 ? ', some to retry' : ''}`,
    );
  }

  end({ done, total }: Progress): void {
    const seconds = ((performance.now() - this.startedAt) / 1000).toFixed(1);
    const mark = done === total ? paint('✓', 'green') : paint('✗', 'red');
    this.line.clear();
    print(`${mark} ${this.label}  ${done} of ${total} messages have their outcome (${seconds} s)`);
  }
}
