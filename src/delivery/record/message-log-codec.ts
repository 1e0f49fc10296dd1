import { MAX_VARINT, readVarint, writeVarint } from '../../database/varint.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { nameArm } from '../../ports/experiment.js';
import { clip } from '../../text/characters.js';

/** An outcome of a message, for the event log. */
export interface LoggedMessage {
  readonly pushId: number;
  readonly deviceId: number;
  readonly occurrence: number;
  readonly language: string;
  readonly outcome: OutcomeName;
  readonly code: string | null;
  readonly detail: string | null;
  /** The arm of the user (src/ports/experiment.ts). Absent: the run has no experiment. */
  readonly arm?: number;
}

/** An outcome of a message, as the event log has it. */
interface StoredMessage {
  readonly deviceId: number;
  readonly occurrence: number;
  /** Its place in the row, and whether it is the last one there. */
  readonly entry: number;
  readonly isLast: boolean;
}

/** Everything that many messages of a page share. */
export type Kind = readonly [
  pushId: number,
  language: string,
  outcome: OutcomeName,
  code: string | null,
  detail: string | null,
  /** Its number from 1, or a word for an arm without one; null: no experiment. */
  variant: string | null,
];

interface PackedMessages {
  readonly kinds: readonly Kind[];
  readonly entries: Buffer;
}

/**
 * Packs the outcomes of a page: its few kinds as a list, and 2 to 4 bytes for each message: the difference to the last
 * device id, the index of its kind, and the occurrence unless it is 0. Keeps their order.
 */
export const packMessages = (messages: readonly LoggedMessage[]): PackedMessages => {
  const kinds = new Kinds();
  const bytes = Buffer.allocUnsafe(messages.length * 3 * MAX_VARINT);
  let [previous, place] = [0, 0];
  for (const message of messages) {
    const index = kinds.indexOf(message);
    const difference = message.deviceId - previous;
    previous = message.deviceId;
    place = writeVarint(bytes, place, difference >= 0 ? difference * 2 : -difference * 2 - 1);
    place = writeVarint(bytes, place, index * 2 + Number(message.occurrence > 0));
    if (message.occurrence > 0) place = writeVarint(bytes, place, message.occurrence);
  }
  return { kinds: kinds.list, entries: Buffer.from(bytes.subarray(0, place)) };
};

const MAX_DETAIL = 255;

/** Numbers the kinds of a page. Most messages are like the one before, which saves a look-up in the map. */
class Kinds {
  readonly list: Kind[] = [];
  private readonly indexes = new Map<string, number>();
  private last: LoggedMessage | null = null;
  private lastIndex = 0;

  indexOf(message: LoggedMessage): number {
    if (this.last === null || !isSameKind(this.last, message)) this.lastIndex = this.find(message);
    this.last = message;
    return this.lastIndex;
  }

  private find({ pushId, language, outcome, code, detail, arm }: LoggedMessage): number {
    const key = `${pushId} ${language} ${outcome} ${code} ${arm} ${detail}`;
    const known = this.indexes.get(key);
    if (known !== undefined) return known;
    const short = detail === null ? null : clip(detail, MAX_DETAIL);
    const index = this.list.push([pushId, language, outcome, code, short, toVariant(outcome, arm)]) - 1;
    this.indexes.set(key, index);
    return index;
  }
}

const isSameKind = (a: LoggedMessage, b: LoggedMessage): boolean =>
  a.outcome === b.outcome &&
  a.pushId === b.pushId &&
  a.language === b.language &&
  a.code === b.code &&
  a.detail === b.detail &&
  a.arm === b.arm;

const toVariant = (outcome: OutcomeName, arm: number | undefined): string | null => {
  if (outcome === 'CONTROL' || outcome === 'HOLDOUT') return outcome.toLowerCase();
  return arm === undefined ? null : nameArm(arm);
};

/** Visits the messages from a place on, in their order, until `visit` returns false. Earlier ones are only counted. */
export const visitMessages = (
  { kinds, entries }: PackedMessages,
  from: number,
  visit: (kind: Kind, message: StoredMessage) => boolean,
): void => {
  let [place, deviceId, entry] = [0, 0, 0];
  while (place < entries.length) {
    const [difference, atKind] = readVarint(entries, place);
    const [kindBits, atOccurrence] = readVarint(entries, atKind);
    const hasOccurrence = kindBits % 2 === 1;
    const [occurrence, next] = hasOccurrence ? readVarint(entries, atOccurrence) : [0, atOccurrence];
    deviceId += difference % 2 === 0 ? difference / 2 : -(difference + 1) / 2;
    place = next;
    const kind = kinds[Math.floor(kindBits / 2)];
    if (!kind) throw new Error('a row of the event log has an entry of an unknown kind');
    const isLast = place === entries.length;
    if (entry >= from && !visit(kind, { deviceId, occurrence, entry, isLast })) return;
    entry += 1;
  }
};
