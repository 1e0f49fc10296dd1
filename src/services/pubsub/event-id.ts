const MAX_LENGTH = 120;

/** A position in a user's events: everything up to `position` has been delivered. */
export interface EventPlace {
  readonly userId: number;
  readonly position: number;
}

/** Opaque to clients. @param mark distinguishes events at one position, because they are not stored. */
export const toEventId = ({ userId, position }: EventPlace, mark: string | null = null): string =>
  Buffer.from(`event:${userId}:${position}${mark === null ? '' : `:${mark}`}`, 'latin1').toString('base64url');

/** Returns null for anything that `toEventId` did not make. */
export const parseEventId = (eventId: string): EventPlace | null => {
  if (eventId.length > MAX_LENGTH || !/^[\w-]+$/.test(eventId)) return null;
  const text = Buffer.from(eventId, 'base64url').toString('latin1');
  const [, userId, position] = /^event:(\d{1,15}):(\d{1,15})(?::[\d.]+)?$/.exec(text) ?? [];
  if (userId === undefined || position === undefined) return null;
  if (Buffer.from(text, 'latin1').toString('base64url') !== eventId) return null;
  return { userId: Number(userId), position: Number(position) };
};
