import { createPrivateKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../collections.js';
import { answerDetail } from '../answer-detail.js';
import { type Code, sayReason } from '../codes.js';
import { keyOf } from '../credentials-trust.js';
import { type Answer, type Exchange, headerOf, parseAnswer } from '../exchange.js';
import { checkUrl } from '../outbound/check-url.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { Http1Client } from '../outbound/http1-client.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { Outcome, SenderApp, SenderClock } from '../sender.js';
import { signJwt } from '../sign-jwt.js';
import { unsentOutcome } from '../unsent-outcome.js';

/** A token, or the outcome of the messages that got none. */
export type Access = { readonly kind: 'token'; readonly token: string } | Outcome;

const DEFAULT_TOKEN_URI = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_LIFETIME_S = 3600;
const RENEW_BEFORE_MS = 5 * 60_000;
const MAX_APPS = 1000;

interface Entry {
  /** Null if the PEM is not an RSA key. */
  readonly key: KeyObject | null;
  readonly account: Readonly<Record<string, string>>;
  token: string;
  renewAtMs: number;
  /** The request in flight, which all callers share. */
  pending: Promise<Access> | null;
}

/** OAuth access tokens of service accounts, requested from the account's own `token_uri` (RFC 7523). */
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

  /** Replaces the rejected token; returns the current one if it has already been replaced. */
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
    if (!checked.isAllowed) return paused('TOKEN_URI_REFUSED', checked.reason);
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
  if (exchange.kind === 'not-sent' && exchange.isForbidden) return paused('TOKEN_URI_REFUSED', sayReason(exchange));
  if (exchange.kind !== 'answer') return withoutToken(unsentOutcome(exchange));
  if (exchange.status !== 200) return readRefusal(exchange, nowMs);
  const { access_token: token, expires_in: expiresIn } = parseAnswer(exchange);
  // The token goes into a header, where anything but visible ASCII would break the request.
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token)) return paused('NO_ACCESS_TOKEN');
  const lifetimeMs = (typeof expiresIn === 'number' && expiresIn > 0 ? expiresIn : 3600) * 1000;
  entry.token = token;
  entry.renewAtMs = nowMs + Math.max(lifetimeMs - RENEW_BEFORE_MS, lifetimeMs / 2);
  return { kind: 'token', token };
}

/** RFC 6749, 5.2: 400 and 401 mean that the account is wrong. Other refusals may be temporary. */
function readRefusal(answer: Answer, nowMs: number): Outcome {
  const { error } = parseAnswer(answer);
  const word = typeof error === 'string' ? OAUTH_ERRORS.get(error) : undefined;
  const detail = answerDetail(answer.status, word);
  if (answer.status !== 429 && answer.status < 500) return paused('ACCESS_TOKEN_REFUSED', detail);
  const afterMs = parseRetryAfter(headerOf(answer, 'retry-after'), nowMs);
  return { kind: 'retry-after', code: 'ACCESS_TOKEN_REFUSED', detail, afterMs };
}

/** The user chooses the server, so only known words are passed on. */
const OAUTH_ERRORS: ReadonlyMap<string, string> = new Map(
  ['invalid_grant', 'invalid_client', 'invalid_request', 'invalid_scope', 'unauthorized_client', 'access_denied'].map(
    (word) => [word, word],
  ),
);

const paused = (code: Code, detail: string | null = null): Outcome => ({
  kind: 'app-paused',
  code,
  detail,
  afterMs: null,
});

const UNUSABLE_KEY = paused('UNUSABLE_PRIVATE_KEY');

const withoutToken = (outcome: Outcome): Outcome =>
  outcome.kind === 'sent' ? outcome : { ...outcome, code: 'ACCESS_TOKEN_REFUSED', detail: sayReason(outcome) };

function parseKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}
