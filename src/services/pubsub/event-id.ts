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
  Buffer.from(`event:${userId}:${position}${mark === null ? '' : `:${mark}`}`, 'latin1').toString('base64url');

/** Returns null for anything that `toEventId` did not make. */
export const parseEventId = (eventId: string): EventPlace | null => {
  if (eventId.length > MAX_LENGTH || !/^[\w-]+$/.test(eventId)) return null;
  const text = Buffer.from(eventId, 'base64url').toString('latin1');
  const [, userId, position, mark] = /^event:(\d{1,15}):(\d{1,15})(?::([\d.]+))?$/.exec(text) ?? [];
  if (userId === undefined || position === undefined) return null;
  if (Buffer.from(text, 'latin1').toString('base64url') !== eventId) return null;
  const place = { userId: Number(userId), position: Number(position) };
  return mark !== undefined && /^\d{1,9}$/.test(mark) ? { ...place, entry: Number(mark) } : place;
};
