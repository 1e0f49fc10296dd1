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

/** Earlier keys that sign as well until then, epoch ms. */
interface FormerKeys extends StoredKeys {
  readonly until: number;
}

interface StoredSecrets {
  readonly current: StoredKeys;
  /** The latest first. */
  readonly former: readonly FormerKeys[];
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

/** Each adds a signature to every request. */
const MAX_FORMER = 4;
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

  /** Seals the first keys of a webhook. */
  seal(webhookId: number, current: StoredKeys): string {
    return this.sealAll(webhookId, { current, former: [] });
  }

  /**
   * Replaces the current keys. @param now epoch ms @param overlapMs how long they sign as well; 0 also ends all earlier ones.
   * @returns the last end of an overlap, epoch ms; null: none.
   */
  rotate(
    webhookId: number,
    { sealed, keys, now, overlapMs }: { sealed: string; keys: StoredKeys; now: number; overlapMs: number },
  ): { readonly sealed: string; readonly formerUntil: number | null } {
    const { current, former } = this.open(webhookId, sealed);
    const replaced = { ...current, until: now + overlapMs };
    const kept = overlapMs === 0 ? [] : [replaced, ...former.filter(({ until }) => until > now)].slice(0, MAX_FORMER);
    const formerUntil = kept.length === 0 ? null : Math.max(...kept.map(({ until }) => until));
    return { sealed: this.sealAll(webhookId, { current: keys, former: kept }), formerUntil };
  }

  /** The current keys, and the earlier ones whose overlap has not ended. @param now epoch ms */
  signingKeys(webhookId: number, sealed: string, now: number): SigningKeys[] {
    const { current, former } = this.open(webhookId, sealed);
    return [current, ...former.filter(({ until }) => until > now)].map(toSigningKeys);
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
    const others = former.map((keys) => ({ ...keys, privateKey: null }));
    return { sealed: this.sealAll(webhookId, { current: changed, former: others }), publicKey };
  }

  private sealAll(webhookId: number, secrets: StoredSecrets): string {
    return this.keyring.seal(JSON.stringify(secrets), webhookContext(webhookId));
  }

  private open(webhookId: number, sealed: string): StoredSecrets {
    const stored = JSON.parse(this.keyring.open(sealed, webhookContext(webhookId))) as StoredSecrets;
    // Databases of the development of this release have one former key or null.
    return { ...stored, former: Array.isArray(stored.former) ? stored.former : [] };
  }
}

const toSigningKeys = ({ secret, privateKey }: StoredKeys): SigningKeys => ({
  hmac: Buffer.from(secret.slice('whsec_'.length), 'base64'),
  ed25519:
    privateKey === null
      ? null
      : createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }),
});
