import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Answer } from '../../../src/providers/exchange.js';
import { groupMessages } from '../../../src/providers/provider-b/group-messages.js';
import { idempotencyKey } from '../../../src/providers/provider-b/idempotency-key.js';
import { readAnswer } from '../../../src/providers/provider-b/read-answer.js';
import { Fixture } from '../fixture.js';
import { makeContent, makeMessages, nameOf } from '../harness.js';

describe('what an answer of provider_b means', () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const read = (status: number, body: unknown, headers: Answer['headers'] = {}) =>
    ids.map(readAnswer({ kind: 'answer', status, headers, body: JSON.stringify(body) }, 0));
  const kinds = (status: number, body: unknown) => read(status, body).map(({ kind }) => kind);

  test('an id means that all devices were accepted', () => {
    expect(read(200, { id: 'n1' })).toEqual(ids.map(() => ({ kind: 'sent', providerMessageId: 'n1' })));
  });

  test.each(['invalid_subscription_ids', 'invalid_player_ids', 'invalid_external_user_ids'])(
    'those listed under %s are dead, the others were reached',
    (name) => {
      expect(kinds(200, { id: 'n1', errors: { [name]: [ids[1]?.toUpperCase()] } })).toEqual([
        'sent',
        'invalid-token',
        'sent',
      ]);
    },
  );

  test('an empty id means that no device was reached', () => {
    expect(kinds(200, { id: '', errors: ['All included players are not subscribed'] })).toEqual(
      Array(3).fill('mismatch'),
    );
    expect(kinds(200, { id: '', errors: ['Something else'] })).toEqual(Array(3).fill('failed'));
    expect(kinds(200, { id: '' })).toEqual(Array(3).fill('failed'));
    expect(kinds(200, { id: '', errors: { invalid_player_ids: [ids[0]] } })).toEqual([
      'invalid-token',
      'failed',
      'failed',
    ]);
    const odd = { toString: 1, valueOf: 1 };
    expect(kinds(200, { id: 'x', errors: { invalid_player_ids: [odd, null, ids[0]] } })).toEqual([
      'invalid-token',
      'sent',
      'sent',
    ]);
  });

  test.each([
    [400, { errors: ['ttl must be'] }, { kind: 'failed', code: 'REJECTED', detail: '400 bad request' }],
    [
      400,
      { errors: ['app_id not found'] },
      { kind: 'app-paused', code: 'UNKNOWN_APP', detail: '400 app_id', afterMs: null },
    ],
    [401, {}, { kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '401 unauthorized', afterMs: null }],
    [403, {}, { kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '403 forbidden', afterMs: null }],
    [429, {}, { kind: 'retry-after', code: 'TOO_MANY_REQUESTS', detail: '429 too many requests', afterMs: 4000 }],
    [500, {}, { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '500 internal server error', afterMs: 4000 }],
  ])('%i %j concerns all messages', (status, body, outcome) => {
    expect(read(status, body, { 'retry-after': '4' })).toEqual(Array(3).fill(outcome));
  });
});

describe('calls of provider_b', () => {
  test('messages with identical content share a call, up to 2,000', () => {
    const targets = Array.from(
      { length: 2001 },
      () => ({ kind: 'subscription-id', subscriptionId: randomUUID() }) as const,
    );
    const same = makeMessages(targets);
    const equal = makeMessages(targets.slice(0, 1));
    const other = makeMessages(targets.slice(0, 3), makeContent({ title: 'Other' }));

    const { calls } = groupMessages([...same, ...other, ...equal]);

    expect(calls.map(({ places }) => places.length)).toEqual([2000, 2, 3]);
    expect(calls[1]?.places).toEqual([2000, 2004]);
  });

  test('the idempotency key is a UUID derived from the messages, in any order', () => {
    expect(idempotencyKey(['a', 'b'])).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idempotencyKey(['a', 'b'])).toBe(idempotencyKey(['b', 'a']));
    expect(idempotencyKey(['a', 'b'])).not.toBe(idempotencyKey(['a', 'c']));
  });

  test('a different set of two thousand messages has a different idempotency key', () => {
    const ids = Array.from({ length: 2000 }, () => randomUUID());
    const others = ids.map((id, index) => (index === 1000 ? randomUUID() : id));

    expect(idempotencyKey([...ids].reverse())).toBe(idempotencyKey(ids));
    expect(idempotencyKey(others)).not.toBe(idempotencyKey(ids));
    expect(idempotencyKey(ids.slice(1))).not.toBe(idempotencyKey(ids));
    expect(idempotencyKey([...ids, ...ids])).not.toBe(idempotencyKey(ids));
  });

  test("a single message's own id is its idempotency key", () => {
    const id = randomUUID();

    expect(idempotencyKey([id])).toBe(id);
  });
});

