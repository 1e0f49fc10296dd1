import { describe, expect, test } from '@jest/globals';
import type { Answer } from '../../../src/providers/exchange.js';
import { ProviderTokens } from '../../../src/providers/provider-c/provider-tokens.js';
import { readAnswer } from '../../../src/providers/provider-c/read-answer.js';
import { Fixture } from '../fixture.js';
import { makeContent, makeMessages, nameOf, TestClock } from '../harness.js';

const answer = (status: number, body: object = {}, headers: Record<string, string> = {}): Answer => ({
  kind: 'answer',
  status,
  headers,
  body: JSON.stringify(body),
});

describe('what an answer of provider_c means', () => {
  const context = { messageId: 'id', nowMs: 0 };
  const since = 1_760_000_000_000;

  test.each([
    [
      410,
      'Unregistered',
      { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410 Unregistered', deadSince: since },
    ],
    [
      410,
      'ExpiredToken',
      { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410 ExpiredToken', deadSince: since },
    ],
    [400, 'BadDeviceToken', { kind: 'mismatch', code: 'BAD_TOKEN', detail: '400 BadDeviceToken', deadSince: since }],
    [
      400,
      'DeviceTokenNotForTopic',
      { kind: 'mismatch', code: 'WRONG_TOPIC', detail: '400 DeviceTokenNotForTopic', deadSince: since },
    ],
    [400, 'TopicDisallowed', { kind: 'app-paused', code: 'WRONG_TOPIC', detail: '400 TopicDisallowed', afterMs: null }],
    [400, 'BadTopic', { kind: 'app-paused', code: 'WRONG_TOPIC', detail: '400 BadTopic', afterMs: null }],
    [400, 'PayloadEmpty', { kind: 'failed', code: 'REJECTED', detail: '400 PayloadEmpty' }],
    [
      403,
      'ExpiredProviderToken',
      { kind: 'token-expired', code: 'EXPIRED_PROVIDER_TOKEN', detail: '403 ExpiredProviderToken' },
    ],
    [
      403,
      'InvalidProviderToken',
      { kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '403 InvalidProviderToken', afterMs: null },
    ],
    [404, 'BadPath', { kind: 'failed', code: 'REJECTED', detail: '404 BadPath' }],
    [413, 'PayloadTooLarge', { kind: 'failed', code: 'PAYLOAD_TOO_LARGE', detail: '413 PayloadTooLarge' }],
    [
      429,
      'TooManyRequests',
      { kind: 'retry-after', code: 'TOO_MANY_REQUESTS', detail: '429 TooManyRequests', afterMs: 3000 },
    ],
    [
      429,
      'TooManyProviderTokenUpdates',
      { kind: 'app-paused', code: 'TOO_MANY_TOKEN_UPDATES', detail: '429 TooManyProviderTokenUpdates', afterMs: 3000 },
    ],
    [
      500,
      'InternalServerError',
      { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '500 InternalServerError', afterMs: 3000 },
    ],
    [503, 'Shutdown', { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503 Shutdown', afterMs: 3000 }],
  ])('%i %s', (status, reason, verdict) => {
    expect(readAnswer(answer(status, { reason, timestamp: since }, { 'retry-after': '3' }), context)).toEqual(verdict);
  });

  test('a body that is not JSON leaves only the status', () => {
    expect(readAnswer({ ...answer(502), body: '<html>' }, context)).toEqual({
      kind: 'retry-after',
      code: 'PROVIDER_FAILED',
      detail: '502 bad gateway',
      afterMs: null,
    });
  });
});

describe('provider_c', () => {
  const fixture = new Fixture('provider_c');

  test("the alert, the app's own data and the receipt are in the payload", async () => {
    const content = makeContent({
      image: 'https://cdn.example/i.png',
      icon: 'https://cdn.example/c.png',
      link: 'app://x',
    });
    const messages = makeMessages(await fixture.targets(1), content);

    await fixture.sendMessages(messages);

    expect(await fixture.firstContent()).toEqual({
      aps: { alert: { title: content.title, body: content.text }, sound: 'default', 'mutable-content': 1 },
      image: content.image,
      icon: content.icon,
      link: content.link,
      receipt: messages[0]?.receipt,
    });
  });

  test('absent parts are omitted', async () => {
    const messages = makeMessages(await fixture.targets(1));

    await fixture.sendMessages(messages);

    const { title, text } = makeContent();
    expect(await fixture.firstContent()).toEqual({
      aps: { alert: { title, body: text }, sound: 'default', 'mutable-content': 1 },
      receipt: messages[0]?.receipt,
    });
  });

  test("the message's id is its apns-id on every attempt", async () => {
    const messages = makeMessages(await fixture.targets(1));
    await fixture.answering({ status: 503 }, 1);

    await fixture.sendMessages(messages);
    const [outcome] = await fixture.sendMessages(messages);

    expect(outcome).toEqual({ kind: 'sent', providerMessageId: messages[0]?.id });
    const entries = await fixture.fakes.entries({ provider: 'provider_c' });
    expect(entries.map((entry) => entry.messageId)).toEqual([messages[0]?.id, messages[0]?.id]);
  });

  test.each([
    ['a collapse key with blanks and ünicode', 0, 'high'],
    ['short', 60, 'normal'],
  ] as const)(
    'collapse key "%s", %i s to live and urgency %s are headers that Apple accepts',
    async (collapseKey, ttlSeconds, urgency) => {
      expect((await fixture.sendOne(undefined, { collapseKey, ttlSeconds, urgency }))?.kind).toBe('sent');
    },
  );

  test('a payload over 4,096 bytes fails without being sent, and one of exactly 4,096 is sent', async () => {
    const [message] = makeMessages(await fixture.targets(1), makeContent({ text: '' }));
    if (message === undefined) throw new Error('no message');
    const aps = { alert: { title: message.content.title, body: '' }, sound: 'default', 'mutable-content': 1 };
    const frame = { aps, receipt: message.receipt };
    const spare = 4096 - Buffer.byteLength(JSON.stringify(frame));
    const withText = (length: number) => ({ ...message, content: makeContent({ text: 'x'.repeat(length) }) });

    const outcomes = await fixture.sendMessages([withText(spare), withText(spare + 1)]);

    expect(outcomes).toMatchObject([
      { kind: 'sent' },
      { kind: 'failed', code: 'PAYLOAD_TOO_LARGE', detail: '413 payload too large' },
    ]);
    expect(await fixture.statuses()).toEqual([200]);
  });

  test('a dead token is reported with the time at which it became invalid', async () => {
    const targets = await fixture.targets(1);
    await fixture.fakes.killTokens('provider_c', targets.map(nameOf), 1_760_000_000_123);

    expect(await fixture.sendTo(targets)).toEqual([
      { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410 Unregistered', deadSince: 1_760_000_000_123 },
    ]);
  });

  test('an expired token is renewed once for all messages that failed with it', async () => {
    // Apple refuses a new token within 20 minutes of the last one.
    fixture.clock.aheadMs = -25 * 60_000;
    await fixture.sendOne();
    fixture.clock.aheadMs = 0;
    await fixture.answering({ status: 403, reason: 'ExpiredProviderToken' }, 20);

    const outcomes = await fixture.sendTo(await fixture.targets(20));

    expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(20);
  });

  test('a fresh token that is rejected as expired pauses the application', async () => {
    // A token of the next second would be a second token within 20 minutes.
    const now = fixture.clock.now();
    fixture.clock.now = () => now;
    await fixture.answering({ status: 403, reason: 'ExpiredProviderToken' });

    expect(await fixture.sendOne()).toEqual({
      kind: 'app-paused',
      code: 'EXPIRED_PROVIDER_TOKEN',
      detail: '403 ExpiredProviderToken',
      afterMs: null,
    });
    expect(await fixture.statuses()).toEqual([403, 403]);
  });

  test('wrong credentials cost one request while they are unproven', async () => {
    await fixture.answering({ status: 403, reason: 'InvalidProviderToken' });

    const outcomes = await fixture.sendTo(await fixture.targets(50));

    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['app-paused']));
    expect(await fixture.statuses()).toEqual([403]);
  });

  test('when most tokens are rejected the application pauses instead of losing its devices', async () => {
    const targets = await fixture.targets(40);
    const strangers = targets.slice(5).map(nameOf);
    await fixture.fakes.misbehave({
      provider: 'provider_c',
      targets: strangers,
      fault: { kind: 'answer', status: 400, reason: 'BadDeviceToken' },
    });

    const kinds = (await fixture.sendTo(targets)).map(({ kind }) => kind);

    expect(kinds.slice(0, 5)).toEqual(Array(5).fill('sent'));
    expect(new Set(kinds.slice(5))).toEqual(new Set(['app-paused']));
  });

  test('even many bad tokens are retired if the credentials have worked for many messages', async () => {
    await fixture.sendTo(await fixture.targets(60));
    await fixture.answering({ status: 400, reason: 'BadDeviceToken' });

    const kinds = (await fixture.sendTo(await fixture.targets(40))).map(({ kind }) => kind);

    expect(new Set(kinds)).toEqual(new Set(['invalid-token']));
  });

  test('GOAWAY during a batch loses and repeats nothing', async () => {
    await fixture.sendOne();
    await fixture.fakes.misbehave({
      provider: 'provider_c',
      nth: 20,
      times: 1,
      fault: { kind: 'goaway', refuse: true },
    });

    const outcomes = await fixture.sendTo(await fixture.targets(100));

    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['sent']));
    expect(await fixture.fakes.duplicates()).toEqual([]);
  });

  test('messages beyond the number of streams all arrive once', async () => {
    const outcomes = await fixture.sendTo(await fixture.targets(2500));

    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['sent']));
    expect(await fixture.fakes.count()).toBe(2500);
    expect(await fixture.fakes.duplicates()).toEqual([]);
  });
});

describe('provider tokens', () => {
  const fixture = new Fixture('provider_c');
  const credentials = () => {
    if (fixture.app.credentials.provider !== 'provider_c') throw new Error('wrong credentials');
    return fixture.app.credentials;
  };
  const minutes = (count: number) => count * 60_000;

  test('live for 50 minutes and are shared by applications with the same key', () => {
    const clock = new TestClock();
    const tokens = new ProviderTokens(clock);
    const first = tokens.tokenFor(credentials());

    clock.aheadMs = minutes(49);
    expect(tokens.tokenFor({ ...credentials(), topic: 'another' })).toBe(first);
    clock.aheadMs = minutes(51);
    expect(tokens.tokenFor(credentials())).not.toBe(first);
  });

  test('a rejected token is regenerated once, however many messages report it', () => {
    const clock = new TestClock();
    const tokens = new ProviderTokens(clock);
    const rejected = tokens.tokenFor(credentials()) ?? '';
    clock.aheadMs = minutes(1);

    const renewed = tokens.renew(credentials(), rejected);

    expect(renewed).not.toBe(rejected);
    expect(tokens.renew(credentials(), rejected)).toBe(renewed);
  });
});
