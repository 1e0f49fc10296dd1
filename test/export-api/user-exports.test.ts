import { expect, test } from '@jest/globals';
import fastify from 'fastify';
import { userExportsPlugin } from '../../src/export-api/user-exports-plugin.js';
import type { Services } from '../../src/services/services.js';

const ADDRESS = '/user-exports/7?expires=1&holder=k1&signature=s';

test('an account has at most two exports in progress, without delaying other accounts', async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let userId = 1;
  async function* rows() {
    await ended;
    yield { id: 'ada' };
  }
  const open = async () => ({ userId, files: [{ name: 'user.ndjson', rows }] });
  const server = fastify();
  await server.register(userExportsPlugin({ userExports: { open } as unknown as Services['userExports'] }));
  const get = async () => (await server.inject(ADDRESS)).statusCode;

  const inProgress = [get(), get()];
  await server.ready();
  expect(await get()).toBe(429);
  userId = 2;
  const ofAnother = get();
  end();
  expect(await Promise.all([...inProgress, ofAnother])).toEqual([200, 200, 200]);
  userId = 1;
  expect(await get()).toBe(200);
  await server.close();
});
