import type { Keyring } from '../crypto/keyring.js';
import { badInput } from '../errors.js';

/** A place among the pushes of a scheduler. */
export interface PushPosition {
  readonly position: number;
  readonly id: number;
}

const PURPOSE = 'push-cursor';

/** Opaque to clients: base64url JSON and a signature, good for one scheduler's list. */
export const writePushCursor = (keyring: Keyring, schedulerId: number, { position, id }: PushPosition): string => {
  const body = Buffer.from(JSON.stringify({ schedulerId, position, id })).toString('base64url');
  return `${body}.${keyring.sign(PURPOSE, body).toString('base64url')}`;
};

/** @throws BAD_USER_INPUT for a cursor that this service did not give for this list. */
export const readPushCursor = (keyring: Keyring, schedulerId: number, cursor: string): PushPosition => {
  const [, body = '', signature = ''] = /^([\w-]{1,400})\.([\w-]{22})$/.exec(cursor) ?? [];
  const signed = keyring.verify(PURPOSE, body, Buffer.from(signature, 'base64url'));
  const place = signed ? (JSON.parse(Buffer.from(body, 'base64url').toString()) as Place) : null;
  if (place?.schedulerId === schedulerId) return { position: place.position, id: place.id };
  throw badInput('after_cursor', '`after_cursor` must be the `next_cursor` of an earlier answer for this list.');
};

interface Place extends PushPosition {
  readonly schedulerId: number;
}
