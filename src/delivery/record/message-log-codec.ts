import type { OutcomeName } from '../../entities/outcome.js';
import { appendVarint, readVarint } from './varint.js';

/** An outcome of a message, as the event log keeps it. */
export interface LoggedMessage {
  readonly pushId: number;
  readonly deviceId: number;
  readonly occurrence: number;
  readonly language: string;
  readonly outcome: OutcomeName;
  readonly code: string | null;
  readonly detail: string | null;
  readonly variant: string | null;
}

/** Everything that many messages of a page share. */
type Kind = readonly [
  pushId: number,
  language: string,
  outcome: OutcomeName,
  code: string | null,
  detail: string | null,
  variant: string | null,
];

interface PackedMessages {
  readonly kinds: readonly Kind[];
  readonly entries: Buffer;
}

/**
 * Packs the outcomes of a page: its few kinds as a list, and 3 to 4 bytes for each message: the difference to the last
 * device id, the index of its kind, and the occurrence unless it is 0. Keeps their order.
 */
export const packMessages = (messages: readonly LoggedMessage[]): PackedMessages => {
  const indexes = new Map<string, number>();
  const kinds: Kind[] = [];
  const bytes: number[] = [];
  let previous = 0;
  for (const message of messages) {
    const kind = kindOf(message);
    const key = kind.join('\0');
    const index = indexes.get(key) ?? kinds.push(kind) - 1;
    indexes.set(key, index);
    const difference = message.deviceId - previous;
    previous = message.deviceId;
    appendVarint(bytes, difference >= 0 ? difference * 2 : -difference * 2 - 1);
    appendVarint(bytes, index * 2 + Number(message.occurrence > 0));
    if (message.occurrence > 0) appendVarint(bytes, message.occurrence);
  }
  return { kinds, entries: Buffer.from(bytes) };
};

const kindOf = ({ pushId, language, outcome, code, detail, variant }: LoggedMessage): Kind => [
  pushId,
  language,
  outcome,
  code,
  detail,
  variant,
];

export const unpackMessages = ({ kinds, entries }: PackedMessages): LoggedMessage[] => {
  const messages: LoggedMessage[] = [];
  let [place, deviceId] = [0, 0];
  while (place < entries.length) {
    const [difference, atKind] = readVarint(entries, place);
    const [kindBits, atOccurrence] = readVarint(entries, atKind);
    const hasOccurrence = kindBits % 2 === 1;
    const [occurrence, next] = hasOccurrence ? readVarint(entries, atOccurrence) : [0, atOccurrence];
    deviceId += difference % 2 === 0 ? difference / 2 : -(difference + 1) / 2;
    place = next;
    const kind = kinds[Math.floor(kindBits / 2)];
    if (!kind) throw new Error('a row of the event log has an entry of an unknown kind');
    const [pushId, language, outcome, code, detail, variant] = kind;
    messages.push({ pushId, deviceId, occurrence, language, outcome, code, detail, variant });
  }
  return messages;
};
