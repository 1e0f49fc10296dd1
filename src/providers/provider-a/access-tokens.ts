import { createPrivateKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../collections.js';
import { answerReason } from '../answer-reason.js';
import { keyOf } from '../credentials-trust.js';
import { type Answer, type Exchange, headerOf, parseAnswer } from '../exchange.js';
import { checkUrl } from '../outbound/check-url.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { Http1Client } from '../outbound/http1-client.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { Outcome, SenderApp, SenderClock } from '../sender.js';
import { signJwt } from '../sign-jwt.js';
import { unsentOutcome } from '../unsent-outcome.js';

/** A token, or what becomes of the messages for want of one. */
export type Access = { readonly kind: 'token'; readonly token: string } | Outcome;

const DEFAULT_TOKEN_URI = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_LIFETIME_S = 3600;
const RENEW_BEFORE_MS = 5 * 60_000;
const MAX_APPS = 1000;

interface Entry {
  /** Null where the PEM cannot be read as an RSA key. */
  readonly key: KeyObject | null;
  readonly account: Readonly<Record<string, string>>;
  token: string;
  renewAtMs: number;
  /** Single flight: everyone who needs a token waits for the same request. */
  pending: Promise<Access> | null;
}

/** OAuth access tokens of service accounts, by the JWT-bearer grant (RFC 7523) at the account's own `token_uri`. */
export class AccessTokens {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_APPS });
  private readonly client: Http1Client;

  constructor(private readonly options: { clock: SenderClock; allowPrivate: boolean; connection: ConnectionOptions }) {
    this.client = new Http1Client({ connection: options.connection, connectionsPerOrigin: 4 });
  }

  async tokenFor(app: SenderApp): Promise<Access> {
    const entry = this.entryFor(app);
    if (entry === null || entry.key === null) return UNUSABLE_KEY;
    if (entry.token !== '' && this.options.clock.now() < entry.renewAtMs) return { kind: 'token', token: entry.token };
    entry.pending ??= this.request(entry, entry.key).finally(() => {
      entry.pending = null;
    });
    return entry.pending;
  }

  /** Another token than the rejected one; the current one, if it has been replaced already. */
  renew(app: SenderApp, rejected: string): Promise<Access> {
    const entry = this.entryFor(app);
    if (entry?.token === rejected) entry.token = '';
    return this.tokenFor(app);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private entryFor(app: SenderApp): Entry | null {
    const { credentials } = app;
    if (credentials.provider !== 'provider_a') return null;
    return getOrInsert(this.entries, keyOf(app), () => ({
      key: parseKey(credentials.serviceAccount.private_key ?? ''),
      account: credentials.serviceAccount,
      token: '',
      renewAtMs: 0,
      pending: null,
    }));
  }

  private async request(entry: Entry, key: KeyObject): Promise<Access> {
    const tokenUri = entry.account.token_uri || DEFAULT_TOKEN_URI;
    const checked = checkUrl(tokenUri, this.options);
    if (!checked.isAllowed) return paused(`token_uri refused: ${checked.reason}`);
    const nowMs = this.options.clock.now();
    const assertion = signAssertion(entry.account, key, { tokenUri, nowMs });
    const exchange = await this.client.post(checked.url.origin, {
      path: checked.url.pathname + checked.url.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    });
    return keepToken(entry, exchange, nowMs);
  }
}

function signAssertion(
  account: Readonly<Record<string, string>>,
  key: KeyObject,
  { tokenUri, nowMs }: { tokenUri: string; nowMs: number },
): string {
  const iat = Math.floor(nowMs / 1000);
  return signJwt({
    alg: 'RS256',
    header: { typ: 'JWT', ...(account.private_key_id ? { kid: account.private_key_id } : {}) },
    claims: { iss: account.client_email, scope: SCOPE, aud: tokenUri, iat, exp: iat + ASSERTION_LIFETIME_S },
    key,
  });
}

function keepToken(entry: Entry, exchange: Exchange, nowMs: number): Access {
  if (exchange.kind === 'not-sent' && exchange.isForbidden) return paused(`token_uri refused: ${exchange.reason}`);
  if (exchange.kind !== 'answer') return prefixed(unsentOutcome(exchange));
  if (exchange.status !== 200) return readRefusal(exchange, nowMs);
  const { access_token: token, expires_in: expiresIn } = parseAnswer(exchange);
  // It goes into a header: anything but visible ASCII would break the request.
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token)) return paused('token_uri gave no token');
  const lifetimeMs = (typeof expiresIn === 'number' && expiresIn > 0 ? expiresIn : 3600) * 1000;
  entry.token = token;
  entry.renewAtMs = nowMs + Math.max(lifetimeMs - RENEW_BEFORE_MS, lifetimeMs / 2);
  return { kind: 'token', token };
}

/** RFC 6749, 5.2: 400 and 401 say that the account is wrong; the rest may pass. */
function readRefusal(answer: Answer, nowMs: number): Outcome {
  const { error } = parseAnswer(answer);
  const word = typeof error === 'string' ? OAUTH_ERRORS.get(error) : undefined;
  const reason = `access token: ${answerReason(answer.status, word)}`;
  if (answer.status !== 429 && answer.status < 500) return paused(reason);
  return { kind: 'retry-after', reason, afterMs: parseRetryAfter(headerOf(answer, 'retry-after'), nowMs) };
}

/** The server is the user's choice: only words that we know are passed on. */
const OAUTH_ERRORS: ReadonlyMap<string, string> = new Map(
  ['invalid_grant', 'invalid_client', 'invalid_request', 'invalid_scope', 'unauthorized_client', 'access_denied'].map(
    (word) => [word, word],
  ),
);

const paused = (reason: string): Outcome => ({ kind: 'app-paused', reason, afterMs: null });

const UNUSABLE_KEY = paused('private key is not usable');

const prefixed = (outcome: Outcome): Outcome =>
  outcome.kind === 'sent' ? outcome : { ...outcome, reason: `access token: ${outcome.reason}` };

function parseKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}
