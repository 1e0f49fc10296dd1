import { hash } from 'node:crypto';

/** Identifies a message: one push for one device in one run. `occurrence` is 0, or for auto-push the due send. */
export interface MessageKey {
  readonly runId: number;
  readonly pushId: number;
  readonly deviceId: number;
  readonly occurrence: number;
}

const UUID = Buffer.from('00000000-0000-8000-8000-000000000000');
/** The places of the digits in a UUID. */
const PLACES = Uint8Array.from([...UUID.toString()].flatMap((character, place) => (character === '-' ? [] : [place])));
const VERSION_PLACE = 14;
const VARIANT_PLACE = 19;
const VERSION = '8'.charCodeAt(0);
const VARIANTS = Buffer.from('89ab');

/**
 * The same UUID (version 8) on every try of a message, so that providers recognise a repetition. It is written into one
 * buffer, since a string joined from parts would keep all of them in memory as long as the message.
 */
export const messageId = ({ runId, pushId, deviceId, occurrence }: MessageKey): string => {
  const hex = hash('sha1', `${runId}.${pushId}.${deviceId}.${occurrence}`, 'hex');
  for (let digit = 0; digit < PLACES.length; digit += 1) UUID[PLACES[digit] ?? 0] = hex.charCodeAt(digit);
  const variant = Number.parseInt(hex.charAt(16), 16) & 3;
  UUID[VERSION_PLACE] = VERSION;
  UUID[VARIANT_PLACE] = VARIANTS[variant] ?? 0;
  return UUID.toString('latin1');
};
