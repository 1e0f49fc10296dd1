import { constants, createReadStream } from 'node:fs';
import { access, type FileHandle, open, rm, stat } from 'node:fs/promises';
import type { App } from '../../entities/app.js';
import { AppError } from '../../errors.js';
import { readDeviceBody } from '../../sdk-api/to-input.js';
import { type CsvHeader, readHeader } from '../../services/device-imports/device-columns.js';
import { type DeviceFormat, formatOfFile } from '../../services/device-imports/device-format.js';
import { readDeviceChunks } from '../../services/device-imports/read-device-file.js';
import { readFileHead } from '../../services/device-imports/read-file-head.js';
import { createLineReader, type LineReaderDeps } from '../../services/device-imports/read-line.js';
import { FILE_BEGIN, type FilePlace } from '../../services/device-imports/read-records.js';
import {
  type ChunkOutcome,
  type Registrar,
  registerChunk,
  type UserWriter,
} from '../../services/device-imports/register-chunk.js';
import { ProgressBar, type Terminal } from './progress-bar.js';

export interface ImportResult {
  readonly imported: number;
  readonly updated: number;
  readonly rejected: number;
}

export interface ImportDeps {
  readonly attributes: LineReaderDeps['attributes'];
  readonly devices: Registrar;
  readonly endUsers: UserWriter;
  /** Receives the progress and the rejected lines. */
  readonly terminal: Terminal;
}

/**
 * Registers the devices of a file in transactions of 1,000 lines. Rejected lines are named in `FILE.rejected` and
 * skipped. A line that was imported before is an update, so an interrupted import can simply be repeated.
 */
export const importDevices = async (deps: ImportDeps, app: App, file: string): Promise<ImportResult> => {
  const format = formatOfFile(file);
  const { size } = await stat(file);
  const bar = new ProgressBar(deps.terminal, size);
  await using rejected = await RejectedLines.begin(`${file}.rejected`);
  const { header, place } = await readBegin(file, format);
  if (header && header.unknown.length > 0) {
    deps.terminal.write(`These columns are unknown and are left out: ${header.unknown.join(', ')}.\n`);
  }
  const source = createReadStream(file, { start: place.offset });
  const sideBySide = deps.devices.registersSideBySide;
  const readDevice = await createLineReader({ ...deps, readBody: readDeviceBody }, app);
  const chunks = readDeviceChunks({ source, place, format, header, sideBySide }, readDevice);
  let [imported, updated] = [0, 0];
  let before: ChunkOutcome | null = null;
  try {
    for await (const part of chunks) {
      before = await registerChunk({ ...deps, app, before }, part);
      imported += before.imported;
      updated += before.updated;
      await rejected.add(before.rejected);
      bar.show(place.offset + source.bytesRead, imported + updated + rejected.count);
    }
  } finally {
    bar.end(place.offset + source.bytesRead, imported + updated + rejected.count);
  }
  if (rejected.first) deps.terminal.write(summarize(rejected, rejected.first));
  return { imported, updated, rejected: rejected.count };
};

/** The header of a CSV file and the position of the first device. An empty file has no header. */
const readBegin = async (
  file: string,
  format: DeviceFormat,
): Promise<{ header: CsvHeader | null; place: FilePlace }> => {
  if (format === 'jsonl') return { header: null, place: FILE_BEGIN };
  const source = createReadStream(file);
  try {
    const head = await readFileHead(source, format);
    return { header: head.header && readHeader(head.header), place: head.place };
  } finally {
    source.destroy();
  }
};

/** @throws BAD_USER_INPUT for a file that cannot be imported, before anything else happens. */
export const checkImportFile = async (file: string): Promise<void> => {
  formatOfFile(file);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new AppError('BAD_USER_INPUT', `There is no file ${file}; check its path.`);
  await access(file, constants.R_OK).catch(() => {
    throw new AppError('BAD_USER_INPUT', `${file} cannot be read; check its permissions.`);
  });
};

const summarize = ({ count, file }: RejectedLines, { line, reason }: { line: number; reason: string }): string =>
  `${count === 1 ? '1 line was' : `${count} lines were`} rejected, the first is line ${line}: ${reason} All are in ${file}.\n`;

/** Writes rejected lines as JSON to a separate file, which exists only if there are any. */
class RejectedLines implements AsyncDisposable {
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
