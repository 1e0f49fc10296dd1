import type { Failure, FailureCode } from '@pushgraph/http2-client';
import type { Reason } from '../codes.js';
import { ABORTED, connectionFailure, type Exchange, SHUTTING_DOWN } from '../exchange.js';
import { NOT_PUBLIC } from './guarded-lookup.js';

/** Translates a failed HTTP/2 request into the reasons that failures are stored with. */
export const readHttp2Failure = ({ kind, code, detail }: Failure): Exclude<Exchange, { kind: 'answer' }> => {
  if (code === 'ABORTED') return ABORTED;
  if (code === 'POOL_CLOSED') return SHUTTING_DOWN;
  if (detail === NOT_PUBLIC) return { kind: 'not-sent', code: 'ADDRESS_NOT_PUBLIC', detail: null, isForbidden: true };
  return { kind: kind === 'unanswered' ? kind : 'lost', ...REASONS[code](detail) };
};

const NAMED_RESETS: ReadonlySet<string> = new Set(['ENHANCE_YOUR_CALM', 'INTERNAL_ERROR', 'CANCEL']);

const CONNECTION_RESET: Reason = { code: 'CONNECTION_RESET', detail: null };

type SentCode = Exclude<FailureCode, 'ABORTED' | 'POOL_CLOSED'>;

const REASONS: Readonly<Record<SentCode, (detail: string | undefined) => Reason>> = {
  TIMEOUT: () => ({ code: 'TIMEOUT', detail: null }),
  STREAM_RESET: (detail = '') => (NAMED_RESETS.has(detail) ? { code: 'STREAM_RESET', detail } : CONNECTION_RESET),
  CONNECTION_LOST: () => CONNECTION_RESET,
  CONNECT_FAILED: (detail = 'error') => connectionFailure(detail),
  STREAM_REFUSED: () => ({ code: 'STREAM_REFUSED', detail: null }),
  INVALID_REQUEST: () => ({ code: 'REQUEST_NOT_SENT', detail: null }),
};
