import type { Keyring } from './keyring.js';

/** The message that a receipt confirms. */
export interface ReceiptClaims {
  readonly runId: number;
  readonly pushId: number;
  readonly appId: number;
  readonly deviceId: number;
}

const PURPOSE = 'receipt';

/**
 * Signs the tokens that travel with messages: `run.push.app.device` in base 36 and a 128-bit signature. One signer
 * serves a page, whose common part is formatted once.
 */
export class ReceiptSigner {
  private readonly opened: string;

  constructor(
    private readonly keyring: Keyring,
    { runId, pushId, appId }: Omit<ReceiptClaims, 'deviceId'>,
  ) {
    this.opened = [runId, pushId, appId].map((id) => `${id.toString(36)}.`).join('');
  }

  sign(deviceId: number): string {
    const body = this.opened + deviceId.toString(36);
    return `${body}.${this.keyring.sign(PURPOSE, body)}`;
  }
}

export const signReceipt = (keyring: Keyring, claims: ReceiptClaims): string =>
  new ReceiptSigner(keyring, claims).sign(claims.deviceId);

/** Returns null for anything that this service did not sign. */
export const verifyReceipt = (keyring: Keyring, token: string): ReceiptClaims | null => {
  const parts = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]{22})$/.exec(token);
  if (!parts) return null;
  if (!keyring.verify(PURPOSE, token.slice(0, token.lastIndexOf('.')), parts[5] ?? '')) return null;
  const [runId = 0, pushId = 0, appId = 0, deviceId = 0] = parts.slice(1, 5).map((part) => Number.parseInt(part, 36));
  return { runId, pushId, appId, deviceId };
};
