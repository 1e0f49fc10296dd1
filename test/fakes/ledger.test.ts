import { describe, expect, test } from '@jest/globals';
import { Ledger, type LedgerRecord } from '../support/fakes/ledger.js';

const record = (changed: Partial<LedgerRecord> = {}): LedgerRecord => ({
  provider: 'provider_c',
  appKey: 'com.example',
  target: 't1',
  messageId: 'm1',
  status: 200,
  reason: null,
  title: 'Hello',
  body: 'World',
  content: { aps: {} },
  receipt: 'r1',
  identity: 'm1',
  ...changed,
});

describe('the ledger', () => {
  test('counts accepted messages, and lists refused ones too', () => {
    const ledger = new Ledger();
    ledger.record(record());
    ledger.record(record({ target: 't2', title: 'Other' }));
    ledger.record(record({ target: 't2', status: 429, reason: 'TooManyRequests' }));
    expect([ledger.count(), ledger.count({ accepted: false }), ledger.count({ status: 429 })]).toEqual([2, 1, 1]);
    expect(ledger.countByTarget({ title: 'Other' })).toEqual(new Map([['t2', 1]]));
    expect(ledger.all({ offset: 1 }).map(({ seq, status }) => [seq, status])).toEqual([
      [1, 200],
      [2, 429],
    ]);
    expect(ledger.summary().providers.provider_c?.answers).toEqual({ '200': 2, '429 TooManyRequests': 1 });
  });

  test('a message is a duplicate of the first accepted one, never of a refused one', () => {
    const ledger = new Ledger();
    ledger.record(record({ status: 503, reason: 'ServiceUnavailable' }));
    ledger.record(record());
    ledger.record(record());
    ledger.record(record({ provider: 'webpush' }));
    ledger.record(record({ identity: null }));
    expect(ledger.duplicates()).toMatchObject([{ seq: 2, duplicateOf: 1 }]);
    expect(ledger.summary()).toMatchObject({ accepted: 4, refused: 1, duplicates: 1 });
  });

  test('without content it still records targets and duplicates', () => {
    const ledger = new Ledger({ keepContent: false });
    ledger.record(record());
    ledger.record(record());
    expect(ledger.duplicates()).toMatchObject([{ target: 't1', title: null, content: null, duplicateOf: 0 }]);
    expect(ledger.countByTarget().get('t1')).toBe(2);
  });

  test('is empty after clearing', () => {
    const ledger = new Ledger();
    ledger.record(record());
    ledger.note('something');
    ledger.clear();
    ledger.record(record());
    expect(ledger.summary()).toMatchObject({ entries: 1, duplicates: 0, notes: {} });
  });
});
