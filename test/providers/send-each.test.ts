import { describe, expect, test } from '@jest/globals';
import { CredentialsTrust, type Mismatch } from '../../src/providers/credentials-trust.js';
import { endWith, sendEach } from '../../src/providers/send-each.js';
import type { Message, Outcome, SenderApp } from '../../src/providers/sender.js';
import { eventually } from '../support/eventually.js';
import { makeMessages } from './harness.js';

const SENT: Outcome = { kind: 'sent', providerMessageId: null };
const PAUSED: Outcome = { kind: 'app-paused', code: 'OTHER', detail: 'x', afterMs: null };

describe('sending a batch message by message', () => {
  const messages = (count: number) =>
    makeMessages(Array.from({ length: count }, (_, index) => ({ kind: 'token', token: String(index) }) as const));
  const numberOf = ({ target }: Message) => (target.kind === 'token' ? Number(target.token) : -1);
  const run = (count: number, sendOne: (message: Message) => Promise<Outcome>, given: object = {}) =>
    sendEach<Outcome>({
      messages: messages(count),
      signal: new AbortController().signal,
      concurrency: 4,
      isFirstAlone: false,
      pauseKeyOf: (message) => String(numberOf(message) % 2),
      sendOne: (message, end) => endWith(sendOne(message), end),
      ...given,
    });

  test('keeps to its concurrency and the order', async () => {
    let underWay = 0;
    let most = 0;
    const results = await run(20, async (message) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return { kind: 'sent', providerMessageId: String(numberOf(message)) };
    });

    expect(most).toBe(4);
    expect(results).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ kind: 'sent', providerMessageId: String(index) })),
    );
  });

  test('few are in flight while answers arrive, and all if no answer arrives for a moment', async () => {
    const waiting: ((outcome: Outcome) => void)[] = [];
    let isAnswering = true;
    let most = 0;
    const sendOne = () =>
      new Promise<Outcome>((resolve) => {
        waiting.push(resolve);
        most = Math.max(most, waiting.length);
        if (isAnswering) setImmediate(() => waiting.shift()?.(SENT));
      });

    await run(600, sendOne, { concurrency: 500, few: 125 });
    expect(most).toBe(125);

    isAnswering = false;
    const results = run(600, sendOne, { concurrency: 500, few: 125 });
    await eventually('as many as may be under way', () => waiting.length === 500 || null);
    isAnswering = true;
    for (const answer of waiting.splice(0)) answer(SENT);
    expect(await results).toEqual(Array(600).fill(SENT));
  });

  test('each check without answers doubles the number in flight, and answers stop the growth', async () => {
    const waiting: ((outcome: Outcome) => void)[] = [];
    let isAnswering = false;
    let most = 0;
    const sendOne = () =>
      new Promise<Outcome>((resolve) => {
        most = Math.max(most, waiting.push(resolve));
        if (most === 100) isAnswering = true;
        if (isAnswering) setImmediate(() => waiting.splice(0).forEach((answer) => void answer(SENT)));
      });

    expect(await run(600, sendOne, { concurrency: 500, few: 50 })).toEqual(Array(600).fill(SENT));
    expect(most).toBe(100);
  });

  test('the first message goes alone if the credentials are unproven', async () => {
    const order: string[] = [];
    await run(
      3,
      async (message) => {
        order.push(`begin ${numberOf(message)}`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`end ${numberOf(message)}`);
        return SENT;
      },
      { isFirstAlone: true },
    );

    expect(order).toEqual(['begin 0', 'end 0', 'begin 1', 'begin 2', 'end 1', 'end 2']);
  });

  test('a pause holds back the remaining messages that it covers', async () => {
    const results = await run(8, async (message) => (numberOf(message) === 1 ? PAUSED : SENT), {
      concurrency: 1,
    });

    expect(results.map(({ kind }) => kind === 'app-paused')).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  test('an abort returns the remaining messages', async () => {
    const abort = new AbortController();
    const sendOne = async (message: Message) => {
      if (numberOf(message) === 2) abort.abort();
      return SENT;
    };

    const results = await run(5, sendOne, { concurrency: 1, signal: abort.signal });

    expect(results.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent', 'retry-after', 'retry-after']);
  });

  test('a message that cannot be rendered fails alone', async () => {
    const results = await run(3, async (message) => {
      if (numberOf(message) === 1) throw new URIError('URI malformed');
      return SENT;
    });

    expect(results).toEqual([SENT, { kind: 'failed', code: 'NOT_RENDERED', detail: null }, SENT]);
  });

  test('messages may end at once, fail to render or get an unreadable answer, while two end later', async () => {
    const count = 20_000;
    const later: (() => void)[] = [];
    const sending = sendEach<Outcome>({
      messages: messages(count),
      signal: new AbortController().signal,
      concurrency: 4,
      isFirstAlone: false,
      pauseKeyOf: () => '',
      sendOne: (message, end) => {
        const number = numberOf(message);
        if (number === 1) throw new URIError('URI malformed');
        const sent = () => {
          if (number === 2) throw new SyntaxError('what was answered');
          return SENT;
        };
        if (number === 3 || number === count - 1) later.push(() => end(sent));
        else end(sent);
      },
    });
    await eventually('all but two', () => later.length === 2 || null);
    for (const end of later) end();

    const results = await sending;
    const failed: Outcome = { kind: 'failed', code: 'NOT_RENDERED', detail: null };
    expect(results.slice(0, 4)).toEqual([SENT, failed, failed, SENT]);
    expect(results.slice(4)).toEqual(Array(count - 4).fill(SENT));
  });
});

describe('trust in credentials', () => {
  const app = (credentialsVersion = 1) => ({ id: 1, credentialsVersion }) as SenderApp;
  const mismatch: Mismatch = { kind: 'mismatch', code: 'OTHER', detail: 'bad', deadSince: 5 };
  const batch = (sent: number, mismatches: number) => [...Array(sent).fill(SENT), ...Array(mismatches).fill(mismatch)];
  const lastKind = (outcomes: Outcome[]) => outcomes.at(-1)?.kind;

  test('a few rejected tokens are dead tokens', () => {
    expect(new CredentialsTrust().judge(app(), batch(0, 9)).at(-1)).toEqual({
      kind: 'invalid-token',
      code: 'OTHER',
      detail: 'bad',
      deadSince: 5,
    });
  });

  test('many rejected tokens without any success are wrong credentials', () => {
    expect(lastKind(new CredentialsTrust().judge(app(), batch(0, 10)))).toBe('app-paused');
  });

  test('many rejected tokens after as many successes are dead tokens, until the credentials change', () => {
    const trust = new CredentialsTrust();
    trust.judge(app(), batch(100, 0));

    expect(trust.isProven(app())).toBe(true);
    expect(lastKind(trust.judge(app(), batch(0, 100)))).toBe('invalid-token');
    expect(trust.isProven(app(2))).toBe(false);
    expect(lastKind(trust.judge(app(2), batch(0, 100)))).toBe('app-paused');
  });
});
