import { createHmac, sign } from 'node:crypto';
import type { SigningKeys } from './webhook-secrets.js';

export interface SignedMessage {
  /** The same in every attempt. */
  readonly id: string;
  readonly body: Buffer;
  /** Epoch ms of the attempt. */
  readonly now: number;
}

/** The headers of Standard Webhooks 1.0: one signature for each key, separated by spaces. */
export const signRequest = ({ id, body, now }: SignedMessage, keys: readonly SigningKeys[]): Record<string, string> => {
  const timestamp = String(Math.floor(now / 1000));
  const before = `${id}.${timestamp}.`;
  const signatures = keys.flatMap(({ hmac, ed25519 }) => [
    `v1,${createHmac('sha256', hmac).update(before).update(body).digest('base64')}`,
    ...(ed25519 ? [`v1a,${sign(null, Buffer.concat([Buffer.from(before), body]), ed25519).toString('base64')}`] : []),
  ]);
  return {
    'content-type': 'application/json',
    'user-agent': 'pushgraph-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
};
