import { describe, expect, test } from '@jest/globals';
import type { ProviderName } from '../../../src/providers/sender.js';
import type { LedgerEntry } from '../../support/fakes/ledger.js';
import type { Promised } from './load.js';
import { judge, mostAtOnce } from './verdict.js';

const promise = (given: Partial<Promised> = {}): Promised => ({
  schedulerId: 1,
  title: 'news',
  targets: ['ann', 'bob'],
  times: 1,
  moments: [0],
  ...given,
});

const took = (target: string, messageId: string, given: Partial<LedgerEntry> = {}): LedgerEntry => ({
  seq: 0,
  shownAs: null,
  provider: 'provider_c',
  at: 0,
  appKey: 'topic',
  target,
  messageId,
  status: 200,
  reason: null,
  duplicateOf: null,
  title: 'news',
  body: null,
  content: null,
  receipt: null,
  ...given,
});

const byB = { provider: 'provider_b' as ProviderName };

describe('the verdict of the chaos test', () => {
  test('is good if every target has its message once', () => {
    expect(judge([promise()], [took('ann', 'a'), took('bob', 'b')])).toEqual({ lost: [], wrong: [], repeats: [] });
  });

  test('names lost messages, even if another message came twice', () => {
    expect(judge([promise()], [took('ann', 'a')]).lost).toEqual(['news | bob']);
    const twice = promise({ targets: ['ann'], times: 2 });
    expect(judge([twice], [took('ann', 'a'), took('ann', 'a')]).lost).toEqual(['news | ann']);
  });

  test('counts a second copy of a message as a repetition, and gives the time of the first', () => {
    const { repeats, wrong } = judge(
      [promise()],
      [took('ann', 'a', { at: 5 }), took('bob', 'b'), took('ann', 'a', { at: 9 })],
    );
    expect({ repeats, wrong }).toEqual({ repeats: [{ key: 'news | ann', firstAt: 5 }], wrong: [] });
  });

  test('counts a different message of the same moment, or an unexpected message, as wrong', () => {
    const entries = [took('ann', 'a'), took('ann', 'another'), took('bob', 'b'), took('eve', 'e')];
    expect(judge([promise()], entries).wrong).toEqual(['news | eve', 'news | ann']);
  });

  test('counts an auto-push message that is repeated in the next hour as a repetition', () => {
    const auto = promise({ targets: ['ann'], moments: null });
    const { wrong, repeats } = judge([auto], [took('ann', 'a'), took('ann', 'next hour')]);
    expect([wrong, repeats.length]).toEqual([[], 1]);
  });

  test('compares the number of calls if calls carry no id', () => {
    const weekly = promise({ targets: ['ann'], times: 3 });
    const entries = ['x', 'y', 'z'].map((id) => took('ann', id, byB));
    expect(judge([weekly], entries.slice(1)).lost).toEqual(['news | ann']);
    expect(judge([weekly], entries)).toEqual({ lost: [], wrong: [], repeats: [] });
    expect(judge([weekly], [...entries, took('ann', 'w', byB)]).repeats).toHaveLength(1);
  });

  test('assigns repetitions to the kill that followed their first sending', () => {
    const repeats = [10, 20, 30, 900].map((firstAt) => ({ key: 'news | ann', firstAt }));
    expect(mostAtOnce(repeats, [{ at: 500 }, { at: 1000 }])).toBe(3);
    expect(mostAtOnce([], [{ at: 500 }])).toBe(0);
  });
});
