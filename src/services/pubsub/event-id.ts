import { getOrInsert } from '../../collections.js';

const MAX_LENGTH = 120;

/** A position in a user's events: everything up to `position` has been delivered. */
export interface EventPlace {
  readonly userId: number;
  readonly position: number;
  /** Only the first entries of this position have been delivered, up to this one; absent: all. */
  readonly entry?: number;
}

/**
 * Opaque to clients.
 * @param mark distinguishes events at one position: the entry of a row of several, or a dotted text for unstored events.
 */
export const toEventId = ({ userId, position }: EventPlace, mark: string | number | null = null): string =>
  base64url(`event:${userId}:${position}${mark === null ? '' : `:${mark}`}`);

/** As many entries as a row of messages has. */
const ENDINGS = 2_000;
/** The ends of ids by the characters that they encode before the entry: a colon, and at most one digit. */
const endings = new Map<string, readonly string[]>();

/** The id of an entry of a position is `head` and `ends[entry]`; later entries need `toEventId`. */
export interface EntryIds {
  readonly head: string;
  readonly ends: readonly string[];
}

/** The ids of the entries of one position. They differ only in their last characters, which are made once. */
export const toEntryIds = ({ userId, position }: EventPlace): EntryIds => {
  const text = `event:${userId}:${position}:`;
  const rest = text.slice(text.length - (text.length % 3));
  const ends = getOrInsert(endings, rest, () => makeEndings(rest));
  return { head: base64url(text.slice(0, text.length - rest.length)), ends };
};

/** Encodes all entries at once, each padded to two groups of three characters. */
const makeEndings = (rest: string): string[] => {
  const texts = Array.from({ length: ENDINGS }, (_, entry) => `${rest}${entry}`);
  const encoded = base64url(texts.map((text) => text.padEnd(6, '\0')).join(''));
  return texts.map(({ length }, entry) => encoded.slice(entry * 8, entry * 8 + Math.ceil((length * 4) / 3)));
};

const base64url = (text: string): string => Buffer.from(text, 'latin1').toString('base64url');

/** Returns null for anything that `toEventId` did not make. */
export const parseEventId = (eventId: string): EventPlace | null => {
  if (eventId.length > MAX_LENGTH || !/^[\w-]+$/.test(eventId)) return null;
  const text = Buffer.from(eventId, 'base64url').toString('latin1');
  const [, userId, position, mark] = /^event:(\d{1,15}):(\d{1,15})(?::([\d.]+))?$/.exec(text) ?? [];
  if (userId === undefined || position === undefined) return null;
  if (base64url(text) !== eventId) return null;
  const place = { userId: Number(userId), position: Number(position) };
  return mark !== undefined && /^\d{1,9}$/.test(mark) ? { ...place, entry: Number(mark) } : place;
};
