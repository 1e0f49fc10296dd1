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

/** The ends of ids by what they encode: at most two characters of the position, and the entry. */
const endings = new Map<string, string[]>();
/** As many as a row of messages has. */
const MAX_ENDINGS = 2_000;

/** Makes the ids of the entries of one position. They differ only in their last characters, which are kept. */
export const toEntryIds = (place: EventPlace): { readonly head: string; endOf(entry: number): string } => {
  const text = `event:${place.userId}:${place.position}:`;
  const rest = text.slice(text.length - (text.length % 3));
  const ends = getOrInsert(endings, rest, () => []);
  const encode = (entry: number): string => base64url(`${rest}${entry}`);
  return {
    head: base64url(text.slice(0, text.length - rest.length)),
    endOf: (entry) => {
      if (entry >= MAX_ENDINGS) return encode(entry);
      ends[entry] ??= encode(entry);
      return ends[entry];
    },
  };
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
