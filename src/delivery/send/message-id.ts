import { hash } from 'node:crypto';

/** Which message: one push for one device in one run; `occurrence` is 0, or for auto-push the due send. */
export interface MessageKey {
  readonly runId: number;
  readonly pushId: number;
  readonly deviceId: number;
  readonly occurrence: number;
}

const HEX = Buffer.alloc(40);
const UUID = Buffer.from('00000000-0000-8000-0000-000000000000');
const VARIANTS = Buffer.from('89ab');

/**
 * The same UUID (version 8) on every try of the same message, so that providers can tell a repetition. Written into one
 * buffer: joined from parts of a string it would keep all of them for as long as the message lives.
 */
export const messageId = ({ runId, pushId, deviceId, occurrence }: MessageKey): string => {
  const hex = hash('sha1', `${runId}.${pushId}.${deviceId}.${occurrence}`, 'hex');
  HEX.write(hex, 'latin1');
  HEX.copy(UUID, 0, 0, 8);
  HEX.copy(UUID, 9, 8, 12);
  HEX.copy(UUID, 15, 13, 16);
  UUID[19] = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3] ?? 0;
  HEX.copy(UUID, 20, 17, 20);
  HEX.copy(UUID, 24, 20, 32);
  return UUID.toString('latin1');
};
