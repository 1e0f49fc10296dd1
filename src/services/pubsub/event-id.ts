const MAX_LENGTH = 120;

/** A place in what happened to a user: everything up to `position` has been told. */
export interface EventPlace {
  readonly userId: number;
  readonly position: number;
}

/** Opaque to clients. @param mark tells apart events that share a place, since they are not kept. */
export const toEventId = ({ userId, position }: EventPlace, mark: string | null = null): string =>
  Buffer.from(`event:${userId}:${position}${mark === null ? '' : `:${mark}`}`, 'latin1').toString('base64url');

/** null for anything that `toEventId` did not make. */
export const parseEventId = (eventId: string): EventPlace | null => {
  if (eventId.length > MAX_LENGTH || !/^[\w-]+$/.test(eventId)) return null;
  const text = Buffer.from(eventId, 'base64url').toString('latin1');
  const [, userId, position] = /^event:(\d{1,15}):(\d{1,15})(?::[\d.]+)?$/.exec(text) ?? [];
  if (userId === undefined || position === undefined) return null;
  if (Buffer.from(text, 'latin1').toString('base64url') !== eventId) return null;
  return { userId: Number(userId), position: Number(position) };
};
