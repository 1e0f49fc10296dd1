import { appendVarint, readVarint } from '../../database/varint.js';

/** Messages that were counted at one instant for one push. Equal ones are stored once. */
export interface SendGroup {
  /** Epoch ms. */
  readonly at: number;
  readonly runId: number;
  readonly pushId: number;
  /** The key of the category, or ''. */
  readonly category: string;
}

/** A counted message. Its group, device and occurrence identify it, so that a repeated try finds its own reservation. */
export interface CountedSend {
  readonly group: SendGroup;
  /** The place of the user or device in its block. */
  readonly slot: number;
  readonly deviceId: number;
  readonly occurrence: number;
}

/** Packs the messages of a block. Members of a group mostly have neighbouring devices, so each takes three bytes. */
export const packSends = (sends: readonly CountedSend[]): Buffer => {
  const members = new Map<SendGroup, CountedSend[]>();
  for (const send of sends) {
    const group = members.get(send.group);
    if (group) group.push(send);
    else members.set(send.group, [send]);
  }
  const bytes: number[] = [];
  // Sorted by time, so that a reader gets the messages of each slot in order.
  const inOrder = [...members].sort(([one], [other]) => one.at - other.at);
  for (const [{ at, runId, pushId, category }, group] of inOrder) {
    for (const value of [at, runId, pushId, category.length]) appendVarint(bytes, value);
    for (let index = 0; index < category.length; index += 1) bytes.push(category.charCodeAt(index));
    appendVarint(bytes, group.length);
    let previous = 0;
    for (const { slot, deviceId, occurrence } of group) {
      appendVarint(bytes, slot);
      appendVarint(bytes, toUnsigned(deviceId - previous));
      appendVarint(bytes, occurrence);
      previous = deviceId;
    }
  }
  return Buffer.from(bytes);
};

/** The messages of a block that are later than an instant. */
export const unpackSends = (bytes: Uint8Array, since: number): CountedSend[] => {
  const sends: CountedSend[] = [];
  let place = 0;
  const next = (): number => {
    const [value, after] = readVarint(bytes, place);
    place = after;
    return value;
  };
  while (place < bytes.length) {
    const [at, runId, pushId, length] = [next(), next(), next(), next()];
    const category = Buffer.from(bytes.subarray(place, place + length)).toString('latin1');
    place += length;
    const group: SendGroup = { at, runId, pushId, category };
    let deviceId = 0;
    for (let left = next(); left > 0; left -= 1) {
      const slot = next();
      deviceId += toSigned(next());
      const occurrence = next();
      if (at > since) sends.push({ group, slot, deviceId, occurrence });
    }
  }
  return sends;
};

const toUnsigned = (value: number): number => (value >= 0 ? value * 2 : -value * 2 - 1);
const toSigned = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
