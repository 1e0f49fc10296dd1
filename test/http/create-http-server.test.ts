import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Counter, Registry } from 'prom-client';
import supertest from 'supertest';
import { Type } from 'typebox';
import { AppError } from '../../src/errors.js';
import { createHttpServer } from '../../src/http/create-http-server.js';
import type { HttpPlugin } from '../../src/http/http-plugin.js';
import { keptLog } from '../support/kept-log.js';

const things: HttpPlugin = async (server) => {
  const body = Type.Object({
    name: Type.String(),
    list: Type.Optional(Type.Array(Type.Object({ n: Type.Integer() }))),
  });
  server.post('/things', { schema: { body } }, async (request) => request.body);
  server.put('/things/:id', async () => ({ ok: true }));
  server.get('/things/:id', async (request) => request.params);
  server.post('/things/:id/act', async (_request, reply) => reply.code(204).send());
  server.get('/broken', async () => {
    throw new Error('secret: the password is hunter2');
  });
  server.get('/busy', async () => {
    throw new AppError('RATE_LIMITED', 'Too many requests.', { retryAfterSeconds: 1.2 });
  });
};

describe('the HTTP server', () => {
  const log: Record<string, unknown>[] = [];
  const metrics = new Registry();
  let notReady: string | null = null;
  let server: FastifyInstance;

  beforeAll(async () => {
    new Counter({ name: 'things_total', help: 'Things.', registers: [metrics] }).inc();
    server = await createHttpServer({
      logger: keptLog(log),
      checkReadiness: async () => notReady,
      metrics,
      plugins: [things],
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  const json = { 'content-type': 'application/json' };

  test.each([
    ['a malformed body', 400, { method: 'POST', url: '/things', headers: json, payload: '{"name":' }],
    [
      'a body that is not UTF-8',
      400,
      { method: 'POST', url: '/things', headers: json, payload: Buffer.from([0x22, 0xff]) },
    ],
    ['an empty body where one is needed', 400, { method: 'POST', url: '/things', headers: json, payload: '' }],
    ['no body where one is needed', 400, { method: 'POST', url: '/things' }],
    ['a body that is null', 400, { method: 'POST', url: '/things', headers: json, payload: 'null' }],
    ['a body that is a list', 400, { method: 'POST', url: '/things', headers: json, payload: '[]' }],
    ['a field of another type', 400, { method: 'POST', url: '/things', headers: json, payload: '{"name":1}' }],
    [
      'an unknown content type',
      400,
      { method: 'POST', url: '/things', headers: { 'content-type': 'text/plain' }, payload: 'x' },
    ],
    [
      'a malformed content type',
      400,
      { method: 'POST', url: '/things', headers: { 'content-type': 'json' }, payload: '{}' },
    ],
    [
      'a body without a content type',
      400,
      { method: 'POST', url: '/things', headers: { 'content-type': '' }, payload: '{"name":"x"}' },
    ],
    [
      'a body over 1 MiB',
      413,
      { method: 'POST', url: '/things', headers: json, payload: `"${'x'.repeat(1024 * 1024)}"` },
    ],
    ['an unknown route', 404, { method: 'GET', url: '/nothing' }],
    ['an unknown route with a malformed body', 404, { method: 'POST', url: '/nothing', headers: json, payload: '{' }],
    ['a method that the route does not take', 405, { method: 'DELETE', url: '/things/1' }],
    ['a path that is not percent-encoding', 400, { method: 'GET', url: '/things/%E0%A4%A' }],
    ['a failure of ours', 500, { method: 'GET', url: '/broken' }],
    ['too many requests', 429, { method: 'GET', url: '/busy' }],
  ] as const)('answers %s with %i in the one shape of errors', async (_name, status, request) => {
    const response = await server.inject({ ...request });
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    const body = response.json();
    expect(Object.keys(body).sort()).toEqual(['error', 'req_id']);
    expect(typeof body.error).toBe('string');
    expect(body.req_id).toBe(response.headers['x-request-id']);
    expect(log.some((line) => line.req_id === body.req_id)).toBe(true);
  });

  test('names the methods that a route accepts', async () => {
    const response = await server.inject({ method: 'DELETE', url: '/things/1?x=1' });
    expect(response.headers.allow).toBe('GET, HEAD, PUT');
  });

  test('answers an unsupported method with 405 and `allow` if the path exists, otherwise with 404', async () => {
    for (const method of ['QUERY', 'PROPFIND', 'TRACE', 'CONNECT', 'FOO', 'get', 'DELETE'] as const) {
      expect(await ask(server, `${method} /things/1?x=1 HTTP/1.1`)).toMatchObject({
        head: expect.stringMatching(/^HTTP\/1\.1 405 Method Not Allowed\r\n[\s\S]*allow: GET, HEAD, PUT\r\n/i),
        body: { error: `This route does not support ${method}; use GET, HEAD, PUT.` },
      });
      expect((await ask(server, `${method} /nothing HTTP/1.1`)).head).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    }
    for (const line of [
      'FOO',
      'FOO /things/1',
      'FOO things/1 HTTP/1.1',
      'F(O /things/1 HTTP/1.1',
      'FOO / / HTTP/1.1',
    ]) {
      expect((await ask(server, line)).head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    }
  });

  test('closes the connection of a client that does not read its answer', async () => {
    const impatient = await createHttpServer({
      logger: pino({ level: 'silent' }),
      checkReadiness: async () => null,
      metrics: new Registry(),
      plugins: [async (scope) => void scope.get('/large', async () => 'x'.repeat(50_000_000))],
      limits: { stillTimeoutMs: 300 },
    });
    await impatient.listen({ host: '127.0.0.1', port: 0 });
    const accepted = once(impatient.server, 'connection');
    const client = connect((impatient.server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
    const [connection] = await accepted;
    await once(connection, 'close');
    client.destroy();
    await impatient.close();
  });

  test('says when to retry', async () => {
    const response = await server.inject({ method: 'GET', url: '/busy' });
    expect(response.headers['retry-after']).toBe('2');
  });

  test('reveals no internals, and logs it with its stack', async () => {
    const response = await server.inject({ method: 'GET', url: '/broken' });
    expect(response.json().error).toBe('Internal error');
    const line = log.find((entry) => entry.req_id === response.json().req_id && entry.level === 'error');
    expect(line?.err).toMatchObject({
      message: 'secret: the password is hunter2',
      stack: expect.stringContaining('at '),
    });
  });

  test('accepts an action without a body, whatever its content type', async () => {
    for (const headers of [json, {}, { 'content-type': 'text/plain' }, { ...json, 'content-length': '0' }]) {
      const response = await server.inject({ method: 'POST', url: '/things/1/act', headers });
      expect(response.statusCode).toBe(204);
    }
  });

  test('counts null as omitted, at any depth, and ignores unknown members', async () => {
    const payload = '{"name":"x","list":null,"other":{"a":null},"__proto__":{"polluted":true}}';
    const response = await server.inject({ method: 'POST', url: '/things', headers: json, payload });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ name: 'x', other: { a: null } });
    const nested = await server.inject({
      method: 'POST',
      url: '/things',
      headers: json,
      payload: '{"name":"x","list":[{"n":null}]}',
    });
    expect(nested.json().error).toBe('`list[0].n` is required.');
    const inList = await server.inject({
      method: 'POST',
      url: '/things',
      headers: json,
      payload: '{"name":"x","list":[null]}',
    });
    expect(inList.json().error).toBe('`list[0]` must be an object.');
  });

  test('survives deep nesting', async () => {
    const payload = `{"name":"x","other":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const response = await server.inject({ method: 'PUT', url: '/things/1', headers: json, payload });
    expect([response.statusCode, response.json().error]).toEqual([400, expect.stringContaining('64 levels')]);
    const small = await server.inject({
      method: 'PUT',
      url: '/things/1',
      headers: json,
      payload: `{"name":"x","other":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    });
    expect(small.statusCode).toBe(200);
    const deep = await server.inject({
      method: 'POST',
      url: '/things',
      headers: json,
      payload: payload.replace('other', 'name'),
    });
    expect(deep.statusCode).toBe(400);
    expect((await server.inject('/healthz')).statusCode).toBe(200);
  });

  test('accepts a large body with few parts, and refuses one with too many', async () => {
    const send = (other: unknown) =>
      server.inject({ method: 'PUT', url: '/things/1', headers: json, payload: JSON.stringify({ name: 'x', other }) });
    const texts = Array.from({ length: 20_000 }, (_, at) => ['[{:', '\\\\', '\\"[', 'plain'][at % 4]);
    expect((await send(texts)).statusCode).toBe(200);
    expect((await send(Array.from({ length: 1_000 }, () => ({ a: 1, b: ['long'.repeat(20)] })))).statusCode).toBe(200);
    expect((await send(Array.from({ length: 30_000 }, () => []))).statusCode).toBe(400);
    expect((await send(Object.fromEntries(Array.from({ length: 26_000 }, (_, at) => [`m${at}`, 1])))).statusCode).toBe(
      400,
    );
  });

  test('gives each request an id, and logs no query, header or body', async () => {
    const from = log.length;
    const response = await server.inject({
      method: 'PUT',
      url: '/things/7?token=query-secret',
      headers: { ...json, authorization: 'Bearer header-secret', 'x-request-id': 'mine' },
      payload: { secret: 'body-secret' },
    });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const lines = log.slice(from);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ method: 'PUT', path: '/things/7', status: 200, ms: expect.any(Number) });
    expect(JSON.stringify(lines)).not.toMatch(/secret|mine/);
  });

  test('treats a very long id in a path like any other id', async () => {
    const response = await server.inject({ method: 'GET', url: `/things/${'9'.repeat(2_000)}` });
    expect(response.statusCode).toBe(200);
  });

  test('reports whether it is up and ready, and its state', async () => {
    expect((await server.inject('/healthz')).json()).toEqual({
      ok: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: expect.any(String),
    });
    expect((await server.inject('/readyz')).json()).toEqual({ ready: true });
    notReady = 'the database does not answer';
    const response = await server.inject('/readyz');
    notReady = null;
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ ready: false, error: 'the database does not answer' });
    const scraped = await server.inject('/metrics');
    expect(scraped.headers['content-type']).toBe(metrics.contentType);
    expect(scraped.body).toContain('things_total 1');
    expect(scraped.body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/readyz",status="503"\} 1/);
  });

  test('has a page that lists its APIs, and nothing else', async () => {
    const { headers, body } = await server.inject('/');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
    });
    expect([...body.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path)).toEqual([
      '/favicon.svg',
      '/readyz',
      '/healthz',
      '/metrics',
    ]);
  });

  test('serves the icon of its pages', async () => {
    const { statusCode, headers, body } = await server.inject('/favicon.svg');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    });
    expect(body).toMatch(/^<svg xmlns=/);
  });

  test('sends headers suitable for data', async () => {
    const { headers } = await server.inject('/healthz');
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('answers on a real socket, even to input that is not HTTP', async () => {
    const ok = await supertest(server.server).post('/things').send({ name: 'x' });
    expect(ok.body).toEqual({ name: 'x' });
    const { head, body } = await ask(server, 'NOT HTTP AT ALL');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(body).toEqual({ error: expect.any(String), req_id: /x-request-id: (\S+)/.exec(head)?.[1] });
  });
});

/** Sends a raw request line with the other required lines. */
const ask = async ({ server }: FastifyInstance, line: string) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${line}\r\nhost: x\r\nconnection: close\r\n\r\n`);
  const answer = await text(socket);
  const end = answer.indexOf('\r\n\r\n');
  return { head: answer.slice(0, end), body: JSON.parse(answer.slice(end)) };
};
