import type { JWTVerifyGetKey } from 'jose';
import { AppError } from '../errors.js';
import type { Clock } from '../ports/clock.js';

const TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_S = 30;
const MAX_SUBJECT = 255;
/** Signatures by private keys only, so that a public key or a client secret can never forge a token. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const TYPES: readonly unknown[] = [undefined, 'JWT', 'at+jwt', 'application/at+jwt'];

export interface AccessTokenParts {
  readonly issuer: string;
  /** The tokens must be made for this service: `<PUBLIC_URL>/mcp`, or `MCP_AUDIENCE`. */
  readonly audience: string;
  /** Returns the address of the issuer's public keys. @throws UNAVAILABLE */
  findKeysUrl(): Promise<string>;
  readonly clock: Clock;
}

/** Verifies access tokens of the single sign-on service, by its public keys. */
export class AccessTokens {
  private keys: Promise<JWTVerifyGetKey> | null = null;

  constructor(private readonly parts: AccessTokenParts) {}

  get issuer(): string {
    return this.parts.issuer;
  }

  /** Returns the subject of a valid token. @throws UNAUTHENTICATED, or UNAVAILABLE if the issuer does not respond. */
  async verify(token: string): Promise<string> {
    const { jwtVerify } = await import('jose');
    const keys = await this.openKeys();
    const { issuer, audience, clock } = this.parts;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(clock.now()),
      });
      const { sub = '', cnf } = payload;
      // A token with `cnf` is bound to a key that its holder must prove, which this endpoint does not verify.
      if (!TYPES.includes(protectedHeader.typ) || cnf !== undefined || sub === '' || sub.length > MAX_SUBJECT) {
        throw invalidToken();
      }
      return sub;
    } catch (error) {
      throw await judge(error);
    }
  }

  private openKeys(): Promise<JWTVerifyGetKey> {
    this.keys ??= this.fetchKeys().catch((error: unknown) => {
      this.keys = null;
      throw error;
    });
    return this.keys;
  }

  /** Unknown key ids cause at most one request in 30 seconds. */
  private async fetchKeys(): Promise<JWTVerifyGetKey> {
    const { createRemoteJWKSet } = await import('jose');
    return createRemoteJWKSet(new URL(await this.parts.findKeysUrl()), { timeoutDuration: TIMEOUT_MS });
  }
}

/** The issuer did not return its keys; the token may be valid. */
const ABOUT_KEYS: ReadonlySet<string> = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

const judge = async (error: unknown): Promise<AppError> => {
  if (error instanceof AppError) return error;
  const { errors } = await import('jose');
  if (error instanceof errors.JOSEError && !ABOUT_KEYS.has(error.code)) return invalidToken();
  return new AppError('UNAVAILABLE', 'The single sign-on service is not responding. Try again in a moment.', {
    retryAfterSeconds: 5,
  });
};

const invalidToken = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The access token is invalid or expired, or was not made for this service.');
