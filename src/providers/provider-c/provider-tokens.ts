import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../collections.js';
import type { CredentialsOf, SenderClock } from '../sender.js';
import { signJwt } from '../sign-jwt.js';

type AppleCredentials = CredentialsOf<'provider_c'>;

/** Apple accepts tokens for 60 minutes and rejects new ones more often than every 20 minutes. */
const LIFETIME_MS = 50 * 60_000;
const MAX_KEYS = 1000;

interface Entry {
  /** Null if the PEM is not a P-256 key. */
  readonly key: KeyObject | null;
  token: string;
  madeAtMs: number;
}

/**
 * Provider tokens. Applications of one team that share a key share its token, because Apple counts renewals per key.
 */
export class ProviderTokens {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_KEYS });
  /** A batch has one credentials object, so this saves hashing the key for each message. */
  private readonly known = new WeakMap<AppleCredentials, Entry>();

  constructor(private readonly clock: SenderClock) {}

  /** Returns null if the private key is not usable. */
  tokenFor(credentials: AppleCredentials): string | null {
    const entry = this.entryFor(credentials);
    const nowMs = this.clock.now();
    if (entry.token === '' || nowMs - entry.madeAtMs >= LIFETIME_MS) return remake(entry, credentials, nowMs);
    return entry.token;
  }

  /** Replaces the rejected token; returns the current one if it has already been replaced. */
  renew(credentials: AppleCredentials, rejected: string): string | null {
    const entry = this.entryFor(credentials);
    return entry.token === rejected ? remake(entry, credentials, this.clock.now()) : this.tokenFor(credentials);
  }

  private entryFor(credentials: AppleCredentials): Entry {
    const known = this.known.get(credentials);
    if (known !== undefined) return known;
    const name = createHash('sha256')
      .update(JSON.stringify([credentials.teamId, credentials.privateKeyId, credentials.privateKey]))
      .digest('base64url');
    const entry = getOrInsert(this.entries, name, () => ({
      key: parseKey(credentials.privateKey),
      token: '',
      madeAtMs: 0,
    }));
    this.known.set(credentials, entry);
    return entry;
  }
}

function remake(entry: Entry, credentials: AppleCredentials, nowMs: number): string | null {
  if (entry.key === null) return null;
  entry.madeAtMs = nowMs;
  entry.token = signJwt({
    alg: 'ES256',
    header: { kid: credentials.privateKeyId },
    claims: { iss: credentials.teamId, iat: Math.floor(nowMs / 1000) },
    key: entry.key,
  });
  return entry.token;
}

function parseKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}
