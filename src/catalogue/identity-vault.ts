import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../crypto/keyring.js';
import type { App } from '../entities/app.js';

/** A secret with which an application's server proves the identity of its users. */
interface IdentitySecret {
  readonly secret: string;
  /** Epoch ms at which the secret expires; null: it is the current secret. */
  readonly until: number | null;
}

type OfApp = Pick<App, 'id' | 'identitySecrets'>;

const PREFIX = 'pgi_';
/** Counts the current secret and the earlier ones whose overlap has not ended. */
const MAX_SECRETS = 5;

/** Manages the identity secrets that are sealed in application rows, and verifies hashes made with them. */
export class IdentityVault {
  constructor(private readonly keyring: Keyring) {}

  /** Creates a secret, and the sealed list that also keeps the earlier secrets until their overlap ends. */
  renew(app: OfApp, { now, overlapMs }: { now: number; overlapMs: number }): { secret: string; sealed: string } {
    const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`;
    const endsAt = now + overlapMs;
    const former = this.open(app, now).map((one) => ({ ...one, until: Math.min(one.until ?? endsAt, endsAt) }));
    const kept = [{ secret, until: null }, ...former.filter(({ until }) => until > now)].slice(0, MAX_SECRETS);
    return { secret, sealed: this.keyring.seal(JSON.stringify(kept), identityContext(app.id)) };
  }

  /** Whether `hash` is the HMAC-SHA-256 of the user's id with a valid secret, in lower-case hex. */
  isGood(app: OfApp, { externalUserId, hash, now }: { externalUserId: string; hash: string; now: number }): boolean {
    const given = Buffer.from(hash);
    return this.open(app, now).some(({ secret }) => {
      const wanted = Buffer.from(createHmac('sha256', secret).update(externalUserId).digest('hex'));
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  }

  private open({ id, identitySecrets }: OfApp, now: number): IdentitySecret[] {
    if (identitySecrets === null) return [];
    const all = JSON.parse(this.keyring.open(identitySecrets, identityContext(id))) as IdentitySecret[];
    return all.filter(({ until }) => until === null || until > now);
  }
}

export const identityContext = (appId: number): string => `identity:${appId}`;
