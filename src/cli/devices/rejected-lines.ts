import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError } from '../../errors.js';

/** Writes rejected lines as JSON to a separate file, which exists only if there are any. */
export class RejectedLines implements AsyncDisposable {
  count = 0;
  first: { readonly line: number; readonly reason: string } | null = null;
  private handle: FileHandle | null = null;

  private constructor(readonly file: string) {}

  /** Removes the file of an earlier run. */
  static async begin(file: string): Promise<RejectedLines> {
    await rm(file, { force: true }).catch(refuse(file));
    return new RejectedLines(file);
  }

  async add(lines: readonly { readonly line: number; readonly reason: string }[]): Promise<void> {
    if (lines.length === 0) return;
    this.first ??= lines[0] ?? null;
    this.count += lines.length;
    // Readable by the owner only: a reason may quote the line.
    this.handle ??= await open(this.file, 'w', 0o600).catch(refuse(this.file));
    await this.handle.writeFile(lines.map(({ line, reason }) => `${JSON.stringify({ line, reason })}\n`).join(''));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle?.close();
  }
}

const refuse = (file: string) => (): never => {
  throw new AppError('BAD_USER_INPUT', `${file}, for rejected lines, cannot be written; check its permissions.`);
};
