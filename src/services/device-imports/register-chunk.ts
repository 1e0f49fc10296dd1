import type { Tx } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { Half } from '../../entities/device-import.js';
import type { DeviceService } from '../devices/device-service.js';
import type { JudgedDevice } from '../devices/write-registrations.js';
import type { DeviceLine, RejectedLine } from './read-device-file.js';

export interface ChunkOutcome {
  readonly imported: number;
  readonly updated: number;
  readonly rejected: readonly RejectedLine[];
}

export type Registrar = Pick<DeviceService, 'judge' | 'takeIds' | 'registerJudged' | 'registersSideBySide'>;

/** What becomes of the devices of a chunk. */
export interface ChunkScope {
  readonly devices: Omit<Registrar, 'judge'>;
  readonly app: App;
  /** What became of the chunk before: after one without known devices, this one is taken to have none either. */
  readonly before: ChunkOutcome | null;
  /** The half that is registered already; null: none. */
  readonly registered?: Half | null;
}

/** What else belongs into a transaction, which has this half of the chunk; null: all of it. */
export type Also = (tx: Tx, outcome: ChunkOutcome, half: Half | null) => Promise<void>;

/**
 * Registers the devices of some lines, where the database can do that in two transactions side by side: a connection
 * takes one core of its server. A token that comes twice is in the same half, in its order. A line that cannot be taken
 * is passed over. Starts no pushes.
 * @param also may be carried out again, and then counts but once.
 */
export const registerChunk = async (
  { registered = null, ...scope }: ChunkScope,
  lines: readonly DeviceLine[],
  also: Also = async () => undefined,
): Promise<ChunkOutcome> => {
  const newIds = await scope.devices.takeIds(lines.length);
  const parts = toParts(lines, newIds, scope.devices.registersSideBySide);
  const ends = await Promise.allSettled(
    parts.filter(({ half }) => half === null || half !== registered).map((part) => registerPart(scope, part, also)),
  );
  // Not before both have come to their end: whoever hears of a failure has nothing under way any more.
  const outcomes = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  return {
    imported: outcomes.reduce((sum, { imported }) => sum + imported, 0),
    updated: outcomes.reduce((sum, { updated }) => sum + updated, 0),
    rejected: outcomes.flatMap(({ rejected }) => rejected),
  };
};

interface ChunkPart {
  readonly half: Half | null;
  readonly devices: JudgedDevice[];
  readonly lines: number[];
  /** In the order of the file, whichever half comes first. */
  readonly newIds: number[];
  readonly rejected: RejectedLine[];
}

const toParts = (lines: readonly DeviceLine[], newIds: readonly number[], sideBySide: boolean): ChunkPart[] => {
  const even: ChunkPart = { half: 0, devices: [], lines: [], newIds: [], rejected: [] };
  const odd: ChunkPart = { half: 1, devices: [], lines: [], newIds: [], rejected: [] };
  for (const [index, line] of lines.entries()) {
    if ('device' in line) {
      const part = sideBySide && ODD.test(line.device.tokenHash) ? odd : even;
      part.devices.push(line.device);
      part.lines.push(line.line);
      part.newIds.push(newIds[index] ?? 0);
    } else even.rejected.push(line);
  }
  return odd.devices.length === 0 ? [{ ...even, half: null }] : [even, odd];
};

const ODD = /[13579bdf]$/;

const registerPart = async (
  { devices, app, before }: Omit<ChunkScope, 'registered'>,
  { half, newIds, rejected, ...part }: ChunkPart,
  also: Also,
): Promise<ChunkOutcome> => {
  let outcome: ChunkOutcome = { imported: 0, updated: 0, rejected };
  await devices.registerJudged(app, part.devices, {
    ...{ startSends: false, newIds },
    areNew: before?.updated === 0,
    also: async (tx, written) => {
      const imported = written.reduce((count, { created }) => count + Number(created), 0);
      const refused = written.flatMap(({ refused }, index) =>
        refused ? [{ line: part.lines[index] ?? 0, reason: refused.message, text: null }] : [],
      );
      const updated = written.length - imported - refused.length;
      outcome = { imported, updated, rejected: [...rejected, ...refused] };
      await also(tx, outcome, half);
    },
  });
  return outcome;
};
