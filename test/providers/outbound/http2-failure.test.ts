import { expect, test } from '@jest/globals';
import type { Failure } from '@pushgraph/http2-client';
import { readHttp2Failure } from '../../../src/providers/outbound/http2-failure.js';

test.each<[Failure['kind'], Failure['code'], string | undefined, object]>([
  ['unanswered', 'TIMEOUT', undefined, { kind: 'unanswered', code: 'TIMEOUT', detail: null }],
  ['unanswered', 'STREAM_RESET', 'CANCEL', { kind: 'unanswered', code: 'STREAM_RESET', detail: 'CANCEL' }],
  ['unanswered', 'STREAM_RESET', 'PROTOCOL_ERROR', { kind: 'unanswered', code: 'CONNECTION_RESET', detail: null }],
  ['lost', 'CONNECTION_LOST', undefined, { kind: 'lost', code: 'CONNECTION_RESET', detail: null }],
  ['lost', 'CONNECT_FAILED', 'ECONNREFUSED', { kind: 'lost', code: 'CONNECTION_FAILED', detail: 'ECONNREFUSED' }],
  [
    'lost',
    'CONNECT_FAILED',
    'EADDRNOTPUBLIC',
    { kind: 'not-sent', code: 'ADDRESS_NOT_PUBLIC', detail: null, isForbidden: true },
  ],
  ['lost', 'STREAM_REFUSED', undefined, { kind: 'lost', code: 'STREAM_REFUSED', detail: null }],
  ['lost', 'INVALID_REQUEST', undefined, { kind: 'lost', code: 'REQUEST_NOT_SENT', detail: null }],
  ['not-sent', 'ABORTED', undefined, { kind: 'not-sent', code: 'ABORTED', detail: null, isForbidden: false }],
  ['not-sent', 'POOL_CLOSED', undefined, { kind: 'not-sent', code: 'SHUTTING_DOWN', detail: null, isForbidden: false }],
])('a failure %s %s %s has the code of a stored reason', (kind, code, detail, exchange) => {
  expect(readHttp2Failure({ kind, code, ...(detail === undefined ? {} : { detail }) })).toEqual(exchange);
});
