import type { Socket } from 'node:net';
import { describe, expect, jest, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { getIntrospectionQuery } from 'graphql';
import { AppError } from '../../src/errors.js';
import { QueryExecutor } from '../../src/schema/execution/query-executor.js';
import { CostMeter } from '../../src/services/rate-limits/cost-meter.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { append } from '../support/outbox-steps.js';
import { type GraphUser, type Json, useGraphApp } from './support/graph-app.js';
import { connect, type TestSocket } from './support/test-socket.js';

const subscribe = (socket: TestSocket, id: string, query: string, variables = {}): void =>
  socket.send({ id, type: 'subscribe', payload: { query, variables } });

describe.each(eachDatabase().slice(0, 1))('GraphQL over WebSocket', (kind) => {
  const app = useGraphApp(kind);

  test('a query works as over HTTP, with its cost', async () => {
    const user = await app().newUser();
    const socket = await user.socket();
    subscribe(socket, 'a', '{ viewer { user { databaseId } } }');
    const next = await socket.next('next');
    expect(next.payload.data.viewer.user.databaseId).toBe(user.userId);
    expect(next.payload.extensions.cost.requested).toBe(3);
    expect((await socket.next('complete')).id).toBe('a');
    socket.close();
  });

  test.each([
    ['no key', undefined],
    ['an unknown key', { authorization: 'Bearer pgk_unknown_unknown_unknown' }],
    ['a key that is no string', { authorization: { toString: 1 } }],
  ])('%s closes with 4401', async (_what, payload) => {
    const socket = await connect(app().wsUrl);
    socket.send({ type: 'connection_init', ...(payload ? { payload } : {}) });
    expect((await socket.closed()).code).toBe(4401);
  });

  test('a revoked key closes with 4401 at the next operation', async () => {
    const user = await app().newUser();
    const socket = await user.socket();
    await app().services.keys.revokeKey(user.apiKey.slice(0, 12));
    subscribe(socket, 'a', '{ viewer { scopes } }');
    expect((await socket.closed()).code).toBe(4401);
  });

  test('after a key is revoked, a client that ignores the close cannot run another mutation or send a message', async () => {
    const user = await app().newUser();
    const other = await user.data('mutation { apiKeyCreate(input: { name: "other", scopes: [READ] }) { secret } }');
    const socket = await user.socket();
    await app().services.keys.revokeKey(user.apiKey.slice(0, 12));
    // A client that does not read cannot answer the close, so the connection stays open for 3 s.
    socket.raw.pause();
    const watcher = app().userWithKey({ userId: user.userId, apiKey: other.apiKeyCreate.secret });
    for (let n = 0; n < 10; n += 1) {
      for (const part of ['a', 'b']) {
        const name = `${part}${n}`;
        subscribe(
          socket,
          name,
          `mutation { tagGroupCreate(input: { name: "${name}", tags: ["x"] }) { tagGroup { id } } }`,
        );
      }
      await watcher.data('{ viewer { scopes } }');
    }
    socket.raw.resume();
    expect((await socket.closed()).code).toBe(4401);
    expect(socket.waiting('next')).toEqual([]);
    expect(await watcher.data('{ tagGroups { totalCount } }')).toEqual({ tagGroups: { totalCount: 0 } });
  });

  test.each([
    ['what is no JSON closes with 4400', 4400, ['nonsense']],
    ['an unknown message closes with 4400', 4400, [{ type: 'start' }]],
    [
      'an operation before the acknowledgement closes with 4401',
      4401,
      [{ id: '1', type: 'subscribe', payload: { query: '{ x }' } }],
    ],
  ])('%s', async (_what, code, messages) => {
    const socket = await connect(app().wsUrl);
    for (const message of messages) socket.send(message);
    expect((await socket.closed()).code).toBe(code);
  });

  test('a second connection_init closes with 4429', async () => {
    const user = await app().newUser();
    const socket = await user.socket();
    socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${user.apiKey}` } });
    expect((await socket.closed()).code).toBe(4429);
  });

  test('silence for 3 seconds closes with 4408', async () => {
    const socket = await connect(app().wsUrl);
    expect((await socket.closed()).code).toBe(4408);
  });

  test('an id in use closes with 4409', async () => {
    const socket = await (await app().newUser()).socket();
    const query = 'subscription { schedulerStatus(schedulerId: "x") { occurredAt } }';
    subscribe(socket, 'a', query);
    subscribe(socket, 'a', query);
    expect((await socket.closed()).code).toBe(4409);
  });

  test('no subprotocol closes with 4406, and another one is not accepted', async () => {
    const none = await connect(app().wsUrl, { protocols: [] });
    expect((await none.closed()).code).toBe(4406);
    await expect(connect(app().wsUrl, { protocols: ['graphql-ws'] })).rejects.toThrow('no subprotocol');
  });

  test('a message over 256 KiB closes with 1009', async () => {
    const socket = await (await app().newUser()).socket();
    socket.send({ type: 'ping', payload: { text: 'x'.repeat(300_000) } });
    expect((await socket.closed()).code).toBe(1009);
  });

  test('an internal failure during the key lookup closes with 4500, and reveals nothing', async () => {
    const user = await app().newUser();
    const { keys } = app().services;
    const original = keys.authenticate;
    keys.authenticate = () => Promise.reject(new Error('SQLITE_SECRET'));
    try {
      const socket = await connect(app().wsUrl);
      socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${user.apiKey}` } });
      expect(await socket.closed()).toEqual({ code: 4500, reason: 'Internal server error' });
    } finally {
      keys.authenticate = original;
    }
    (await user.socket()).close();
  });

  test('a page of another site is refused before it is connected', async () => {
    await expect(connect(app().wsUrl, { headers: { origin: 'https://evil.example' } })).rejects.toThrow('403');
    const own = await connect(app().wsUrl, { headers: { origin: app().wsUrl.replace('ws:', 'http:') } });
    own.close();
  });

  test('a user has at most 20 sockets, across all keys; one that closes makes room', async () => {
    const user = await app().newUser();
    const sockets: TestSocket[] = [];
    for (let n = 0; n < 20; n += 1) sockets.push(await user.socket());
    const { apiKeyCreate } = await user.data(
      'mutation { apiKeyCreate(input: { name: "second", scopes: [READ] }) { secret } }',
    );
    for (const key of [user.apiKey, apiKeyCreate.secret]) {
      const extra = await connect(app().wsUrl);
      extra.send({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } });
      expect((await extra.closed()).code).toBe(4429);
    }
    (await (await app().newUser()).socket()).close();
    sockets[0]?.close();
    await sockets[0]?.closed();
    sockets.push(await roomAgain(user));
    for (const socket of sockets) socket.close();
  });

  test('a socket has at most 50 operations at once', async () => {
    const user = await app().newUser();
    const socket = await user.socket();
    const { createWebApp, createAutoPush } = await import('./support/factories.js');
    await createWebApp(user);
    const { id } = await createAutoPush(user);
    const query = 'subscription ($id: ID!) { schedulerStatus(schedulerId: $id) { occurredAt } }';
    for (let n = 0; n < 51; n += 1) subscribe(socket, String(n), query, { id });
    const error = await socket.next('error');
    expect(error.payload[0].extensions.code).toBe('RATE_LIMITED');
    socket.close();
  });

  test('each event of a subscription is paid for, and waits while the budget is empty, without ending the subscription', async () => {
    const charge = jest.spyOn(CostMeter.prototype, 'charge');
    const { createWebApp, createAutoPush } = await import('./support/factories.js');
    const user = await app().newUser();
    await createWebApp(user);
    const { id } = await createAutoPush(user);
    const socket = await user.socket();
    const activeNext = async () => (await socket.next('next')).payload.data.schedulerStatus.scheduler.active;
    const change = (mutation: string) =>
      user.data(`mutation ($id: ID!) { ${mutation}(id: $id) { userErrors { code } } }`, { id });
    subscribe(socket, 'a', 'subscription ($id: ID!) { schedulerStatus(schedulerId: $id) { scheduler { active } } }', {
      id,
    });
    expect(await activeNext()).toBe(false);
    charge.mockClear();
    await change('schedulerActivate');
    expect(await activeNext()).toBe(true);
    const isOfEvent = ([, cost]: unknown[]) => cost === 3;
    await eventually('the charge for it', () => charge.mock.calls.some(isOfEvent) || null);

    let refused = 0;
    charge.mockImplementation((_userId, cost) => {
      if (cost !== 3) return null;
      refused += 1;
      return Promise.reject(new AppError('RATE_LIMITED', 'Nothing left.', { retryAfterSeconds: 0.02 }));
    });
    // This one had been requested before the budget was empty.
    await change('schedulerDeactivate');
    expect(await activeNext()).toBe(false);
    await change('schedulerActivate');
    await change('schedulerDeactivate');
    await change('schedulerActivate');
    await eventually('refusals', () => refused > 5 || null);
    expect(socket.waiting('next')).toEqual([]);
    charge.mockRestore();
    expect(await activeNext()).toBe(true);
    expect([...socket.waiting('error'), ...socket.waiting('complete')]).toEqual([]);
    socket.close();
  });

  test('a subscription with expensive events is refused, and the error suggests an alternative', async () => {
    const socket = await (await app().newUser()).socket();
    for (const flag of ['true', 'false']) {
      const field = `audienceEstimate(exact: ${flag}) { reached }`;
      subscribe(socket, flag, `subscription { schedulerStatus(schedulerId: "x") { scheduler { ${field} } } }`);
      const { payload } = await socket.next('error');
      expect(payload[0].extensions.code).toBe('LIMIT_EXCEEDED');
      expect(payload[0].message).toMatch(/would cost \d+, and the limit is 1000\. Use a query for expensive fields\.$/);
    }
    socket.close();
  });

  test.each([
    [
      'depth',
      `{ pushes { nodes ${'{ scheduler { pushes { nodes '.repeat(4)}{ id }${' } } }'.repeat(4)} } }`,
      'LIMIT_EXCEEDED',
    ],
    ['aliases', `{ ${Array.from({ length: 60 }, (_, i) => `a${i}: viewer { scopes }`).join(' ')} }`, 'LIMIT_EXCEEDED'],
    ['cost', '{ schedulers(first: 100) { nodes { pushes(first: 100) { nodes { id active } } } } }', 'LIMIT_EXCEEDED'],
    ['tokens', `{ ${'viewer { scopes } '.repeat(600)} }`, 'GRAPHQL_PARSE_FAILED'],
    ['unknown fields', '{ viewr { scopes } }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('the limit of %s applies here too', async (_what, query, code) => {
    const socket = await (await app().newUser()).socket();
    subscribe(socket, 'a', query);
    const { payload } = await socket.next('error');
    expect(payload[0].extensions.code).toBe(code);
    expect(payload[0].message.includes('Did you mean "viewer"')).toBe(query.startsWith('{ viewr'));
    socket.close();
  });

  test('a repeated query is compiled, and its answer stays the same as before and as over HTTP', async () => {
    const execute = jest.spyOn(QueryExecutor.prototype, 'execute');
    const user = await app().newUser();
    const socket = await user.socket();
    const source = 'query Again($first: Int!) { viewer { user { databaseId } } apps(first: $first) { nodes { id } } }';
    const answers: Json[] = [];
    for (const [id, first] of [2, 2, 2, 2, -1, 'no number'].entries()) {
      const payload = { query: source, operationName: 'Again', variables: { first } };
      socket.send({ id: String(id), type: 'subscribe', payload });
      answers.push((await socket.next('next')).payload);
    }
    const executor = execute.mock.contexts[0] as QueryExecutor;
    expect(executor.find(source, 'Again')).not.toBeNull();
    const documents = execute.mock.calls.map(([{ document }]) => document);
    execute.mockRestore();
    expect(new Set(documents).size).toBe(1);
    expect(documents).toHaveLength(6);
    const { data, extensions } = (await user.query(source, { first: 2 })).body;
    expect(answers.slice(0, 4)).toEqual(Array(4).fill({ data, extensions }));
    const codes = answers.slice(4).map(({ errors }) => errors[0].extensions.code);
    expect(codes).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT']);
    socket.close();
  });

  test('an unexpected error is masked', async () => {
    const user = await app().newUser();
    const socket = await user.socket();
    const { services } = app();
    const original = services.pushes.delete;
    services.pushes.delete = () => Promise.reject(new Error('SQLITE_SECRET'));
    subscribe(socket, 'a', 'mutation { pushDelete(id: "UHVzaDox") { deletedId } }');
    const { payload } = await socket.next('next');
    services.pushes.delete = original;
    expect(payload.errors[0]).toMatchObject({ message: 'Internal error', extensions: { code: 'INTERNAL' } });
    expect(JSON.stringify(payload)).not.toContain('SQLITE_SECRET');
    socket.close();
  });
});

