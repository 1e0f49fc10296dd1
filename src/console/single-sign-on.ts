import type { Configuration } from 'openid-client';
import type { OidcConfig } from '../config/config.js';
import type { Keyring } from '../crypto/keyring.js';
import { AppError } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { Identity } from '../services/members/sign-in-service.js';

export const OIDC_PATH = '/console/oidc';

const TIMEOUT_S = 10;
/** The longest that a sign-in at the provider can take. */
export const SIGN_IN_MS = 10 * 60_000;
/** The pause before another attempt to reach a provider that did not respond. */
const PAUSE_MS = 5_000;
const CONTEXT = 'console-oidc';
const MAX_SUBJECT = 255;

/** The state of a sign-in. Only the browser stores it, sealed, between the two requests. */
interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly beganAt: number;
}

export interface SingleSignOnParts {
  readonly config: OidcConfig;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Receives errors of the provider. */
  readonly log: { warn(details: Record<string, unknown>, message: string): void };
}

/**
 * OpenID Connect: authorization code with PKCE, by the certified `openid-client`. The library is loaded on first use, so
 * that installations without single sign-on do not pay for it.
 */
export class SingleSignOn {
  private known: Promise<Configuration> | null = null;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: SingleSignOnParts) {}

  /** The name on the button. */
  get name(): string {
    return this.parts.config.name;
  }

  /** Returns the address of the provider, and the sealed state for the cookie. @throws UNAVAILABLE */
  async begin(redirectUri: string): Promise<{ url: string; sealed: string }> {
    const client = await import('openid-client');
    const provider = await this.discover();
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
    const url = client.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: this.parts.config.scopes,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    const pending: PendingSignIn = { state, nonce, verifier, beganAt: this.parts.clock.now() };
    return { url: url.href, sealed: this.parts.keyring.seal(JSON.stringify(pending), CONTEXT) };
  }

  /**
   * Returns the identity of the person who signed in.
   * @param callback the address that the provider sent the browser to, with its query
   * @param sealed the cookie
   * @throws FORBIDDEN if the state does not match, or if the provider refuses
   */
  async finish(callback: URL, sealed: string | null): Promise<Identity> {
    const pending = this.open(sealed);
    // A forged callback is refused before any request to the provider.
    if (!pending || callback.searchParams.get('state') !== pending.state) throw startAgain();
    const client = await import('openid-client');
    const provider = await this.discover();
    try {
      const tokens = await client.authorizationCodeGrant(provider, callback, {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || claims.sub.length > MAX_SUBJECT || !/^[\x20-\x7e]+$/.test(claims.sub))
        throw new Error('no subject');
      const { userinfo_endpoint: userInfoEndpoint } = provider.serverMetadata();
      const isComplete = claims.email !== undefined || userInfoEndpoint === undefined;
      const userInfo = isComplete ? claims : await client.fetchUserInfo(provider, tokens.access_token, claims.sub);
      const isVerified = userInfo.email_verified === true && typeof userInfo.email === 'string';
      return {
        issuer: this.parts.config.issuer,
        subject: claims.sub,
        verifiedEmail: isVerified ? String(userInfo.email) : null,
      };
    } catch (error) {
      this.parts.log.warn({ reason: reasonOf(error) }, 'single sign-on was refused');
      const message = `${this.name} did not sign you in. Try again, or ask an admin of your account.`;
      throw new AppError('FORBIDDEN', message, { reason: 'NOT_LET_IN' });
    }
  }

  /** Returns the address of the provider's public keys. @throws UNAVAILABLE */
  async findKeysUrl(): Promise<string> {
    const { jwks_uri: url } = (await this.discover()).serverMetadata();
    if (url !== undefined && (url.startsWith('https:') || this.parts.config.issuer.startsWith('http:'))) return url;
    this.parts.log.warn({}, 'the sign-in service publishes no keys, so its access tokens cannot be verified');
    throw unreachable(this.name);
  }

  private open(sealed: string | null): PendingSignIn | null {
    if (sealed === null || sealed.length > 2_048) return null;
    try {
      const pending = JSON.parse(this.parts.keyring.open(sealed, CONTEXT)) as PendingSignIn;
      return this.parts.clock.now() - pending.beganAt <= SIGN_IN_MS ? pending : null;
    } catch {
      // The cookie was not sealed by this service, or with a key that no longer exists.
      return null;
    }
  }

  /** Concurrent calls share one discovery. A failed one is repeated after a pause. */
  private async discover(): Promise<Configuration> {
    if (this.parts.clock.now() - this.failedAt < PAUSE_MS) throw unreachable(this.name);
    this.known ??= this.ask();
    try {
      return await this.known;
    } catch (error) {
      this.known = null;
      this.failedAt = this.parts.clock.now();
      this.parts.log.warn({ reason: reasonOf(error) }, 'the sign-in service was not found at OIDC_ISSUER');
      throw unreachable(this.name);
    }
  }

  private async ask(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.parts.config;
    // Signatures are checked in addition to TLS, because a proxy could forge the response of the token endpoint.
    const execute = [enableNonRepudiationChecks];
    // The configuration allows an issuer without TLS only on loopback.
    if (issuer.startsWith('http:')) execute.push(allowInsecureRequests);
    return discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_S });
  }
}

const unreachable = (name: string): AppError =>
  new AppError('UNAVAILABLE', `${name} is not responding. Try again in a moment.`, {
    retryAfterSeconds: 5,
    reason: 'NO_ANSWER',
  });

const startAgain = (): AppError =>
  new AppError('FORBIDDEN', 'This sign-in was started elsewhere, or took too long. Start it again from the console.', {
    reason: 'BEGUN_ELSEWHERE',
  });

/** Only the name and the code, because messages can contain data from the provider. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  return `${error.name}${code}`;
};
