import { describe, expect, test } from '@jest/globals';
import { createClient, ListAppsDocument } from '@pushgraph/client';
import { WebSocket } from 'ws';
import { useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { connect } from './support/test-socket.js';

const VITE = 'http://localhost:5173';
const OTHER = 'http://localhost:5174';

describe.each(eachDatabase().slice(0, 1))('pages whose origins ALLOWED_ORIGINS lists', (kind) => {
  const app = useConsoleApp(kind, { allowedOrigins: [VITE] });
  const ask = (init: RequestInit) => fetch(`${app().origin}/graphql`, init);
  const preflight = (origin: string, headers = 'authorization,content-type') =>
    ask({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
    });
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

  test('may call over HTTP with a key, and read why they are refused', async () => {
    const { apiKey } = await app().newAccount();
    const answer = await preflight(VITE);
    expect([answer.status, allowed(answer)]).toEqual([204, VITE]);
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const post = (key: string, origin: string) =>
      ask({
        method: 'POST',
        headers: { origin, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"query":"{ viewer { scopes } }"}',
      });
    for (const [key, status] of [
      [apiKey, 200],
      ['a-key-that-nobody-has', 401],
    ] as const) {
      const response = await post(key, VITE);
      expect([response.status, allowed(response), response.headers.get('vary')]).toEqual([status, VITE, 'origin']);
    }
    for (const response of [await post(apiKey, OTHER), await preflight(OTHER)]) expect(allowed(response)).toBeNull();
  });

  test('subscribe over WebSocket with a key; pages of other origins do not', async () => {
    const { apiKey } = await app().newAccount();
    class FromVite extends WebSocket {
      constructor(address: string, protocols: string) {
        super(address, protocols, { headers: { origin: VITE } });
      }
    }
    const client = createClient({ url: app().origin, apiKey, webSocketImpl: FromVite });
    const next = client.deliveryEvents().next();
    expect(await client.request(ListAppsDocument, { first: 1 })).toBeDefined();
    await client.close();
    expect(await next).toEqual({ done: true, value: undefined });
    const url = `${app().origin.replace('http', 'ws')}/graphql`;
    await expect(connect(url, { headers: { origin: OTHER } })).rejects.toThrow('403');
  });

  test('cannot use the session of a member who has the console open', async () => {
    const { browser } = await app().person(await app().newAccount(), 'ADMIN');
    const own = await browser.openSocket();
    own.close();
    const url = `${app().origin.replace('http', 'ws')}/graphql`;
    const socket = await connect(url, { headers: { origin: VITE, cookie: browser.cookie } });
    socket.send({ type: 'connection_init' });
    expect((await socket.closed()).code).toBe(4401);
    const headers = { origin: VITE, cookie: browser.cookie, 'x-pushgraph-console': '1' };
    const response = await ask({
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"query":"{ viewer { scopes } }"}',
    });
    expect(response.status).toBe(403);
    expect((await preflight(VITE, 'x-pushgraph-console')).headers.get('access-control-allow-headers')).not.toContain(
      'console',
    );
  });
});

describe.each(eachDatabase().slice(0, 1))('without ALLOWED_ORIGINS', (kind) => {
  const app = useConsoleApp(kind);

  test('no page of another origin gets an answer', async () => {
    const response = await fetch(`${app().origin}/graphql`, {
      method: 'OPTIONS',
      headers: { origin: VITE, 'access-control-request-method': 'POST' },
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });
});
