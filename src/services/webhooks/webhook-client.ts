import type { AttemptResult } from '../../entities/webhook-message.js';
import { type Exchange, headerOf } from '../../providers/exchange.js';
import { checkUrl } from '../../providers/outbound/check-url.js';
import { connectionOptions } from '../../providers/outbound/connection-options.js';
import { guardedLookup, toLookup } from '../../providers/outbound/guarded-lookup.js';
import { Http1Client } from '../../providers/outbound/http1-client.js';
import { WebResolver } from '../../providers/outbound/web-resolver.js';
import { parseRetryAfter } from '../../providers/parse-retry-after.js';
import { clip } from '../../text/characters.js';

export interface WebhookClientOptions {
  readonly allowPrivate: boolean;
  /** Trusted in addition to Node's authorities, PEM. */
  readonly ca?: string | undefined;
  /** Shorter in tests. */
  readonly answerMs?: number | undefined;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** How a request ended; null: it was interrupted because this process stops. */
export interface WebhookAnswer {
  readonly result: Exclude<AttemptResult, 'EXPIRED'>;
  readonly httpStatus: number | null;
  /** The code of a connection error. */
  readonly detail: string | null;
  /** The beginning of an answer that was not a success. */
  readonly answer: string | null;
  readonly retryAfterMs: number | null;
  readonly durationMs: number;
}

const ANSWER_MS = 15_000;
/** An answer is slow after this share of its limit. */
const SLOW_SHARE = 0.2;
const CONNECT_MS = 5_000;
/** Endpoints of one host must not wait for each other; `WebhookWorker` limits each endpoint. */
const CONNECTIONS_PER_ORIGIN = 1_000;
const MAX_ANSWER = 256;
const SLOWING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|HOSTNAME_MISMATCH|ALTNAME/;

/** Posts to the addresses of webhooks, as `checkUrl` and `guardedLookup` permit. Never follows redirects. */
export class WebhookClient {
  /** Answers that take longer are slow. */
  readonly slowMs: number;
  private readonly http: Http1Client;
  private isClosing = false;

  constructor(private readonly options: WebhookClientOptions) {
    const { allowPrivate, ca, answerMs = ANSWER_MS } = options;
    this.slowMs = SLOW_SHARE * answerMs;
    const { resolve } = new WebResolver({ hostsFile: allowPrivate });
    const lookup = allowPrivate ? toLookup(resolve, () => true) : guardedLookup(resolve);
    this.http = new Http1Client({
      connection: { ...connectionOptions({ allowPrivate, ...(ca === undefined ? {} : { ca }) }), lookup },
      connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
      answerMs,
      connectMs: CONNECT_MS,
    });
  }

  async post({ url: text, headers, body }: WebhookRequest, now: number): Promise<WebhookAnswer | null> {
    const checked = checkUrl(text, { allowPrivate: this.options.allowPrivate });
    if (!checked.isAllowed) return { ...NO_ANSWER, result: 'ADDRESS_NOT_PUBLIC', durationMs: 0 };
    const { url } = checked;
    const startedAt = performance.now();
    const path = `${url.pathname}${url.search}`;
    const exchange = await this.http.post(url.origin, { path, headers, body, isStatusEnough: true });
    if (exchange.kind !== 'answer' && this.isClosing) return null;
    return readExchange(exchange, { now, durationMs: Math.round(performance.now() - startedAt) });
  }

  /** Interrupts requests that have no answer after `patienceMs`. */
  close(patienceMs: number): Promise<void> {
    this.isClosing = true;
    return this.http.close(patienceMs);
  }
}

const NO_ANSWER = { httpStatus: null, detail: null, answer: null, retryAfterMs: null } as const;

const readExchange = (exchange: Exchange, { now, durationMs }: { now: number; durationMs: number }): WebhookAnswer => {
  if (exchange.kind !== 'answer') {
    const { code, detail } = exchange;
    return { ...NO_ANSWER, result: failureOf(code, detail ?? ''), detail: detail ?? null, durationMs };
  }
  const { status, body } = exchange;
  const result = resultOf(status);
  return {
    result,
    httpStatus: status,
    detail: null,
    answer: result === 'SUCCESS' ? null : clip(body, MAX_ANSWER),
    retryAfterMs: result === 'SLOWED' ? parseRetryAfter(headerOf(exchange, 'retry-after'), now) : null,
    durationMs,
  };
};

const resultOf = (status: number): WebhookAnswer['result'] => {
  if (status >= 200 && status < 300) return 'SUCCESS';
  if (status >= 300 && status < 400) return 'REDIRECTED';
  if (status === 410) return 'GONE';
  return SLOWING.has(status) ? 'SLOWED' : 'REFUSED';
};

const failureOf = (code: string, errorCode: string): WebhookAnswer['result'] => {
  if (code === 'ADDRESS_NOT_PUBLIC' || code === 'NAME_NOT_FOUND' || code === 'TIMEOUT') return code;
  if (errorCode === 'UND_ERR_CONNECT_TIMEOUT') return 'TIMEOUT';
  return CERTIFICATE.test(errorCode) ? 'CERTIFICATE' : 'CONNECTION_FAILED';
};
