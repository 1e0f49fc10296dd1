import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import type { FakeContext, FakeRequest, Reply } from './exchange.js';
import { jsonReply, retryAfter } from './exchange.js';
import { type ParsedJwt, parseJwt } from './jwt.js';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SCOPES = [
  'https://www.googleapis.com/auth/firebase.messaging',
  'https://www.googleapis.com/auth/cloud-platform',
] as const;
const LIFE_SECONDS = 3600;
const CLOCK_SKEW_SECONDS = 300;

export interface FcmRegistration {
  readonly projectId: string;
  readonly clientEmail: string;
  readonly privateKeyId: string;
  /** PEM, SubjectPublicKeyInfo. */
  readonly publicKey: string;
  /** The assertion's `aud`. */
  readonly tokenUri: string;
}

interface Account extends Omit<FcmRegistration, 'publicKey'> {
  readonly publicKey: KeyObject;
}

/** Google's OAuth token endpoint with the JWT-bearer grant (RFC 7523), and the bearer tokens that it issued. */
export class FcmAuth {
  private readonly accounts = new Map<string, Account>();
  private readonly accessTokens = new Map<string, { readonly projectId: string; readonly expiresMs: number }>();

  constructor(private readonly context: FakeContext) {}

  register({ publicKey, ...account }: FcmRegistration): void {
    this.accounts.set(account.clientEmail, { ...account, publicKey: createPublicKey(publicKey) });
  }

  revoke(): void {
    this.accessTokens.clear();
  }

  /** The project for which a bearer token may send, or null if the token is unknown or expired. */
  projectOf(authorization: string | undefined): string | null {
    const token = /^bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
    const known = this.accessTokens.get(token);
    return known !== undefined && known.expiresMs > this.context.now() ? known.projectId : null;
  }

  /** `POST /token`. Only rules with the target `oauth-token` apply to it. */
  grant(request: FakeRequest): Reply {
    if (request.method !== 'POST') return oauthError(405, 'invalid_request', 'Method not allowed');
    if (!String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded')) {
      return oauthError(400, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded');
    }
    const form = new URLSearchParams(request.body.toString());
    if (form.get('grant_type') !== GRANT) return oauthError(400, 'unsupported_grant_type', 'Invalid grant_type');
    const account = this.checkAssertion(form.get('assertion') ?? '', `${request.origin}/token`);
    if (typeof account === 'string') return oauthError(400, 'invalid_grant', account);
    const { nthOnConnection, mayRefuse } = request;
    const occasion = { appKey: account.projectId, targets: ['oauth-token'], nthOnConnection, mayRefuse };
    const fault = this.context.misbehaviour.next({ provider: 'provider_a', ...occasion, onlyIfNamed: true });
    if (fault?.kind === 'answer' && fault.status !== 200) {
      const reply = oauthError(fault.status, fault.reason ?? 'internal_failure', 'Misbehaviour');
      return { ...reply, headers: { ...reply.headers, ...retryAfter(fault.retryAfterSeconds) }, fault };
    }
    return { ...this.handOut(account), fault };
  }

  private handOut({ projectId }: Account): Reply {
    const token = `ya29.${randomBytes(48).toString('base64url')}`;
    this.accessTokens.set(token, { projectId, expiresMs: this.context.now() + LIFE_SECONDS * 1000 });
    this.context.ledger.note('provider_a access token');
    return jsonReply(200, { access_token: token, expires_in: LIFE_SECONDS - 1, token_type: 'Bearer' });
  }

  /** Returns the account, or a description of the error. */
  private checkAssertion(assertion: string, asked: string): Account | string {
    const jwt = parseJwt(assertion);
    const account = this.accounts.get(String(jwt?.claims.iss));
    if (jwt === null || jwt.header.alg !== 'RS256') return 'Invalid JWT: not a valid RS256 token.';
    if (account === undefined) return 'Invalid grant: account not found';
    if (jwt.header.kid !== undefined && jwt.header.kid !== account.privateKeyId) return 'Invalid JWT Signature.';
    if (!jwt.isSignedBy(account.publicKey)) return 'Invalid JWT Signature.';
    // Google's own SDKs ignore the account's `token_uri` and use Google's endpoint, even as the audience.
    const isForUs = jwt.claims.aud === account.tokenUri || jwt.claims.aud === asked;
    if (!isForUs) return 'Invalid JWT: audience is not the token endpoint.';
    return checkClaims(jwt, this.context.now() / 1000) ?? account;
  }
}

const checkClaims = ({ claims }: ParsedJwt, nowSeconds: number): string | null => {
  const { iat, exp, scope } = claims;
  if (typeof iat !== 'number' || typeof exp !== 'number') return 'Invalid JWT: iat and exp must be numbers.';
  if (iat > nowSeconds + CLOCK_SKEW_SECONDS || exp <= nowSeconds || exp - iat > LIFE_SECONDS) {
    return 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.';
  }
  const isForMessaging = SCOPES.some((wanted) => String(scope).split(' ').includes(wanted));
  return isForMessaging ? null : 'Invalid OAuth scope or ID token audience provided.';
};

const oauthError = (status: number, error: string, description: string): Reply =>
  jsonReply(status, { error, error_description: description });
