import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { App } from '../../entities/app.js';
import { AppError } from '../../errors.js';
import type { DeviceService } from '../../services/devices/device-service.js';
import { formatOfFile } from './device-format.js';
import { ProgressBar, type Terminal } from './progress-bar.js';
import { type DeviceLine, readDeviceFile } from './read-device-file.js';
import { RejectedLines } from './rejected-lines.js';

const CHUNK = 200;

export interface ImportResult {
  readonly imported: number;
  readonly updated: number;
  readonly rejected: number;
}

export interface ImportDeps {
  readonly devices: Pick<DeviceService, 'registerMany'>;
  /** Hears how far it is, and what was rejected. */
  readonly terminal: Terminal;
}

/**
 * Registers the devices of a file, in transactions of 200 lines. A line that cannot be taken is named in
 * `FILE.rejected` and passed over; one that was taken before is an update, so a run that broke off is simply repeated.
 */
export const importDevices = async (deps: ImportDeps, app: App, file: string): Promise<ImportResult> => {
  const format = formatOfFile(file);
  const { size } = await stat(file);
  const bar = new ProgressBar(deps.terminal, size);
  const source = createReadStream(file);
  const lines = readDeviceFile(source, format, (names) => {
    deps.terminal.write(`These columns are unknown and are left out: ${names.join(', ')}.\n`);
  });
  await using rejected = await RejectedLines.begin(`${file}.rejected`);
  let [imported, updated] = [0, 0];
  try {
    for await (const part of inChunks(lines)) {
      const outcome = await registerPart(deps, app, part);
      imported += outcome.imported;
      updated += outcome.updated;
      await rejected.add(outcome.rejected);
      bar.show(source.bytesRead, imported + updated + rejected.count);
    }
  } finally {
    bar.end(source.bytesRead, imported + updated + rejected.count);
  }
  if (rejected.first) deps.terminal.write(summarize(rejected, rejected.first));
  return { imported, updated, rejected: rejected.count };
};

/** @throws BAD_USER_INPUT for a file that cannot be imported, before anything else is done. */
export const checkImportFile = async (file: string): Promise<void> => {
  formatOfFile(file);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new AppError('BAD_USER_INPUT', `There is no file ${file}; check its path.`);
  await access(file, constants.R_OK).catch(() => {
    throw new AppError('BAD_USER_INPUT', `${file} cannot be read; check its permissions.`);
  });
};

async function* inChunks(lines: AsyncIterable<DeviceLine>): AsyncGenerator<DeviceLine[]> {
  let part: DeviceLine[] = [];
  for await (const line of lines) {
    part.push(line);
    if (part.length < CHUNK) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

type RejectedLine = Extract<DeviceLine, { reason: string }>;
type GoodLine = Exclude<DeviceLine, RejectedLine>;

const registerPart = async (
  { devices }: ImportDeps,
  app: App,
  part: readonly DeviceLine[],
): Promise<{ imported: number; updated: number; rejected: readonly RejectedLine[] }> => {
  const rejected = part.filter((line): line is RejectedLine => 'reason' in line);
  const good = part.filter((line): line is GoodLine => 'input' in line);
  if (good.length === 0) return { imported: 0, updated: 0, rejected };
  const inputs = good.map(({ input }) => input);
  const results = await devices.registerMany(app, inputs, { startSends: false });
  let [imported, updated] = [0, 0];
  for (const [index, { line }] of good.entries()) {
    const outcome = results[index];
    if (!outcome || 'refused' in outcome) {
      rejected.push({ line, reason: outcome?.refused.message ?? 'The line was not registered.' });
    } else if (outcome.result.created) imported += 1;
    else updated += 1;
  }
  return { imported, updated, rejected: rejected.sort((one, other) => one.line - other.line) };
};

const summarize = ({ count, file }: RejectedLines, { line, reason }: RejectedLine): string =>
  `${count === 1 ? '1 line was' : `${count} lines were`} rejected, the first is line ${line}: ${reason} All are in ${file}.\n`;
