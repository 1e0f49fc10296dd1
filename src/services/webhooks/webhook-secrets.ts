import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Keyring } from '../../crypto/keyring.js';

/** See `Keyring.seal`. */
export const webhookContext = (webhookId: number): string => `webhook:${webhookId}`;

/** The keys of one generation, as they are sealed. */
interface StoredKeys {
  /** `whsec_` and the HMAC key in base64. */
  readonly secret: string;
  /** The ed25519 key as PKCS #8 in base64; null without `v1a`. */
  readonly privateKey: string | null;
}

interface StoredSecrets {
  readonly current: StoredKeys;
  readonly former: StoredKeys | null;
}

/** The keys that sign a request. */
export interface SigningKeys {
  readonly hmac: Buffer;
  readonly ed25519: KeyObject | null;
}

export interface NewKeys {
  /** Shown once. */
  readonly secret: string;
  /** `whpk_…`; null without `v1a`. */
  readonly publicKey: string | null;
  readonly stored: StoredKeys;
}

const SECRET_BYTES = 32;
/** The last 32 bytes of an ed25519 SPKI are the key itself. */
const KEY_BYTES = 32;

/** Makes new keys as Standard Webhooks 1.0 writes them. @param isAsymmetric also makes a key pair for `v1a`. */
export const generateKeys = (isAsymmetric: boolean): NewKeys => {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  if (!isAsymmetric) return { secret, publicKey: null, stored: { secret, privateKey: null } };
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    secret,
    publicKey: `whpk_${spki.subarray(-KEY_BYTES).toString('base64')}`,
    stored: { secret, privateKey: pkcs8.toString('base64') },
  };
};

/** Seals the keys of webhooks for the database. */
export class WebhookSecrets {
  constructor(private readonly keyring: Keyring) {}

  seal(webhookId: number, current: StoredKeys, former: StoredKeys | null): string {
    return this.keyring.seal(JSON.stringify({ current, former } satisfies StoredSecrets), webhookContext(webhookId));
  }

  current(webhookId: number, sealed: string): StoredKeys {
    return this.open(webhookId, sealed).current;
  }

  /** The current keys, and the former ones while both are in use. @param withFormer the overlap has not ended. */
  signingKeys(webhookId: number, sealed: string, { withFormer }: { withFormer: boolean }): SigningKeys[] {
    const { current, former } = this.open(webhookId, sealed);
    return [current, ...(former && withFormer ? [former] : [])].map(toSigningKeys);
  }

  /** Adds or removes the `v1a` key of the current keys. */
  withAsymmetric(
    webhookId: number,
    sealed: string,
    isAsymmetric: boolean,
  ): { sealed: string; publicKey: string | null } {
    const { current, former } = this.open(webhookId, sealed);
    const { publicKey, stored } = generateKeys(isAsymmetric);
    const changed = { secret: current.secret, privateKey: stored.privateKey };
    return { sealed: this.seal(webhookId, changed, former && { ...former, privateKey: null }), publicKey };
  }

  private open(webhookId: number, sealed: string): StoredSecrets {
    return JSON.parse(this.keyring.open(sealed, webhookContext(webhookId))) as StoredSecrets;
  }
}

const toSigningKeys = ({ secret, privateKey }: StoredKeys): SigningKeys => ({
  hmac: Buffer.from(secret.slice('whsec_'.length), 'base64'),
  ed25519:
    privateKey === null
      ? null
      : createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }),
});
