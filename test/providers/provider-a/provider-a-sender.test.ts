import { describe, expect, test } from '@jest/globals';
import { readAnswer } from '../../../src/providers/provider-a/read-answer.js';
import { Fixture } from '../fixture.js';
import { makeBatch, makeContent, makeMessages, nameOf, sendersFor } from '../harness.js';

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';

describe('what an answer of provider_a means', () => {
  const read = (status: number, error: object | null, retryAfter?: string) =>
    readAnswer(
      {
        kind: 'answer',
        status,
        headers: { 'retry-after': retryAfter },
        body: JSON.stringify(error === null ? {} : { error }),
      },
      0,
    );
  const fcm = (status: string, errorCode: string) => ({ status, details: [{ '@type': FCM_ERROR, errorCode }] });
  const violating = (field: string) => ({
    ...{ status: 'INVALID_ARGUMENT' },
    details: [
      { '@type': FCM_ERROR, errorCode: 'INVALID_ARGUMENT' },
      { '@type': BAD_REQUEST, fieldViolations: [{ field, description: 'bad' }] },
    ],
  });

  test.each([
    [
      404,
      fcm('NOT_FOUND', 'UNREGISTERED'),
      { kind: 'invalid-token', code: 'UNREGISTERED', detail: '404 UNREGISTERED', deadSince: null },
    ],
    [
      404,
      { status: 'NOT_FOUND' },
      { kind: 'app-paused', code: 'UNKNOWN_PROJECT', detail: '404 NOT_FOUND', afterMs: null },
    ],
    [
      403,
      fcm('PERMISSION_DENIED', 'SENDER_ID_MISMATCH'),
      { kind: 'mismatch', code: 'SENDER_ID_MISMATCH', detail: '403 SENDER_ID_MISMATCH', deadSince: null },
    ],
    [
      403,
      { status: 'PERMISSION_DENIED' },
      { kind: 'unauthorised', code: 'BAD_CREDENTIALS', detail: '403 PERMISSION_DENIED' },
    ],
    [
      401,
      { status: 'UNAUTHENTICATED' },
      { kind: 'unauthorised', code: 'BAD_CREDENTIALS', detail: '401 UNAUTHENTICATED' },
    ],
    [
      401,
      fcm('UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR'),
      { kind: 'failed', code: 'THIRD_PARTY_AUTH_ERROR', detail: '401 THIRD_PARTY_AUTH_ERROR' },
    ],
    [
      400,
      fcm('INVALID_ARGUMENT', 'INVALID_ARGUMENT'),
      { kind: 'suspect', code: 'INVALID_ARGUMENT', detail: '400 INVALID_ARGUMENT' },
    ],
    [400, violating('message.token'), { kind: 'suspect', code: 'INVALID_ARGUMENT', detail: '400 INVALID_ARGUMENT' }],
    [
      400,
      violating('message.data[0].value'),
      {
        kind: 'failed',
        code: 'INVALID_ARGUMENT',
        detail: '400 INVALID_ARGUMENT',
        problems: [{ path: 'passthrough.fcm.data[0].value', reason: 'Google says: bad' }],
      },
    ],
    [400, { status: 'FAILED_PRECONDITION' }, { kind: 'failed', code: 'REJECTED', detail: '400 FAILED_PRECONDITION' }],
    [
      429,
      fcm('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'),
      { kind: 'app-paused', code: 'QUOTA_EXCEEDED', detail: '429 QUOTA_EXCEEDED', afterMs: 60_000 },
    ],
    [
      500,
      fcm('INTERNAL', 'INTERNAL'),
      { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '500 INTERNAL', afterMs: null },
    ],
    [
      503,
      fcm('UNAVAILABLE', 'UNAVAILABLE'),
      { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503 UNAVAILABLE', afterMs: null },
    ],
    [502, null, { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '502 bad gateway', afterMs: null }],
  ])('%i %j', (status, error, verdict) => {
    expect(read(status, error)).toEqual(verdict);
  });

  test('Retry-After is honoured for quotas and outages', () => {
    expect(read(429, null, '9')).toMatchObject({ kind: 'app-paused', afterMs: 9000 });
    expect(read(503, null, '9')).toMatchObject({ kind: 'retry-after', afterMs: 9000 });
  });
});

describe('provider_a', () => {
  const fixture = new Fixture('provider_a');
  const tokensHandedOut = async () => (await fixture.fakes.summary()).notes['provider_a access token'] ?? 0;

  test('a push keeps all its parts on each platform', async () => {
    const content = makeContent({
      image: 'https://cdn.example/i.png',
      icon: 'https://cdn.example/c.png',
      link: 'https://x.example/',
    });
    const messages = makeMessages(await fixture.targets(1), content);
    const before = Math.floor(Date.now() / 1000);

    await fixture.sendMessages(messages, { ttlSeconds: 60, urgency: 'high', collapseKey: 'a key' });

    const after = Math.floor(Date.now() / 1000);
    const wire = await fixture.firstContent();
    const hashed = expect.stringMatching(/^[\w-]{32}$/);
    expect(wire).toEqual({
      token: nameOf(messages[0]?.target ?? { kind: 'token', token: '' }),
      notification: { title: content.title, body: content.text, image: content.image },
      data: { icon: content.icon, link: content.link, receipt: messages[0]?.receipt },
      android: { ttl: '60s', priority: 'high', collapse_key: hashed, notification: { tag: hashed } },
      apns: {
        headers: { 'apns-expiration': expect.any(String), 'apns-priority': '10', 'apns-collapse-id': hashed },
        payload: { aps: { sound: 'default', 'mutable-content': 1 } },
        fcm_options: { image: content.image },
      },
      webpush: {
        headers: { TTL: '60', Urgency: 'high', Topic: hashed },
        notification: { image: content.image, icon: content.icon, tag: hashed },
        fcm_options: { link: content.link },
      },
    });
    const apns = wire?.apns as { headers: Record<string, string> };
    const expiration = Number(apns.headers['apns-expiration']);
    expect(expiration - 60).toBeGreaterThanOrEqual(before);
    expect(expiration - 60).toBeLessThanOrEqual(after + 1);
  });

  test('absent parts are omitted, and links without https reach only the app', async () => {
    const messages = makeMessages(await fixture.targets(1), makeContent({ link: 'app://inbox' }));

    await fixture.sendMessages(messages, { ttlSeconds: 0 });

    expect(await fixture.firstContent()).toMatchObject({
      data: { link: 'app://inbox', receipt: messages[0]?.receipt },
      apns: { headers: { 'apns-expiration': '0', 'apns-priority': '5' } },
      webpush: { headers: { TTL: '0', Urgency: 'normal' } },
    });
    expect(Object.keys((await fixture.firstContent()) ?? {}).sort()).toEqual([
      'android',
      'apns',
      'data',
      'notification',
      'token',
      'webpush',
    ]);
  });

  test('one access token serves many concurrent messages and batches', async () => {
    await Promise.all([fixture.sendTo(await fixture.targets(20)), fixture.sendTo(await fixture.targets(20))]);
    await fixture.sendTo(await fixture.targets(20));

    expect(await tokensHandedOut()).toBe(1);
  });

  test('an access token is renewed five minutes before it expires', async () => {
    await fixture.sendOne();
    fixture.clock.aheadMs = 50 * 60_000;
    await fixture.sendOne();
    const before = await tokensHandedOut();
    fixture.clock.aheadMs = 56 * 60_000;
    await fixture.fakes.setNow(fixture.clock.now());

    expect((await fixture.sendOne())?.kind).toBe('sent');
    expect([before, await tokensHandedOut()]).toEqual([1, 2]);
  });

  test('a revoked token is replaced once for all messages that failed with it', async () => {
    await fixture.sendOne();
    await fixture.fakes.revokeAccessTokens();

    const outcomes = await fixture.sendTo(await fixture.targets(30));

    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['sent']));
    expect(await tokensHandedOut()).toBe(2);
  });

  test('an account without permission to send pauses the application after one new token', async () => {
    await fixture.answering({ status: 403, reason: 'PERMISSION_DENIED' });

    expect(await fixture.sendOne()).toEqual({
      kind: 'app-paused',
      code: 'BAD_CREDENTIALS',
      detail: '403 PERMISSION_DENIED',
      afterMs: null,
    });
    expect(await tokensHandedOut()).toBe(2);
  });

  test('a quota throttles the application', async () => {
    await fixture.answering({ status: 429, retryAfterSeconds: 5 });

    const outcomes = await fixture.sendTo(await fixture.targets(30));

    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set([
        JSON.stringify({ kind: 'app-paused', code: 'QUOTA_EXCEEDED', detail: '429 QUOTA_EXCEEDED', afterMs: 5000 }),
      ]),
    );
    expect(await fixture.statuses()).toEqual([429]);
  });

  test('an invalid argument retires the device only if the same payload worked for others', async () => {
    const malformed = { kind: 'token', token: 'not a token!' } as const;

    const alone = await fixture.sendTo([malformed]);
    const among = await fixture.sendTo([...(await fixture.targets(2)), malformed]);
    const later = await fixture.sendTo([malformed]);

    expect(alone).toEqual([{ kind: 'failed', code: 'INVALID_ARGUMENT', detail: '400 INVALID_ARGUMENT' }]);
    expect(among[2]).toEqual({
      kind: 'invalid-token',
      code: 'INVALID_ARGUMENT',
      detail: '400 INVALID_ARGUMENT',
      deadSince: null,
    });
    expect(later).toEqual([
      { kind: 'invalid-token', code: 'INVALID_ARGUMENT', detail: '400 INVALID_ARGUMENT', deadSince: null },
    ]);
  });

  test('many tokens of another sender pause the application instead of losing its devices', async () => {
    await fixture.answering({ status: 403, reason: 'SENDER_ID_MISMATCH' });

    const few = await fixture.sendTo(await fixture.targets(3));
    const many = await fixture.sendTo(await fixture.targets(30));

    expect(new Set(few.map(({ kind }) => kind))).toEqual(new Set(['invalid-token']));
    expect(new Set(many.map(({ kind }) => kind))).toEqual(new Set(['app-paused']));
  });

  test.each([
    [
      400,
      'invalid_grant',
      { kind: 'app-paused', code: 'ACCESS_TOKEN_REFUSED', detail: '400 invalid_grant', afterMs: null },
    ],
    [
      401,
      'invalid_client',
      { kind: 'app-paused', code: 'ACCESS_TOKEN_REFUSED', detail: '401 invalid_client', afterMs: null },
    ],
    [
      400,
      'secret_ya29',
      { kind: 'app-paused', code: 'ACCESS_TOKEN_REFUSED', detail: '400 bad request', afterMs: null },
    ],
    [
      503,
      'backend_error',
      { kind: 'retry-after', code: 'ACCESS_TOKEN_REFUSED', detail: '503 service unavailable', afterMs: 3000 },
    ],
  ])('no access token, for %i %s', async (status, reason, outcome) => {
    await fixture.fakes.misbehave({
      provider: 'provider_a',
      target: 'oauth-token',
      fault: { kind: 'answer', status, reason, retryAfterSeconds: 3 },
    });

    expect(await fixture.sendTo(await fixture.targets(2))).toEqual([outcome, outcome]);
  });

  test('a token_uri that is not public gets no request', async () => {
    const guarded = sendersFor(fixture.fakes, {
      allowPrivate: false,
      baseUrls: {
        provider_a: 'https://fcm.googleapis.com',
        provider_b: 'https://b.example',
        provider_c: 'https://c.example',
      },
    });

    const [outcome] = await guarded.provider_a.send(makeBatch(fixture.app, makeMessages(await fixture.targets(1))));
    await guarded.provider_a.close();

    expect(outcome).toEqual({
      kind: 'app-paused',
      code: 'TOKEN_URI_REFUSED',
      detail: 'port not allowed',
      afterMs: null,
    });
    expect(await tokensHandedOut()).toBe(0);
  });
});
