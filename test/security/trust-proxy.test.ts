import { describe, expect, test } from '@jest/globals';
import type { TrustProxy } from '../../src/config/trust-proxy.js';
import { SdkApp } from '../sdk-api/sdk-app.js';
import { eachDatabase, freshDatabaseUrl } from '../support/databases.js';
import { ServiceProcess } from '../support/service-process.js';

const PROXY = '10.1.2.3';
const STRANGER = '203.0.113.9';

describe.each(eachDatabase().slice(0, 1))('the address of a caller', (kind) => {
  /** Sends three callers' requests, identified by the header, with one registration allowed per address. */
  const registerThrice = async (
    trustProxy: TrustProxy,
    { from, forwarded }: { from: string; forwarded: (n: number) => string },
  ): Promise<number[]> => {
    await using sdk = await SdkApp.start(kind, 'provider_c', { trustProxy, registrationsPerAddress: 1 });
    const seen: number[] = [];
    for (let n = 1; n <= 3; n += 1) {
      const headers = { 'x-forwarded-for': forwarded(n) };
      seen.push((await sdk.call('POST', '/devices', { body: { token: `t${n}` }, address: from, headers })).status);
    }
    return seen;
  };
  const ALL = [201, 201, 201];
  const FIRST = [201, 429, 429];
  const client = (n: number): string => `198.51.100.${n}`;

  test('is that of the connection without TRUST_PROXY, whatever the headers contain', async () => {
    expect(await registerThrice(false, { from: PROXY, forwarded: client })).toEqual(FIRST);
  });

  test('is the one from the trusted proxies, by their configured number', async () => {
    expect(await registerThrice(1, { from: PROXY, forwarded: client })).toEqual(ALL);
    expect(await registerThrice(2, { from: PROXY, forwarded: (n) => `${client(n)}, 10.9.9.9` })).toEqual(ALL);
    expect(await registerThrice(['10.0.0.0/8'], { from: PROXY, forwarded: client })).toEqual(ALL);
    expect(await registerThrice(['10.0.0.0/8'], { from: PROXY, forwarded: (n) => `${client(n)}, 10.9.9.9` })).toEqual(
      ALL,
    );
  });

  test("is not the caller's entry before those of the proxies", async () => {
    const forged = (n: number): string => `${client(n)}, ${STRANGER}`;
    expect(await registerThrice(1, { from: PROXY, forwarded: forged })).toEqual(FIRST);
    expect(await registerThrice(['10.0.0.0/8'], { from: PROXY, forwarded: forged })).toEqual(FIRST);
  });

  test('is not taken from the header of a caller other than the proxy', async () => {
    expect(await registerThrice(['10.0.0.0/8', 'fd00::/8'], { from: STRANGER, forwarded: client })).toEqual(FIRST);
    expect(await registerThrice(['10.1.2.3'], { from: '10.1.2.4', forwarded: client })).toEqual(FIRST);
  });

  test('may be invalid without harm', async () => {
    const nonsense = ['', ',,,', 'x'.repeat(5_000), '::::', '1.2.3.4.5', '"'];
    for (const text of nonsense) {
      expect((await registerThrice(1, { from: PROXY, forwarded: () => text }))[0]).toBe(201);
    }
  });
});

test('a service behind a proxy distinguishes its callers at GraphQL and /sdk/v1, and nobody else can set their address', async () => {
  const ask = async (service: ServiceProcess, path: string, address: string): Promise<number> => {
    const headers = { authorization: 'Bearer pgk_of_nobody_at_all', 'x-forwarded-for': address };
    const method = path === '/graphql' ? 'POST' : 'GET';
    const response = await fetch(service.address + path, { method, headers });
    await response.arrayBuffer();
    return response.status;
  };
  const start = async (trustProxy: Record<string, string>) => {
    const place = await freshDatabaseUrl('sqlite', { migrated: true });
    const limits = { GRAPHQL_BAD_KEYS_PER_MINUTE: '2', SDK_BAD_SECRETS_PER_MINUTE: '2' };
    return { place, service: await ServiceProcess.start({ DATABASE_URL: place.url, ...limits, ...trustProxy }) };
  };
  for (const { env, others } of [
    { env: { TRUST_PROXY: '127.0.0.1/32' }, others: 'known' },
    { env: {}, others: 'limited' },
  ]) {
    const { place, service } = await start(env as Record<string, string>);
    await using _place = place;
    await using _service = service;
    for (const [path, bad] of [
      ['/graphql', 401],
      ['/sdk/v1/unknown/vapidkey', 404],
    ] as const) {
      const seen = [];
      for (let n = 0; n < 3; n += 1) seen.push(await ask(service, path, '198.51.100.1'));
      expect(seen).toEqual([bad, bad, 429]);
      expect(await ask(service, path, '198.51.100.2')).toBe(others === 'known' ? bad : 429);
    }
    const metrics = await (await fetch(`${service.address}/metrics`)).text();
    expect(metrics).toContain('pushgraph_requests_refused_total{what="bad_keys",of="address"}');
    expect(metrics).toContain('pushgraph_requests_refused_total{what="bad_secrets",of="address"}');
  }
});
