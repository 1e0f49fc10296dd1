import { OUTCOMES, type OutcomeName } from '../../entities/outcome.js';

const NAMES: ReadonlyMap<number, OutcomeName> = new Map(
  Object.entries(OUTCOMES).map(([name, byte]) => [byte, name as OutcomeName]),
);

export interface LogEntry {
  readonly deviceId: number;
  readonly outcome: OutcomeName;
}

/**
 * One log row: ids as LEB128 differences, about 1 to 2 bytes each, and one outcome byte each.
 * @param entries ascending by device id, at least one; an id may repeat.
 */
export const encodeLog = (entries: readonly LogEntry[]): { members: Buffer; outcomes: Buffer } => {
  const members: number[] = [];
  let previous = 0;
  for (const { deviceId } of entries) {
    appendVarint(members, deviceId - previous);
    previous = deviceId;
  }
  return { members: Buffer.from(members), outcomes: Buffer.from(entries.map(({ outcome }) => OUTCOMES[outcome])) };
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

/** By division, not shifts: ids pass 2^31. */
const appendVarint = (bytes: number[], value: number): void => {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
};

const readVarint = (bytes: Uint8Array, start: number): [value: number, next: number] => {
  let value = 0;
  let scale = 1;
  for (let position = start; position < bytes.length; position += 1) {
    const byte = bytes[position] ?? 0;
    value += (byte % 128) * scale;
    if (byte < 128) return [value, position + 1];
    scale *= 128;
  }
  throw new Error('a delivery log row ends in the middle of an id');
};
