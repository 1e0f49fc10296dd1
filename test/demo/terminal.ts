const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

const isTty = process.stdout.isTTY === true;
const isColoured = isTty && process.env.NO_COLOR === undefined && process.env.TERM !== 'dumb';

export const paint = (text: string, colour: keyof typeof CODES): string =>
  isColoured ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;

export const print = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

/** One line that changes in place on a terminal. Elsewhere only `plain` is printed, when it changes. */
export class LiveLine {
  private lastPlain = '';
  private isDrawn = false;

  update(drawn: string, plain: string): void {
    if (isTty) {
      this.isDrawn = true;
      process.stdout.write(`\r\u001b[2K\u001b[?25l${drawn.slice(0, Math.max(20, visibleLimit(drawn)))}`);
      return;
    }
    if (plain === this.lastPlain || plain === '') return;
    this.lastPlain = plain;
    print(plain);
  }

  /** Removes the line. */
  clear(): void {
    if (this.isDrawn) restoreTerminal();
    this.isDrawn = false;
  }
}

/** Clears the line and shows the cursor again, whatever was drawn last. */
export const restoreTerminal = (): void => {
  if (isTty) process.stdout.write('\r\u001b[2K\u001b[?25h');
};

/** A line that wraps cannot be redrawn in place. Colours take no space. */
const visibleLimit = (text: string): number => {
  const width = (process.stdout.columns || 80) - 1;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is counted here
  const hidden = (text.match(/\u001b\[[\d?]*[a-zA-Z]/g) ?? []).reduce((sum, code) => sum + code.length, 0);
  return width + hidden;
};
