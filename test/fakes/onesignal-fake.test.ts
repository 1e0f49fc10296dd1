import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Fakes } from '../support/fakes/fakes.js';
import type { TestApp } from '../support/fakes/keys.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { askHttp1 } from './clients.js';

let fakes: Fakes;
let app: TestApp;

beforeAll(async () => {
  fakes = await startFakes();
  app = await fakes.makeApp('provider_b');
});
beforeEach(() => fakes.reset());
afterAll(() => fakes.close());

const notify = (changed: Record<string, unknown> = {}, authorization = `Key ${app.given.api_key}`) => {
  const message = {
    app_id: app.appKey,
    include_subscription_ids: [randomUUID()],
    headings: { en: 'Hello' },
    contents: { en: 'World' },
    data: { receipt: 'r1' },
    ...changed,
  };
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify(message);
  return askHttp1(`${fakes.addresses.provider_b}/notifications`, { ca: fakes.ca, headers, body });
};

describe('the fake of provider_b', () => {
  test('counts every subscription of a call as a message', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    expect((await notify({ include_subscription_ids: ids })).json.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await fakes.countByTarget()).toEqual(new Map(ids.map((id) => [id, 1])));
    expect(await fakes.entries({ limit: 1 })).toMatchObject([{ title: 'Hello', body: 'World', receipt: 'r1' }]);
  });

  test('the same idempotency key gets the same answer and sends nothing', async () => {
    const call = { include_subscription_ids: [randomUUID()], idempotency_key: randomUUID() };
    const first = await notify(call);
    expect((await notify(call)).json).toEqual(first.json);
    expect(await fakes.count()).toBe(1);
    expect((await fakes.summary()).notes).toEqual({ 'provider_b idempotent replay': 1 });
  });

  test('lists dead subscriptions, and returns no id if no recipient is left', async () => {
    const [dead, alive] = [randomUUID(), randomUUID()];
    await fakes.killTokens('provider_b', [dead]);
    const partly = await notify({ include_subscription_ids: [dead, alive] });
    expect(partly.json.errors).toEqual({ invalid_subscription_ids: [dead] });
    expect(await notify({ include_subscription_ids: [dead] })).toMatchObject({ status: 200, json: { id: '' } });
    expect(await fakes.countByTarget()).toEqual(new Map([[alive, 1]]));
  });

  test.each<[string, Record<string, unknown>]>([
    ['no English text', { contents: { fr: 'Monde' } }],
    ['headings without English', { headings: { fr: 'Bonjour' } }],
    ['no subscriptions', { include_subscription_ids: [] }],
    ['an id that is no UUID', { include_subscription_ids: ['17'] }],
    ['20,001 ids', { include_subscription_ids: Array(20_001).fill(randomUUID()) }],
    ['an idempotency key that is no UUID', { idempotency_key: 'again' }],
    ['a misspelled field', { chrome_icon_url: 'https://example.com/i.png' }],
    ['a ttl of more than 28 days', { ttl: 2_419_201 }],
    ['an unknown app', { app_id: randomUUID() }],
    ['no text, unless it is silent', { contents: undefined }],
    ['an unknown type of badge', { ios_badgeType: 'Set', ios_badgeCount: 1 }],
    ['a badge as a text', { ios_badgeType: 'SetTo', ios_badgeCount: '1' }],
    ['an unknown interruption', { ios_interruption_level: 'time-sensitive' }],
    ['a relevance above 1', { ios_relevance_score: 2 }],
    ['an unknown visibility', { android_visibility: 2 }],
    ['a color with a hash', { android_accent_color: '#FF0000' }],
    ['a button without an id', { buttons: [{ text: 'Buy' }] }],
    ['an address of a phone button', { buttons: [{ id: 'buy', text: 'Buy', url: 'https://x.example/' }] }],
    ['a flag as a text', { content_available: 'true' }],
    ['a number as the sound', { ios_sound: 1 }],
  ])('refuses %s', async (_name, changed) => {
    const answer = await notify(changed);
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toHaveLength(1);
    expect(await fakes.count()).toBe(0);
  });

  test('refuses a missing or wrong API key', async () => {
    expect((await notify({}, `Basic ${app.given.api_key}`)).status).toBe(401);
    expect((await notify({}, 'Key of-another-app')).status).toBe(403);
  });

  test('an answer lost after acceptance is found by its idempotency key', async () => {
    const call = { idempotency_key: randomUUID(), include_subscription_ids: [randomUUID()] };
    await fakes.misbehave({ times: 1, fault: { kind: 'reset-socket', accepted: true } });
    await expect(notify(call)).rejects.toThrow();
    expect((await notify(call)).status).toBe(200);
    expect(await fakes.summary()).toMatchObject({ accepted: 1, duplicates: 0 });
  });
});
