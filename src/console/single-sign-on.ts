import type { Configuration } from 'openid-client';
import type { OidcConfig } from '../config/config.js';
import type { Keyring } from '../crypto/keyring.js';
import { AppError } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { Identity } from '../services/members/sign-in-service.js';

export const OIDC_PATH = '/console/oidc';

const TIMEOUT_S = 10;
/** How long somebody may take at the sign-in service. */
export const ROUND_MS = 10 * 60_000;
/** A service that did not answer is not asked again for so long. */
const PAUSE_MS = 5_000;
const CONTEXT = 'console-oidc';
const MAX_SUBJECT = 255;

/** What the browser keeps between the two visits, sealed: this service keeps nothing. */
interface Round {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly beganAt: number;
}

export interface SingleSignOnParts {
  readonly config: OidcConfig;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** What went wrong at the other side, for the log. */
  readonly log: { warn(details: Record<string, unknown>, message: string): void };
}

/**
 * OpenID Connect by authorization code with PKCE, by the certified `openid-client`, which is loaded when somebody first
 * comes this way: it is no part of the start, nor of the memory of those who do not use it.
 */
export class SingleSignOn {
  private known: Promise<Configuration> | null = null;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: SingleSignOnParts) {}

  /** As the button calls it. */
  get name(): string {
    return this.parts.config.name;
  }

  /** Where to send the browser, and what it is to bring back. @throws UNAVAILABLE */
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
    const round: Round = { state, nonce, verifier, beganAt: this.parts.clock.now() };
    return { url: url.href, sealed: this.parts.keyring.seal(JSON.stringify(round), CONTEXT) };
  }

  /**
   * Who came back.
   * @param callback the address that the browser was sent to, with its query.
   * @param sealed what it brought.
   * @throws FORBIDDEN with one sentence: whatever does not fit together, and whatever the service refuses.
   */
  async finish(callback: URL, sealed: string | null): Promise<Identity> {
    const round = this.open(sealed);
    // Before the service is asked anything: a stranger's answer costs it nothing.
    if (!round || callback.searchParams.get('state') !== round.state) throw startAgain();
    const client = await import('openid-client');
    const provider = await this.discover();
    try {
      const tokens = await client.authorizationCodeGrant(provider, callback, {
        pkceCodeVerifier: round.verifier,
        expectedState: round.state,
        expectedNonce: round.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || claims.sub.length > MAX_SUBJECT || !/^[\x20-\x7e]+$/.test(claims.sub))
        throw new Error('no subject');
      const { userinfo_endpoint: hasMore } = provider.serverMetadata();
      const isComplete = claims.email !== undefined || hasMore === undefined;
      const told = isComplete ? claims : await client.fetchUserInfo(provider, tokens.access_token, claims.sub);
      const isVerified = told.email_verified === true && typeof told.email === 'string';
      return {
        issuer: this.parts.config.issuer,
        subject: claims.sub,
        verifiedEmail: isVerified ? String(told.email) : null,
      };
    } catch (error) {
      this.parts.log.warn({ reason: reasonOf(error) }, 'single sign-on was refused');
      const message = `${this.name} did not sign you in; try again, or ask an admin of your account.`;
      throw new AppError('FORBIDDEN', message, { reason: 'NOT_LET_IN' });
    }
  }

  private open(sealed: string | null): Round | null {
    if (sealed === null || sealed.length > 2_048) return null;
    try {
      const round = JSON.parse(this.parts.keyring.open(sealed, CONTEXT)) as Round;
      return this.parts.clock.now() - round.beganAt <= ROUND_MS ? round : null;
    } catch {
      // Not sealed by us, or with a key that is gone.
      return null;
    }
  }

  /** Asked once, however many wait for it; again where it failed, after a pause. */
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
    // TLS alone does not vouch for an identity: a token endpoint behind a proxy or another host could name anybody.
    const execute = [enableNonRepudiationChecks];
    // The configuration lets an issuer without TLS in only on this machine.
    if (issuer.startsWith('http:')) execute.push(allowInsecureRequests);
    return discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_S });
  }
}

const unreachable = (name: string): AppError =>
  new AppError('UNAVAILABLE', `${name} does not answer; try again in a moment.`, {
    retryAfterSeconds: 5,
    reason: 'NO_ANSWER',
  });

const startAgain = (): AppError =>
  new AppError(
    'FORBIDDEN',
    'This sign-in was begun elsewhere, or has taken too long; start it again from the console.',
    { reason: 'BEGUN_ELSEWHERE' },
  );

/** Names and codes alone: messages may hold what the other side sent. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  return `${error.name}${code}`;
};
