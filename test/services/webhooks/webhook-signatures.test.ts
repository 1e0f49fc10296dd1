import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eachDatabase } from '../../support/databases.js';
import { type ReceivedRequest, WebhookReceiver } from '../../support/webhook-receiver.js';
import { openWebhookWorld } from '../../support/webhook-world.js';

const HOUR_MS = 3_600_000;

/** Throws if the secret did not sign the request. */
const read = (secret: string, { body, headers }: ReceivedRequest) => new Webhook(secret).verify(body, headers);

const last = (receiver: WebhookReceiver): ReceivedRequest => {
  const request = receiver.received.at(-1);
  if (!request) throw new Error('nothing was received');
  return request;
};

/** Whether this `whpk_…` key made any of the request's `v1a` signatures. */
const isSignedBy = (publicKey: string, { body, headers }: ReceivedRequest): boolean => {
  const x = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return signaturesOf(headers, 'v1a').some((text) =>
    verify(null, Buffer.from(content), key, Buffer.from(text, 'base64')),
  );
};

const signaturesOf = (headers: ReceivedRequest['headers'], version: string): string[] =>
  (headers['webhook-signature'] ?? '')
    .split(' ')
    .flatMap((text) => (text.startsWith(`${version},`) ? [text.slice(version.length + 1)] : []));

describe.each(eachDatabase().slice(0, 1))('the signatures of webhooks, $name', (kind) => {
  test('are verified by the reference library, and cover the body, id and time', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { secret } = await world.create(receiver.url);
    await world.append();
    await world.work();
    const request = last(receiver);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(read(secret, request)).toMatchObject({ type: 'run.paused', id: request.headers['webhook-id'] });
    expect(request.headers['content-type']).toBe('application/json');
    expect(() => read(secret, { ...request, body: `${request.body} ` })).toThrow();
    expect(() => read(`whsec_${Buffer.alloc(32).toString('base64')}`, request)).toThrow();
    for (const header of ['webhook-id', 'webhook-timestamp']) {
      const headers = { ...request.headers, [header]: `${Number(request.headers['webhook-timestamp']) - 1}` };
      expect(() => read(secret, { ...request, headers })).toThrow();
    }
  });

  test('use the old and the new secret during a rotation, and only the new one afterwards', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { clock, services, caller } = world;
    const { id, secret: old } = await world.create(receiver.url);
    const { secret: fresh } = await services.webhooks.rotateSecret(caller, id, '2h');
    await world.append();
    await world.work();
    expect(read(old, last(receiver))).toEqual(read(fresh, last(receiver)));
    expect(signaturesOf(last(receiver).headers, 'v1')).toHaveLength(2);
    clock.advance(2 * HOUR_MS + 1);
    await world.append();
    await world.work();
    expect(signaturesOf(last(receiver).headers, 'v1')).toHaveLength(1);
    const { secret: latest } = await services.webhooks.rotateSecret(caller, id, null);
    await world.append();
    await world.work();
    expect(signaturesOf(last(receiver).headers, 'v1')).toHaveLength(1);
    clock.set(Date.now());
    await world.append();
    await world.work();
    expect(() => read(latest, last(receiver))).not.toThrow();
    expect(() => read(fresh, last(receiver))).toThrow();
  });

  test('use every secret whose overlap has not ended, through several rotations', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { clock, services, caller } = world;
    const { id, secret: first } = await world.create(receiver.url);
    const { secret: second } = await services.webhooks.rotateSecret(caller, id, '2h');
    const promised = (await world.webhook(id)).formerUntil;
    const { secret: third } = await services.webhooks.rotateSecret(caller, id, '1m');
    expect((await world.webhook(id)).formerUntil).toEqual(promised);
    await world.append();
    await world.work();
    for (const secret of [first, second, third]) expect(() => read(secret, last(receiver))).not.toThrow();
    clock.advance(HOUR_MS);
    await world.append();
    await world.work();
    expect(signaturesOf(last(receiver).headers, 'v1')).toHaveLength(2);
    await services.webhooks.rotateSecret(caller, id, null);
    await world.append();
    await world.work();
    expect(signaturesOf(last(receiver).headers, 'v1')).toHaveLength(1);
    expect((await world.webhook(id)).formerUntil).toBeNull();
  });

  test('are also ed25519 on request, with both keys during a rotation', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { services, caller } = world;
    const { id, secret } = await world.create(receiver.url, { asymmetric: true });
    const { publicKey: first } = await world.webhook(id);
    expect(first).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    await world.append();
    await world.work();
    expect(isSignedBy(String(first), last(receiver))).toBe(true);
    expect(isSignedBy(String(first), { ...last(receiver), body: '{}' })).toBe(false);
    expect(() => read(secret, last(receiver))).not.toThrow();
    await services.webhooks.rotateSecret(caller, id, '1d');
    const { publicKey: second } = await world.webhook(id);
    expect(second).not.toBe(first);
    await world.append();
    await world.work();
    for (const key of [first, second]) expect(isSignedBy(String(key), last(receiver))).toBe(true);
    await services.webhooks.update(caller, id, { asymmetric: false });
    await world.append();
    await world.work();
    expect((await world.webhook(id)).publicKey).toBeNull();
    expect(signaturesOf(last(receiver).headers, 'v1a')).toEqual([]);
    expect(() => read(secret, last(receiver))).not.toThrow();
  });

  test('never use a key that the database holds in plain text', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { id, secret } = await world.create(receiver.url, { asymmetric: true });
    const [row] = await world.database.query<Record<string, unknown>>('SELECT * FROM webhook WHERE id = ?', [id]);
    expect(JSON.stringify(row)).toContain('"secrets":"v2.');
    expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length));
  });
});
