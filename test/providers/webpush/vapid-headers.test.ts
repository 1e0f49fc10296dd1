import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { SenderApp } from '../../../src/providers/sender.js';
import { VapidHeaders } from '../../../src/providers/webpush/vapid-headers.js';
import { makeTestApp } from '../../support/fakes/keys.js';
import { TestClock } from '../harness.js';

describe('VAPID headers', () => {
  const ORIGIN = 'https://push.example';
  const hours = (count: number) => count * 3600_000;
  const makeApp = (credentialsVersion = 1): SenderApp => ({
    id: 1,
    credentialsVersion,
    credentials: makeTestApp('webpush', '').credentials,
  });
  const claimsOf = (header: string | null) =>
    JSON.parse(Buffer.from(header?.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

  test('are signed with the key that they name, for the origin, for half a day', () => {
    const clock = new TestClock();
    const app = makeApp();
    const header = new VapidHeaders(clock).headerFor(app, ORIGIN) ?? '';

    const [, jwt = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(header) ?? [];
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const [head, claims, signature = ''] = jwt.split('.');
    const given = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), given, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(claimsOf(header)).toMatchObject({ aud: ORIGIN, sub: 'mailto:push@example.com' });
    expect(Number(claimsOf(header).exp) * 1000 - clock.now()).toBeLessThanOrEqual(hours(12));
  });

  test('are kept per origin and credentials, and signed again after six hours', () => {
    const clock = new TestClock();
    const headers = new VapidHeaders(clock);
    const app = makeApp();
    const first = headers.headerFor(app, ORIGIN);

    clock.aheadMs = hours(5.9);
    expect(headers.headerFor(app, ORIGIN)).toBe(first);
    expect(headers.headerFor(app, 'https://other.example')).not.toBe(first);
    expect(headers.headerFor(makeApp(2), ORIGIN)).not.toBe(first);
    clock.aheadMs = hours(6.1);
    expect(headers.headerFor(app, ORIGIN)).not.toBe(first);
  });

  test('a rejected header is signed again once, however many messages report it', () => {
    const headers = new VapidHeaders(new TestClock());
    const app = makeApp();
    const rejected = headers.headerFor(app, ORIGIN) ?? '';

    const renewed = headers.renew(app, ORIGIN, rejected);

    expect(renewed).not.toBe(rejected);
    expect(headers.renew(app, ORIGIN, rejected)).toBe(renewed);
  });

  test('mismatched keys give none', () => {
    const app = makeApp();
    const credentials = { ...app.credentials, vapidPublicKey: 'AAAA' } as SenderApp['credentials'];

    expect(new VapidHeaders(new TestClock()).headerFor({ ...app, credentials }, ORIGIN)).toBeNull();
  });
});