describe('provider_b', () => {
  const fixture = new Fixture('provider_b');

  test('a push keeps all its parts, and has a receipt if a call has one device', async () => {
    const content = makeContent({
      image: 'https://cdn.example/i.png',
      icon: 'https://cdn.example/c.png',
      link: 'https://x.example/',
    });
    const messages = makeMessages(await fixture.targets(1), content);

    await fixture.sendMessages(messages, { ttlSeconds: 60, urgency: 'high', collapseKey: 'k' });

    const app = fixture.app.credentials;
    expect(await fixture.firstContent()).toEqual({
      app_id: app.provider === 'provider_b' && app.appId,
      include_subscription_ids: messages.map(({ target }) => nameOf(target)),
      idempotency_key: idempotencyKey(messages.map(({ id }) => id)),
      headings: { en: content.title },
      contents: { en: content.text },
      big_picture: content.image,
      ios_attachments: { image: content.image },
      chrome_web_image: content.image,
      chrome_web_icon: content.icon,
      large_icon: content.icon,
      url: content.link,
      data: { receipt: messages[0]?.receipt },
      ttl: 60,
      priority: 10,
      collapse_id: 'k',
      mutable_content: true,
      ios_sound: 'default',
    });
  });

  test('devices that share a call have no receipt', async () => {
    await fixture.sendTo(await fixture.targets(2));

    expect(await fixture.firstContent()).not.toHaveProperty('data');
  });

  test('a push without a text shows its title', async () => {
    expect((await fixture.sendOne(makeContent({ text: '' })))?.kind).toBe('sent');
    expect(await fixture.firstContent()).toMatchObject({ contents: { en: makeContent().title } });
  });

  test('a call whose answer was lost is not delivered twice', async () => {
    const messages = makeMessages(await fixture.targets(20));
    await fixture.fakes.misbehave({
      provider: 'provider_b',
      times: 1,
      fault: { kind: 'reset-socket', accepted: true },
    });

    const first = await fixture.sendMessages(messages);
    const second = await fixture.sendMessages(messages);

    expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set(['retry-after']));
    expect(new Set(second.map(({ kind }) => kind))).toEqual(new Set(['sent']));
    expect(await fixture.fakes.count()).toBe(20);
  });

  test('an invalid id is reported separately and does not fail the call', async () => {
    const targets = [...(await fixture.targets(2)), { kind: 'subscription-id', subscriptionId: 'nonsense' } as const];

    const outcomes = await fixture.sendTo(targets);

    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'invalid-token']);
  });

  test('when many ids are all unknown, the application pauses instead of losing its devices', async () => {
    const targets = await fixture.targets(30);
    await fixture.fakes.killTokens('provider_b', targets.map(nameOf));

    const kinds = (await fixture.sendTo(targets)).map(({ kind }) => kind);

    expect(new Set(kinds)).toEqual(new Set(['app-paused']));
  });

  test('different contents go in separate calls', async () => {
    const targets = await fixture.targets(6);
    const messages = targets.flatMap((target, index) =>
      makeMessages([target], makeContent({ title: `Title ${index % 2}` })),
    );

    const outcomes = await fixture.sendMessages(messages);

    expect(new Set(outcomes.map((outcome) => outcome.kind === 'sent' && outcome.providerMessageId)).size).toBe(2);
    const entries = await fixture.fakes.entries();
    const titles = new Map(entries.map((entry) => [entry.target, entry.title]));
    expect(targets.map((target) => titles.get(nameOf(target)))).toEqual(
      targets.map((_, index) => `Title ${index % 2}`),
    );
  });
});
