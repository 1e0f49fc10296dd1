import { hash } from 'node:crypto';

/** Which message: one push for one device in one run; `occurrence` is 0, or for auto-push the due send. */
export interface MessageKey {
  readonly runId: number;
  readonly pushId: number;
  readonly deviceId: number;
  readonly occurrence: number;
}

/** The same UUID (version 8) on every try of the same message, so that providers can tell a repetition. */
export const messageId = ({ runId, pushId, deviceId, occurrence }: MessageKey): string => {
  const hex = hash('sha1', `${runId}.${pushId}.${deviceId}.${occurrence}`, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
