import { chunk } from '../../collections.js';
import type { Tx } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { Half } from '../../entities/device-import.js';
import type { DeviceService } from '../devices/device-service.js';
import type { JudgedDevice } from '../devices/write-registrations.js';
import type { EndUserService } from '../end-users/end-user-service.js';
import type { DeviceLine, RejectedLine } from './read-device-file.js';

export interface ChunkOutcome {
  readonly imported: number;
  readonly updated: number;
  readonly rejected: readonly RejectedLine[];
}

export type Registrar = Pick<
  DeviceService,
  'judge' | 'takeIds' | 'ensureUsers' | 'registerJudged' | 'registersSideBySide'
>;

/** Changes the attributes of users. */
export type UserWriter = Pick<EndUserService, 'upsertMany'>;

/** The scope in which the devices of a chunk are registered. */
export interface ChunkScope {
  readonly devices: Omit<Registrar, 'judge'>;
  readonly endUsers: UserWriter;
  readonly app: App;
  /** The outcome of the chunk before. If it had no known devices, this chunk is assumed to have none. */
  readonly before: ChunkOutcome | null;
  /** The half that is already registered; null: none. */
  readonly registered?: Half | null;
  /** Called before attributes of users are written, in their own transactions. Throws to stop. */
  readonly beforeUsers?: () => Promise<void>;
}

/** Further work in a transaction that has this half of the chunk; null: the whole chunk. */
export type Also = (tx: Tx, outcome: ChunkOutcome, half: Half | null) => Promise<void>;

/**
 * Registers the devices of a chunk, in two concurrent transactions if the database supports that: a connection uses
 * one core of its server. A repeated token stays in the same half and in order. Rejected lines are skipped, and no pushes
 * are triggered.
 * Attributes of users come first, in the order of the file: a user may have devices in both transactions. Writing them
 * again after a crash changes nothing.
 * @param also may run again; only one run is committed.
 */
export const registerChunk = async (
  { registered = null, endUsers, beforeUsers, ...scope }: ChunkScope,
  given: readonly DeviceLine[],
  also: Also = async () => undefined,
): Promise<ChunkOutcome> => {
  const lines = await writeUsers({ endUsers, beforeUsers, app: scope.app }, given);
  const newIds = await scope.devices.takeIds(lines.length);
  const parts = toParts(lines, newIds, scope.devices.registersSideBySide);
  if (parts.length > 1 && scope.before?.updated === 0) {
    await scope.devices.ensureUsers(
      scope.app,
      parts.flatMap(({ devices }) => devices),
    );
  }
  const ends = await Promise.allSettled(
    parts.filter(({ half }) => half === null || half !== registered).map((part) => registerPart(scope, part, also)),
  );
  // Throws only after both transactions have ended, so that nothing is in progress when the caller continues.
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

/** Returns the lines, with a line rejected if the attributes of its user are. */
const writeUsers = async (
  { endUsers, beforeUsers, app }: Pick<ChunkScope, 'endUsers' | 'beforeUsers' | 'app'>,
  lines: readonly DeviceLine[],
): Promise<readonly DeviceLine[]> => {
  const named = lines.flatMap((line, index) => ('device' in line && line.user ? [{ index, user: line.user }] : []));
  if (named.length === 0) return lines;
  await beforeUsers?.();
  const result = [...lines];
  for (const part of chunk(named, USERS_PER_CALL)) {
    const written = await endUsers.upsertMany(
      app.userId,
      part.map(({ user }) => user),
    );
    for (const [at, item] of written.entries()) {
      const index = part[at]?.index ?? 0;
      const line = lines[index];
      if (!line || !('refused' in item)) continue;
      result[index] = { line: line.line, next: line.next, reason: item.refused.message, text: null };
    }
  }
  return result;
};

/** The limit of `EndUserService.upsertMany`. */
const USERS_PER_CALL = 1_000;

interface ChunkPart {
  readonly half: Half | null;
  readonly devices: JudgedDevice[];
  readonly lines: number[];
  /** In the order of the file. */
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
  { devices, app, before }: Pick<ChunkScope, 'devices' | 'app' | 'before'>,
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
