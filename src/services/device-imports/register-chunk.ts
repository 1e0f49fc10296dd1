import type { Tx } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { DeviceService } from '../devices/device-service.js';
import type { DeviceLine, RejectedLine } from './read-device-file.js';

export interface ChunkOutcome {
  readonly imported: number;
  readonly updated: number;
  readonly rejected: readonly RejectedLine[];
}

export type Registrar = Pick<DeviceService, 'judge' | 'registerJudged'>;

/** What becomes of the devices of a chunk. */
export interface ChunkScope {
  readonly devices: Pick<Registrar, 'registerJudged'>;
  readonly app: App;
  /** What became of the chunk before: after one without known devices, this one is taken to have none either. */
  readonly before: ChunkOutcome | null;
}

/**
 * Registers the devices of some lines in one transaction; a line that cannot be taken is passed over. Starts no pushes.
 * @param also what else belongs into the transaction. It may be carried out again, and then counts but once.
 */
export const registerChunk = async (
  { devices, app, before }: ChunkScope,
  part: readonly DeviceLine[],
  also: (tx: Tx, outcome: ChunkOutcome) => Promise<void> = async () => undefined,
): Promise<ChunkOutcome> => {
  const good = part.flatMap((line) => ('device' in line ? [line.device] : []));
  const rejected = part.filter((line): line is DeviceLine & RejectedLine => 'reason' in line);
  let outcome: ChunkOutcome = { imported: 0, updated: 0, rejected };
  await devices.registerJudged(app, good, {
    startSends: false,
    areNew: before?.updated === 0,
    also: async (tx, written) => {
      const imported = written.reduce((count, { created }) => count + Number(created), 0);
      outcome = { imported, updated: written.length - imported, rejected };
      await also(tx, outcome);
    },
  });
  return outcome;
};
