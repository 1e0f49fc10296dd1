import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Senders } from '../../../src/providers/create-senders.js';
import type { Content, Outcome, SendBatch, SenderApp, Target } from '../../../src/providers/sender.js';
import type { Fakes } from '../../support/fakes/fakes.js';
import { startFakes } from '../../support/fakes/start-fakes.js';
import {
  closeSenders,
  makeBatch,
  makeContent,
  makeMessages,
  makeSenderApp,
  makeTargets,
  nameOf,
  sendersFor,
  TestClock,
} from '../harness.js';

describe('web push', () => {
  let fakes: Fakes;
  let senders: Senders;
  let clock: TestClock;
  let app: SenderApp;

  beforeAll(async () => {
    fakes = await startFakes();
  });
  beforeEach(async () => {
    clock = new TestClock();
    senders = sendersFor(fakes, { clock });
    app = await makeSenderApp(fakes, 'webpush');
  });
  afterEach(async () => {
    await fakes.setNow(null);
    await fakes.reset();
    await closeSenders(senders);
  });
  afterAll(() => fakes.close());

  const sendTo = (targets: readonly Target[], content?: Content, given?: Partial<SendBatch>): Promise<Outcome[]> =>
    senders.webpush.send(makeBatch(app, makeMessages(targets, content), given));
  const answering = (status: number, times?: number) =>
    fakes.misbehave({ provider: 'webpush', ...(times && { times }), fault: { kind: 'answer', status } });

  test('a device receives title, body, image, icon, link and its receipt', async () => {
    const content = makeContent({
      image: 'https://cdn.example/i.png',
      icon: 'https://cdn.example/c.png',
      link: 'https://shop.example/',
    });
    const [message] = makeMessages(await makeTargets(fakes, 'webpush', 1), content);
    if (message === undefined) throw new Error('no message');

    await senders.webpush.send(makeBatch(app, [message], { collapseKey: 'a key with blanks and ünicode' }));

    const [entry] = await fakes.entries({ provider: 'webpush' });
    const { title, text: body, image, icon, link } = content;
    expect(entry?.content).toEqual({
      title,
      body,
      image,
      icon,
      link,
      tag: 'a key with blanks and ünicode',
      receipt: message.receipt,
    });
  });

  test('absent parts are omitted', async () => {
    await sendTo(await makeTargets(fakes, 'webpush', 1));

    const [entry] = await fakes.entries({ provider: 'webpush' });
    expect(Object.keys(entry?.content ?? {}).sort()).toEqual(['body', 'receipt', 'tag', 'title']);
  });

  test('a message has every header of the batch, and a silent message is refused for browsers', async () => {
    const targets = await makeTargets(fakes, 'webpush', 1);
    const shown = makeContent({ data: { order: '17' }, collapseKey: 'offer' });
    const options = { ttlSeconds: 7_200, urgency: 'very-low', collapseKey: 'offer' } as const;
    expect(await sendTo(targets, shown, options)).toEqual([{ kind: 'sent', providerMessageId: null }]);
    expect(await sendTo(targets, makeContent({ silent: true }))).toEqual([
      { kind: 'failed', code: 'SILENT_WEB_PUSH', detail: null },
    ]);
    const [entry, ...others] = await fakes.entries({ provider: 'webpush' });
    expect(others).toEqual([]);
    expect(entry?.content).toMatchObject({ tag: 'offer', notification: { data: { order: '17' } } });
  });

  test.each([
    [404, 'invalid-token', '404 not found'],
    [410, 'invalid-token', '410 gone'],
    [413, 'failed', '413 payload too large'],
    [400, 'app-paused', '400 bad request'],
    [401, 'app-paused', '401 unauthorized'],
    [403, 'app-paused', '403 forbidden'],
    [429, 'retry-after', '429 too many requests'],
    [500, 'retry-after', '500 internal server error'],
    [503, 'retry-after', '503 service unavailable'],
    [301, 'failed', '301 moved permanently'],
    [405, 'failed', '405 method not allowed'],
    // The push service's operator must not be able to create hundreds of reasons.
    [499, 'failed', '4xx'],
    [520, 'retry-after', '5xx'],
    [987, 'retry-after', '9xx'],
  ])('%i means %s', async (status, kind, detail) => {
    await answering(status);

    expect(await sendTo(await makeTargets(fakes, 'webpush', 1))).toEqual([expect.objectContaining({ kind, detail })]);
  });

  test.each([400, 401, 403])('after a %i the header is signed again once, and that can help', async (status) => {
    await answering(status, 1);

    expect(await sendTo(await makeTargets(fakes, 'webpush', 1))).toEqual([{ kind: 'sent', providerMessageId: null }]);
    expect((await fakes.entries({ provider: 'webpush' })).map((entry) => entry.status)).toEqual([status, 201]);
  });

  test('a device whose endpoint always refuses does not pause a push service that accepts other messages', async () => {
    const targets = await makeTargets(fakes, 'webpush', 4);
    await sendTo(targets);
    const rogue = targets.slice(0, 1);
    await fakes.misbehave({ provider: 'webpush', targets: rogue.map(nameOf), fault: { kind: 'answer', status: 403 } });

    const outcomes = await sendTo(targets);

    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'sent', 'sent', 'sent']);
  });

  test('a push service that stops accepting the credentials does pause the application', async () => {
    const targets = await makeTargets(fakes, 'webpush', 20);
    await sendTo(targets);
    await answering(403);

    const outcomes = await sendTo(targets);

    expect(outcomes.map(({ kind }) => kind)).toContain('app-paused');
    expect((await sendTo(targets.slice(0, 1)))[0]?.kind).toBe('app-paused');
  });

  test('a pause covers one push service only', async () => {
    const paused = await makeTargets(fakes, 'webpush', 3);
    const other = await fakes.makeSubscriptions({ count: 2, cleartext: true });
    await fakes.misbehave({ provider: 'webpush', targets: paused.map(nameOf), fault: { kind: 'answer', status: 403 } });

    const outcomes = await sendTo([
      ...paused,
      ...other.map(({ endpoint, keys }) => ({ kind: 'web', endpoint, ...keys }) as const),
    ]);

    expect(outcomes.map(({ kind }) => kind)).toEqual(['app-paused', 'app-paused', 'app-paused', 'sent', 'sent']);
  });

  test('a push service that asks for a pause gets no request until the pause ends', async () => {
    const targets = await makeTargets(fakes, 'webpush', 2);
    await fakes.misbehave({
      provider: 'webpush',
      times: 1,
      fault: { kind: 'answer', status: 503, retryAfterSeconds: 20 },
    });
    const startedAt = clock.now();
    await sendTo(targets.slice(0, 1));

    const [early] = await sendTo(targets);
    const passedMs = clock.now() - startedAt;
    clock.aheadMs += 20_001;
    const late = await sendTo(targets);

    if (early?.kind !== 'retry-after') throw new Error(`It was ${early?.kind}.`);
    expect(early.afterMs).toBeLessThanOrEqual(20_000);
    expect(early.afterMs).toBeGreaterThanOrEqual(20_000 - passedMs);
    expect(late.map(({ kind }) => kind)).toEqual(['sent', 'sent']);
  });

  test('a 429 pauses only its device; after forty in a row the push service gets no request', async () => {
    const targets = await makeTargets(fakes, 'webpush', 60);
    const limited = targets.slice(0, 50);
    await fakes.misbehave({
      provider: 'webpush',
      targets: limited.map(nameOf),
      fault: { kind: 'answer', status: 429, retryAfterSeconds: 20 },
    });
    const codes = async (some: readonly Target[]) =>
      (await sendTo(some)).map((outcome) => ('code' in outcome ? outcome.code : outcome.kind));

    expect(new Set(await codes(limited.slice(0, 30)))).toEqual(new Set(['TOO_MANY_REQUESTS']));
    expect(await codes(targets.slice(50, 51))).toEqual(['sent']);
    for (let n = 0; n < 40; n += 1) expect(await codes(limited.slice(n, n + 1))).toEqual(['TOO_MANY_REQUESTS']);
    expect(await codes(targets.slice(51))).toEqual(Array(9).fill('PUSH_SERVICE_WAITS'));
    clock.aheadMs += 20_001;
    expect(await codes(targets.slice(51))).toEqual(Array(9).fill('sent'));
  });

  test('one header serves a push service for six hours', async () => {
    const targets = await makeTargets(fakes, 'webpush', 1);
    await sendTo(targets);
    // After 13 hours the first header would be refused, because it is valid for twelve.
    clock.aheadMs = 13 * 3600_000;
    await fakes.setNow(clock.now());

    expect((await sendTo(targets))[0]?.kind).toBe('sent');
    expect((await fakes.summary()).refused).toBe(0);
  });

  test('a payload over 3,993 bytes fails without being sent, and one of exactly 3,993 is sent', async () => {
    const targets = await makeTargets(fakes, 'webpush', 1);
    const [message] = makeMessages(targets, makeContent({ text: '' }));
    if (message === undefined) throw new Error('no message');
    const { title } = message.content;
    const spare =
      3993 - Buffer.byteLength(JSON.stringify({ title, body: '', tag: message.id, receipt: message.receipt }));
    const withText = (length: number) => ({ ...message, content: makeContent({ text: 'x'.repeat(length) }) });

    const outcomes = await senders.webpush.send(makeBatch(app, [withText(spare), withText(spare + 1)]));

    expect(outcomes).toEqual([
      { kind: 'sent', providerMessageId: null },
      { kind: 'failed', code: 'PAYLOAD_TOO_LARGE', detail: '413 payload too large' },
    ]);
    expect((await fakes.summary()).entries).toBe(1);
  });

  test('malformed keys retire the device', async () => {
    const [target] = await makeTargets(fakes, 'webpush', 1);
    if (target?.kind !== 'web') throw new Error('no target');

    expect(await sendTo([{ ...target, p256dh: 'AAAA' }, { ...target, auth: 'AAAA' }, target])).toEqual([
      { kind: 'invalid-token', code: 'UNUSABLE_SUBSCRIPTION_KEYS', detail: null, deadSince: null },
      { kind: 'invalid-token', code: 'UNUSABLE_SUBSCRIPTION_KEYS', detail: null, deadSince: null },
      { kind: 'sent', providerMessageId: null },
    ]);
  });

  test('with the guard on, private endpoints fail before any connection', async () => {
    const guarded = sendersFor(fakes, {
      allowPrivate: false,
      baseUrls: {
        provider_a: 'https://fcm.googleapis.com',
        provider_b: 'https://api.onesignal.com',
        provider_c: 'https://api.push.apple.com',
      },
    });
    const [target] = await makeTargets(fakes, 'webpush', 1);
    if (target?.kind !== 'web') throw new Error('no target');
    const endpoints = [target.endpoint, 'http://push.example/x', 'https://127.0.0.1/x', 'https://localhost/x'];
    const targets = endpoints.map((endpoint) => ({ ...target, endpoint }));

    const outcomes = await guarded.webpush.send(makeBatch(app, makeMessages(targets)));
    await closeSenders(guarded);

    expect(outcomes).toEqual([
      { kind: 'failed', code: 'ENDPOINT_REFUSED', detail: 'port not allowed' },
      { kind: 'failed', code: 'ENDPOINT_REFUSED', detail: 'not https' },
      { kind: 'failed', code: 'ENDPOINT_REFUSED', detail: 'address not public' },
      { kind: 'failed', code: 'ENDPOINT_REFUSED', detail: 'address not public' },
    ]);
    expect((await fakes.summary()).entries).toBe(0);
  });

  test('a certificate without a trusted authority ends the connection', async () => {
    const strict = sendersFor(fakes, { ca: undefined });

    const outcomes = await strict.webpush.send(makeBatch(app, makeMessages(await makeTargets(fakes, 'webpush', 1))));
    await closeSenders(strict);

    expect(outcomes).toEqual([
      { kind: 'retry-after', code: 'CONNECTION_FAILED', detail: expect.any(String), afterMs: null },
    ]);
    expect((await fakes.summary()).entries).toBe(0);
  });
});