describe.each(eachDatabase().slice(0, 1))('a slow client', (kind) => {
  const app = useGraphApp(kind);

  test('a client that does not read is disconnected once too much is buffered for it', async () => {
    const [slow, other] = [await (await app().newUser()).socket(), await (await app().newUser()).socket()];
    slow.raw.pause();
    // Each answer has some hundred kilobytes, so the system's own buffers fill long before the last one.
    const query = getIntrospectionQuery();
    for (let n = 0; n < 50; n += 1) subscribe(slow, String(n), query);
    for (let n = 0; n < 5; n += 1) {
      subscribe(other, String(n), '{ viewer { scopes } }');
      expect((await other.next('next')).payload.data.viewer.scopes).toHaveLength(3);
    }
    await eventually('the slow connection to end', async () => ((await connections(app().server)) === 1 ? true : null));
    slow.raw.resume();
    expect((await slow.closed()).code).toBe(1006);
    other.close();
  });
});

describe.each(eachDatabase().slice(0, 1))('a server that stops', (kind) => {
  const app = useGraphApp(kind);

  test('closes its sockets with 1001 and completes no subscription', async () => {
    const { createWebApp, createAutoPush } = await import('./support/factories.js');
    const user = await app().newUser();
    await createWebApp(user);
    const { id } = await createAutoPush(user);
    const socket = await user.socket();
    subscribe(socket, 'state', 'subscription ($id: ID!) { schedulerStatus(schedulerId: $id) { occurredAt } }', { id });
    subscribe(socket, 'events', 'subscription { deliveryEvents { eventId } }');
    await socket.next('next');
    await app().server.close();
    expect((await socket.closed()).code).toBe(1001);
    expect(socket.waiting('complete')).toEqual([]);
    expect(app().log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe.each(eachDatabase().slice(0, 1))('a client that vanishes', (kind) => {
  const app = useGraphApp(kind);

  test.each([
    ['by a reset of its connection', (socket: TestSocket) => tcpOf(socket).resetAndDestroy()],
    ['in the middle of a frame', (socket: TestSocket) => void tcpOf(socket).end(Buffer.from([0x81, 0xfe, 0x01]))],
    ['after a frame that is broken', (socket: TestSocket) => void tcpOf(socket).write(Buffer.from([0xff, 0xff]))],
    [
      'after a message that is no UTF-8',
      (socket: TestSocket) => socket.raw.send(Buffer.from([0xff]), { binary: false }),
    ],
  ])('%s is not an error in the log', async (_how, vanish) => {
    const user = await app().newUser();
    const socket = await user.socket();
    subscribe(socket, 'events', 'subscription { deliveryEvents { eventId } }');
    app().log.length = 0;
    for (const id of ['a', 'b']) subscribe(socket, id, getIntrospectionQuery());
    await socket.next('next');
    vanish(socket);
    await append(app().database, user.userId, 50);
    await eventually('its end', () => (app().status.subscriberCounts().events === 0 ? true : null));
    expect(app().log.filter(({ level }) => level !== 'info')).toEqual([]);
  });
});

/** The connection below the WebSocket. */
const tcpOf = (socket: TestSocket): Socket => (socket.raw as unknown as { _socket: Socket })._socket;

const connections = (server: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => {
    server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** The server learns of a closed socket a moment after the client. */
const roomAgain = (user: GraphUser): Promise<TestSocket> =>
  eventually('room for a socket', () => user.socket().catch(() => null));
