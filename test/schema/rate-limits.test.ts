import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { CostMeter } from '../../src/services/rate-limits/cost-meter.js';
import { eachDatabase } from '../support/databases.js';
import { post, useGraphApp } from './support/graph-app.js';
import { connect } from './support/test-socket.js';

/** The query costs 3. */
const QUERY = '{ viewer { user { databaseId } } }';

describe.each(eachDatabase().slice(0, 1))('the cost of a minute', (kind) => {
  const app = useGraphApp(kind, { costPerMinute: 30 });

  test('is reported, and a request beyond it gets 429 with Retry-After, compiled or not', async () => {
    const user = await app().newUser();
    for (let n = 1; n <= 10; n += 1) {
      const { body } = await user.query(QUERY);
      expect(body.extensions.cost).toEqual({ requested: 3, limit: 20_000, remaining: 30 - 3 * n });
    }
    for (const query of [
      QUERY,
      'query Other { viewer { scopes } }',
      'mutation { pushDelete(id: "x") { deletedId } }',
    ]) {
      const { status, headers, errors, data } = await user.query(query);
      expect([status, data, errors[0].extensions.code]).toEqual([429, undefined, 'RATE_LIMITED']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(errors[0].extensions.reqId).toBe(headers['x-request-id']);
    }
  });

  test('is limited per user', async () => {
    const [one, other] = [await app().newUser(), await app().newUser()];
    for (let n = 0; n < 11; n += 1) await one.query(QUERY);
    expect((await one.query(QUERY)).status).toBe(429);
    expect((await other.query(QUERY)).status).toBe(200);
  });

  test('is shared with the WebSocket, which stays open', async () => {
    const user = await app().newUser();
    const socket = await user.socket();
    for (let n = 1; n <= 10; n += 1) {
      socket.send({ id: `q${n}`, type: 'subscribe', payload: { query: QUERY } });
      const { payload } = await socket.next('next');
      expect(payload.extensions.cost).toEqual({ requested: 3, limit: 20_000, remaining: 30 - 3 * n });
      await socket.next('complete');
    }
    socket.send({ id: 'more', type: 'subscribe', payload: { query: QUERY } });
    const { id, payload } = await socket.next('error');
    expect([id, payload[0].extensions.code]).toEqual(['more', 'RATE_LIMITED']);
    expect(payload[0].extensions.retryAfterSeconds).toBeGreaterThan(0);
    expect((await user.query(QUERY)).status).toBe(429);
    socket.close();
  });

  test('is unaffected by queries that are refused for their size', async () => {
    const user = await app().newUser();
    for (let n = 0; n < 20; n += 1) await user.query('{ nonsense }');
    expect((await user.query(QUERY)).body.extensions.cost.remaining).toBe(27);
  });
});

describe.each(eachDatabase().slice(0, 1))('bad keys', (kind) => {
  const app = useGraphApp(kind, { badKeysPerMinute: 5 });

  test('from one address are refused without a database lookup after too many', async () => {
    const user = await app().newUser();
    const { apiKey } = user;
    const held = await user.socket();
    const send = (key: string) => post(app().server, { query: QUERY }, { authorization: `Bearer ${key}` });
    expect((await send(apiKey)).status).toBe(200);
    for (let n = 0; n < 5; n += 1) expect((await send(`pgk_unknown_unknown_${n}`)).status).toBe(401);
    const before = app().database.statements.count;
    const answer = await send('pgk_unknown_unknown_unknown');
    expect([answer.status, answer.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    const socket = await connect(app().wsUrl);
    socket.send({ type: 'connection_init', payload: { authorization: 'Bearer pgk_unknown_unknown_unknown' } });
    expect((await socket.closed()).code).toBe(4429);
    expect(app().database.statements.count).toBe(before);
    // A known caller stays connected.
    held.send({ id: 'a', type: 'subscribe', payload: { query: QUERY } });
    expect((await held.next('next')).payload.data).toBeTruthy();
    held.close();
  });
});

const withRedis = process.env.TEST_REDIS_URL ? describe : describe.skip;

withRedis('the cost of a minute in Redis', () => {
  let redis: Redis;

  beforeAll(() => {
    redis = new Redis(process.env.TEST_REDIS_URL ?? '', { enableOfflineQueue: true, maxRetriesPerRequest: 0 });
  });
  afterAll(() => redis.disconnect());

  test('are limited across all processes', async () => {
    const userId = Date.now();
    const [one, two] = [new CostMeter({ perMinute: 10, redis }), new CostMeter({ perMinute: 10, redis })];
    expect(await one.charge(userId, 4)).toBe(6);
    expect(await two.charge(userId, 4)).toBe(2);
    await expect(one.charge(userId, 4)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('is counted by each process while Redis is unavailable', async () => {
    const away = new Redis({
      host: '127.0.0.1',
      port: 1,
      lazyConnect: true,
      enableOfflineQueue: false,
      retryStrategy: null,
    });
    away.on('error', () => undefined);
    const meter = new CostMeter({ perMinute: 10, redis: away });
    expect(await meter.charge(1, 6)).toBe(4);
    await expect(meter.charge(1, 6)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    away.disconnect();
  });
});
