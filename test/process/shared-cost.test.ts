import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { freshDatabaseUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { SERVICE_KEY, ServiceProcess } from '../support/service-process.js';
import { freePort } from '../support/services/guarded-process.js';
import { startRedis } from '../support/services/redis-server.js';
import { withMysql } from './three-processes.js';

const PER_MINUTE = 30;
/** The query costs 3. */
const QUERY = '{ viewer { user { databaseId } } }';

withMysql('two processes with one Redis', () => {
  test("share a key's cost budget per minute, and each process limits on its own when Redis goes down", async () => {
    const port = await freePort();
    // The test has its own Redis: the budget belongs to the key's number, which every new database repeats.
    const redis = await startRedis({ port });
    if (!redis) throw new Error('this test needs redis-server');
    await using place = await freshDatabaseUrl('mysql', { migrated: true });
    const env = {
      DATABASE_URL: place.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      REDIS_URL: `redis://127.0.0.1:${port}`,
      GRAPHQL_COST_PER_MINUTE: String(PER_MINUTE),
      ROLE: 'api',
    };
    await using one = await ServiceProcess.start(env);
    await using two = await ServiceProcess.start(env);
    for (const service of [one, two]) await untilLogged(service, 'Redis counts the limits');

    const spent = [await ask(one), await ask(two), await ask(one), await ask(two)];
    expect(spent.map(({ remaining }) => remaining)).toEqual([27, 24, 21, 18]);
    for (let n = 0; n < 6; n += 1) expect((await ask(one)).status).toBe(200);
    for (const service of [two, one]) expect(await ask(service)).toEqual({ status: 429, code: 'RATE_LIMITED' });

    await redis.stop();
    for (const service of [one, two]) {
      await untilLogged(service, 'the shared counter of limits does not answer; each process counts separately');
      expect((await ask(service)).status).toBe(200);
    }
  });
});

const ask = async (service: ServiceProcess): Promise<{ status: number; remaining?: number; code?: string }> => {
  const { status, body } = await service.request('POST', '/graphql', { body: { query: QUERY }, bearer: SERVICE_KEY });
  return status === 200
    ? { status, remaining: body.extensions.cost.remaining }
    : { status, code: body.errors[0].extensions.code };
};

const untilLogged = (service: ServiceProcess, message: string): Promise<true> =>
  eventually(message, () => (service.log.some(({ msg }) => msg === message) ? true : null));
