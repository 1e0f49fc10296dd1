import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Fakes } from '../support/fakes/fakes.js';
import { spawnFakes } from '../support/fakes/spawn-fakes.js';
import { deriveSubscription } from '../support/fakes/web-subscription.js';
import { askHttp1, makeJwt, openHttp2 } from './clients.js';

let folder: string;
let fakes: Fakes;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fakes-'));
  fakes = await spawnFakes({ caFile: join(folder, 'ca.pem') });
});
afterAll(async () => {
  await fakes.close();
  rmSync(folder, { recursive: true });
});

describe('fakes in another process', () => {
  test('are controlled and read like those in this process', async () => {
    const app = await fakes.makeApp('provider_c');
    const { team_id: iss = '', private_key_id: kid = '', private_key: key = '' } = app.given;
    const headers = {
      authorization: `bearer ${makeJwt({ kid }, { iss, iat: Math.floor(Date.now() / 1000) }, key)}`,
      'apns-topic': app.appKey,
      'apns-push-type': 'alert',
      'apns-id': randomUUID(),
    };
    const [dead, alive] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
    await fakes.killTokens('provider_c', [dead]);
    await fakes.misbehave({ target: alive, times: 1, fault: { kind: 'answer', status: 429 } });
    const client = openHttp2(fakes.addresses.provider_c, readFileSync(join(folder, 'ca.pem'), 'utf8'));
    const statuses: number[] = [];
    for (const token of [dead, alive, alive, alive]) {
      statuses.push((await client.ask(`/3/device/${token}`, headers, { aps: { alert: 'x' } })).status);
    }
    client.close();
    expect(statuses).toEqual([410, 429, 200, 200]);
    expect(await fakes.summary()).toMatchObject({ accepted: 2, refused: 2, duplicates: 1 });
    expect(await fakes.count({ provider: 'provider_c', target: alive })).toBe(2);
    expect(await fakes.countByTarget()).toEqual(new Map([[alive, 2]]));
    expect(await fakes.duplicates()).toMatchObject([{ target: alive, seq: 3, duplicateOf: 2 }]);
    expect(await fakes.entries({ accepted: false, offset: 1, limit: 1 })).toMatchObject([
      { status: 429, target: alive },
    ]);
    await fakes.reset();
    expect(await fakes.summary()).toMatchObject({ entries: 0, providers: {} });
  });

  test('create the same subscriptions as any other process', async () => {
    const made = await fakes.makeSubscriptions({ seed: 'crash-1', from: 5, count: 2 });
    const { webpush } = fakes.addresses;
    expect(made).toEqual([5, 6].map((index) => deriveSubscription(webpush, 'crash-1', index)));
  });

  test('report what is wrong with a command', async () => {
    await expect(fakes.makeApp('provider_x' as never)).rejects.toThrow();
  });

  test('listen on loopback only', async () => {
    const { cleartext, tokenUri, ...rest } = fakes.addresses;
    const hosts = [...Object.values(rest), ...Object.values(cleartext), tokenUri].map((url) => new URL(url).hostname);
    expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']));
    const answer = await askHttp1(cleartext.webpush, { ca: fakes.ca, headers: {}, body: '' });
    expect(answer.status).toBe(404);
  });
});
