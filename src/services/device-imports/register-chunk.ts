import type { Tx } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { DeviceService } from '../devices/device-service.js';
import type { DeviceLine, GoodLine, RejectedLine } from './read-device-file.js';

export interface ChunkOutcome {
  readonly imported: number;
  readonly updated: number;
  readonly rejected: readonly RejectedLine[];
}

export type Registrar = Pick<DeviceService, 'registerMany'>;

/**
 * Registers the devices of some lines in one transaction; a line that cannot be taken is passed over. Starts no pushes.
 * @param also what else belongs into the transaction. It may be carried out again, and then counts but once.
 */
export const registerChunk = async (
  { devices, app }: { readonly devices: Registrar; readonly app: App },
  part: readonly DeviceLine[],
  also: (tx: Tx, outcome: ChunkOutcome) => Promise<void> = async () => undefined,
): Promise<ChunkOutcome> => {
  const good = part.filter((line): line is DeviceLine & GoodLine => 'input' in line);
  const bad = part.filter((line): line is DeviceLine & RejectedLine => 'reason' in line);
  let outcome: ChunkOutcome = { imported: 0, updated: 0, rejected: bad };
  const inputs = good.map(({ input }) => input);
  await devices.registerMany(app, inputs, {
    startSends: false,
    also: async (tx, results) => {
      let [imported, updated] = [0, 0];
      const rejected: RejectedLine[] = [...bad];
      for (const [index, { line, text }] of good.entries()) {
        const result = results[index];
        if (!result || 'refused' in result) {
          rejected.push({ line, text, reason: result?.refused.message ?? 'The line was not registered.' });
        } else if (result.result.created) imported += 1;
        else updated += 1;
      }
      outcome = { imported, updated, rejected: rejected.sort((one, other) => one.line - other.line) };
      await also(tx, outcome);
    },
  });
  return outcome;
};
