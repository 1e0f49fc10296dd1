import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Exit, NodeProcess } from '../support/child-process.js';
import { ServiceProcess } from '../support/service-process.js';

const KEY = 'the-key-of-whoever-seeds';
const QUERY = `{
  apps { totalCount } devices { totalCount } tagGroups { totalCount } schedulers { totalCount nodes { __typename } }
  runs { nodes { status scheduler { name } counts { sent invalidToken failed retrying } } }
}`;

interface Found {
  readonly apps: { totalCount: number };
  readonly devices: { totalCount: number };
  readonly tagGroups: { totalCount: number };
  readonly schedulers: { totalCount: number; nodes: { __typename: string }[] };
  readonly runs: { nodes: { status: string; scheduler: { name: string }; counts: Record<string, number> }[] };
}

describe('npm run seed', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seed-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const database = (name: string) => ({ DATABASE_URL: `sqlite:${join(folder, name)}`, BOOTSTRAP_API_KEY: KEY });
  const run = async (env: Record<string, string>): Promise<Exit & { said: string }> => {
    await using seed = new NodeProcess('test/demo/seed.js', env);
    const exit = await seed.exited;
    return { ...exit, said: [...seed.stdout, ...seed.stderr].join('\n') };
  };
  /** No service listens at this address. */
  const nobody = { SEED_URL: 'http://127.0.0.1:1' };

  test('fills an empty database once, including finished runs', async () => {
    const env = { ...database('new.db'), ...nobody };
    expect(await run(env)).toMatchObject({ code: 0, said: expect.stringContaining(`the key ${KEY}`) });
    expect(await run(env)).toMatchObject({ code: 0, said: expect.stringContaining('there already') });
    const other = { ...env, BOOTSTRAP_API_KEY: 'the-key-of-somebody-else' };
    expect(await run(other)).toMatchObject({ code: 1, said: expect.stringContaining('BOOTSTRAP_API_KEY') });

    await using service = await ServiceProcess.start(database('new.db'));
    const found = await service.graphql<Found>(QUERY);
    expect(found).toMatchObject({
      apps: { totalCount: 4 },
      devices: { totalCount: 240 },
      tagGroups: { totalCount: 1 },
    });
    expect(new Set(found.schedulers.nodes.map(({ __typename }) => __typename)).size).toBe(3);
    const sale = found.runs.nodes.find(({ scheduler }) => scheduler.name === 'Autumn sale');
    expect(sale).toMatchObject({ status: 'FINISHED', counts: { retrying: 0, failed: 3, sent: 230 } });
    // Seven are dead, and either of the two runs may have found out.
    const dead = found.runs.nodes.reduce((sum, { counts }) => sum + (counts.invalidToken ?? 0), 0);
    expect(dead).toBeGreaterThanOrEqual(7);
  });

  test('sends the data to a running service through its APIs, and sends no messages', async () => {
    await using service = await ServiceProcess.start(database('running.db'));
    const env = { ...database('running.db'), SEED_URL: service.address };
    expect(await run(env)).toMatchObject({ code: 0, said: expect.stringContaining('every scheduler is inactive') });
    expect(await run(env)).toMatchObject({ code: 0, said: expect.stringContaining('there already') });
    const found = await service.graphql<Found>(QUERY);
    expect(found).toMatchObject({ devices: { totalCount: 240 }, schedulers: { totalCount: 4 }, runs: { nodes: [] } });
  });
});
