const WIDTH = 30;
const INTERVAL_MS = 100;

export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows in one line of a terminal how far a file has been read. Shows nothing without a terminal. */
export class ProgressBar {
  private drawnAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly terminal: Terminal,
    private readonly totalBytes: number,
  ) {}

  show(bytes: number, lines: number): void {
    const now = performance.now();
    if (!this.terminal.isTTY || now - this.drawnAt < INTERVAL_MS) return;
    this.drawnAt = now;
    this.draw(bytes, lines);
  }

  end(bytes: number, lines: number): void {
    if (!this.terminal.isTTY) return;
    this.draw(bytes, lines);
    this.terminal.write('\n');
  }

  private draw(bytes: number, lines: number): void {
    const share = this.totalBytes === 0 ? 1 : Math.min(1, bytes / this.totalBytes);
    const filled = Math.round(share * WIDTH);
    const bar = '#'.repeat(filled) + '.'.repeat(WIDTH - filled);
    this.terminal.write(`\r[${bar}] ${Math.floor(share * 100)} %  ${lines.toLocaleString('en')} lines`);
  }
}
