import type { Dispatcher } from 'undici';
import type { Deadlines, Expiring } from '../deadlines.js';
import { ABORTED, type AnswerHeaders, describeError, type Exchange, MAX_ANSWER_BYTES, textOf } from '../exchange.js';
import { NOT_PUBLIC } from './guarded-lookup.js';

export interface Http1Request {
  /** With the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | string;
  /** Checked when the request gets its connection: one that is under way waits for its answer. */
  readonly signal?: AbortSignal;
  /** The status says all, so that an answer whose body never comes is an answer. */
  readonly isStatusEnough?: true;
}

/** What an exchange's client is told of it, and has. */
export interface ExchangeOwner {
  readonly deadlines: Deadlines;
  /** Once, after it was settled. */
  ended(): void;
}

interface ExchangeEnd {
  readonly owner: ExchangeOwner;
  /** Once; never throws. */
  readonly settle: (exchange: Exchange) => void;
}

/**
 * One POST. Uses `dispatch` and not `request`, which makes a stream for every answer: answers here are small, mostly
 * empty, and bounded. The deadline runs from the moment the request has a connection.
 */
export function exchangeHttp1(dispatcher: Dispatcher, request: Http1Request, end: ExchangeEnd): void {
  const { path, headers, body } = request;
  dispatcher.dispatch({ method: 'POST', path, headers, body }, new AnswerReader(end, request));
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

  /** No answer in time. */
  expire(): void {
    this.settleWithout('timeout');
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
    // The status has been said; the rest of an endless answer is of no use.
    this.settleWithAnswer();
    controller.abort(new Error('answer too long'));
  }

  onResponseEnd(): void {
    this.settleWithAnswer();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = describeError(error);
    if (code === NOT_PUBLIC) this.settle({ kind: 'not-sent', reason: 'address not public', isForbidden: true });
    else this.settleWithout(`connection failed: ${code}`);
  }

  /** The whole answer did not come. undici writes a request as a whole when it starts it, so a started one has left. */
  private settleWithout(reason: string): void {
    if (this.status !== 0 && this.request.isStatusEnough) this.settleWithAnswer();
    else if (this.controller === undefined || this.status >= 300) this.settle({ kind: 'lost', reason });
    else this.settle({ kind: 'unanswered', reason });
  }

  private settleWithAnswer(): void {
    this.settle({ kind: 'answer', status: this.status, headers: this.headers, body: textOf(this.chunks) });
  }

  /** The first end counts; those that follow it are its echo. */
  private settle(exchange: Exchange): void {
    if (this.isSettled) return;
    this.isSettled = true;
    const { owner, settle } = this.end;
    owner.deadlines.remove(this);
    settle(exchange);
    owner.ended();
  }
}
