import { createPrivateKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../collections.js';
import { keyOf } from '../credentials-trust.js';
import type { SenderApp, SenderClock } from '../sender.js';
import { signJwt } from '../sign-jwt.js';
import type { KeyPair } from './vapid-keys-for.js';

/** RFC 8292, 2 allows at most 24 hours. */
const LIFETIME_S = 12 * 60 * 60;
const RENEW_AFTER_MS = (LIFETIME_S * 1000) / 2;
const MAX_APPS = 1000;
const MAX_ORIGINS = 100;

interface Header {
  readonly value: string;
  readonly madeAtMs: number;
}

interface AppEntry {
  readonly subject: string;
  readonly keys: KeyPair;
  /** Null if the keys are not a P-256 pair. */
  readonly key: KeyObject | null;
  readonly headers: LRUCache<string, Header>;
}

/** Authorization headers of RFC 8292, one per key of an application and origin, signed every 6 hours. */
export class VapidHeaders {
  private readonly apps = new LRUCache<string, AppEntry>({ max: MAX_APPS });

  constructor(private readonly clock: SenderClock) {}

  /** Returns null if the keys are not usable. @param keys default: the application's current keys. */
  headerFor(app: SenderApp, origin: string, keys?: KeyPair): string | null {
    const entry = this.entryFor(app, keys);
    const header = entry?.headers.get(origin);
    if (entry === null) return null;
    if (header !== undefined && this.clock.now() - header.madeAtMs < RENEW_AFTER_MS) return header.value;
    return this.remake(entry, origin);
  }

  /** Replaces the rejected header; returns the current one if it has already been replaced. */
  renew(app: SenderApp, origin: string, rejected: string, keys?: KeyPair): string | null {
    const entry = this.entryFor(app, keys);
    if (entry !== null && entry.headers.get(origin)?.value === rejected) return this.remake(entry, origin);
    return this.headerFor(app, origin, keys);
  }

  private entryFor(app: SenderApp, given?: KeyPair): AppEntry | null {
    const { credentials } = app;
    if (credentials.provider !== 'webpush') return null;
    const keys = given ?? credentials;
    return getOrInsert(this.apps, `${keyOf(app)} ${keys.vapidPublicKey}`, () => ({
      subject: credentials.subject,
      keys,
      key: parseKeyPair(keys),
      headers: new LRUCache<string, Header>({ max: MAX_ORIGINS }),
    }));
  }

  private remake({ subject, keys, key, headers }: AppEntry, origin: string): string | null {
    if (key === null) return null;
    const nowMs = this.clock.now();
    const claims = { aud: origin, exp: Math.floor(nowMs / 1000) + LIFETIME_S, sub: subject };
    const token = signJwt({ alg: 'ES256', header: { typ: 'JWT' }, claims, key });
    const value = `vapid t=${token}, k=${keys.vapidPublicKey}`;
    headers.set(origin, { value, madeAtMs: nowMs });
    return value;
  }
}

function parseKeyPair({ vapidPublicKey, vapidPrivateKey }: KeyPair): KeyObject | null {
  const point = Buffer.from(vapidPublicKey, 'base64url');
  if (point.length !== 65) return null;
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  try {
    return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: vapidPrivateKey }, format: 'jwk' });
  } catch {
    return null;
  }
}
