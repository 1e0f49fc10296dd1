import { hash } from 'node:crypto';

/** Which message: one push for one device in one run; `occurrence` is 0, or for auto-push the due send. */
export interface MessageKey {
  readonly runId: number;
  readonly pushId: number;
  readonly deviceId: number;
  readonly occurrence: number;
}

const UUID = Buffer.from('00000000-0000-8000-8000-000000000000');
/** Where its digits stand. */
const PLACES = Uint8Array.from([...UUID.toString()].flatMap((character, place) => (character === '-' ? [] : [place])));
const VERSION_PLACE = 14;
const VARIANT_PLACE = 19;
const VERSION = '8'.charCodeAt(0);
const VARIANTS = Buffer.from('89ab');

/**
 * The same UUID (version 8) on every try of the same message, so that providers can tell a repetition. Written into one
 * buffer: joined from parts of a string it would keep all of them for as long as the message lives.
 */
export const messageId = ({ runId, pushId, deviceId, occurrence }: MessageKey): string => {
  const hex = hash('sha1', `${runId}.${pushId}.${deviceId}.${occurrence}`, 'hex');
  for (let digit = 0; digit < PLACES.length; digit += 1) UUID[PLACES[digit] ?? 0] = hex.charCodeAt(digit);
  const variant = Number.parseInt(hex.charAt(16), 16) & 3;
  UUID[VERSION_PLACE] = VERSION;
  UUID[VARIANT_PLACE] = VARIANTS[variant] ?? 0;
  return UUID.toString('latin1');
};
