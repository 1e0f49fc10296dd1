import type { TokenMessage } from 'firebase-admin/messaging';
import type { WireMessage } from './fcm-fields.js';

/**
 * Google's SDK renames its own members to those of the wire, and leaves the members of the wire as they are. Only the
 * time to live has another unit.
 */
export function toSdkMessage(
  { android, data, ...message }: WireMessage,
  device: { token: string; receipt: string },
): TokenMessage {
  const ttl = Number.parseFloat(android.ttl) * 1000;
  return {
    ...message,
    android: { ...android, ttl },
    data: { ...data, receipt: device.receipt },
    token: device.token,
  } as unknown as TokenMessage;
}
