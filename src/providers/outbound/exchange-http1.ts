import type { Deadlines, Expiring } from '@pushgraph/http2-client';
import type { Dispatcher } from 'undici';
import type { Reason } from '../codes.js';
import {
  ABORTED,
  type AnswerHeaders,
  connectionFailure,
  describeError,
  type Exchange,
  MAX_ANSWER_BYTES,
  textOf,
} from '../exchange.js';
import { NOT_PUBLIC } from './guarded-lookup.js';

export interface Http1Request {
  /** Default: POST. */
  readonly method?: 'DELETE';
  /** Includes the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | string;
  /** Checked when the request gets its connection; a request in flight waits for its answer. */
  readonly signal?: AbortSignal;
  /** An answer counts although its body never arrives. */
  readonly isStatusEnough?: true;
}

/** The client that an exchange belongs to. */
export interface ExchangeOwner {
  readonly deadlines: Deadlines;
  /** Called once, after the exchange has settled. */
  ended(): void;
}

interface ExchangeEnd {
  readonly owner: ExchangeOwner;
  /** Called once; never throws. */
  readonly settle: (exchange: Exchange) => void;
}

/**
 * Sends one request. Uses `dispatch` because `request` creates a stream for every answer, while these are bounded and
 * mostly empty. The deadline starts when the request has a connection.
 */
export function exchangeHttp1(dispatcher: Dispatcher, request: Http1Request, end: ExchangeEnd): void {
  const { method = 'POST', path, headers, body } = request;
  dispatcher.dispatch({ method, path, headers, body }, new AnswerReader(end, request));
}

class AnswerReader implements Dispatcher.DispatchHandler, Expiring {
  place: Expiring['place'] = null;
  private status = 0;
  private headers: AnswerHeaders = {};
  private chunks: Buffer[] | null = null;
  private bytes = 0;
  private isSettled = false;
  private controller: Dispatcher.DispatchController | undefined;

  constructor(
    private readonly end: ExchangeEnd,
    private readonly request: Pick<Http1Request, 'signal' | 'isStatusEnough'>,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.request.signal?.aborted) {
      this.settle(ABORTED);
      // undici drops a request whose handler throws here and keeps the connection; `abort` would destroy it.
      throw new Error('aborted before sending');
    }
    this.controller = controller;
    this.end.owner.deadlines.add(this);
  }

  /** Called by `Deadlines` when the answer is late. */
  expire(): void {
    this.settleWithout({ code: 'TIMEOUT', detail: null });
    this.controller?.abort(new Error('timeout'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes <= MAX_ANSWER_BYTES) {
      this.chunks ??= [];
      this.chunks.push(chunk);
      return;
    }
    // The status has arrived; the rest of an endless answer is not needed.
    this.settleWithAnswer();
    controller.abort(new Error('answer too long'));
  }

  onResponseEnd(): void {
    this.settleWithAnswer();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = describeError(error);
    if (code === NOT_PUBLIC)
      this.settle({ kind: 'not-sent', code: 'ADDRESS_NOT_PUBLIC', detail: null, isForbidden: true });
    else this.settleWithout(connectionFailure(code));
  }

  /** The answer is incomplete. undici writes a whole request when it starts it, so a started request has been sent. */
  private settleWithout(reason: Reason): void {
    if (this.status !== 0 && this.request.isStatusEnough) this.settleWithAnswer();
    else if (this.controller === undefined || this.status >= 300) this.settle({ kind: 'lost', ...reason });
    else this.settle({ kind: 'unanswered', ...reason });
  }

  private settleWithAnswer(): void {
    this.settle({ kind: 'answer', status: this.status, headers: this.headers, body: textOf(this.chunks) });
  }

  /** Only the first end counts; undici may report an aborted request again. */
  private settle(exchange: Exchange): void {
    if (this.isSettled) return;
    this.isSettled = true;
    const { owner, settle } = this.end;
    owner.deadlines.remove(this);
    settle(exchange);
    owner.ended();
  }
}
