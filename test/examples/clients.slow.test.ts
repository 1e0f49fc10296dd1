import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BadKeyError, type ClientOptions } from '@pushgraph/client';
import { WebSocket } from 'ws';
import type { PushgraphClient, Run } from '../../examples/pushgraph-client.js';
import { withApollo } from '../../examples/with-apollo.js';
import { withClient } from '../../examples/with-client.js';
import { withUrql } from '../../examples/with-urql.js';
import { makeDue, prepareRun } from '../process/crash-run.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { SERVICE_KEY, type ServiceProcess } from '../support/service-process.js';
import { ServiceWorld } from '../support/service-world.js';

const CLIENTS: [string, (options: ClientOptions & { readonly apiKey: string }) => PushgraphClient][] = [
  ['@pushgraph/client', withClient],
  ['Apollo Client', withApollo],
  ['urql', withUrql],
];

describe.each(CLIENTS)('the example with %s', (_name, connect) => {
  let world: ServiceWorld;
  let service: ServiceProcess;
  let client: PushgraphClient;
  beforeAll(async () => {
    const [sqlite] = eachDatabase();
    if (!sqlite) throw new Error('SQLite is always there');
    world = await ServiceWorld.open(sqlite);
    service = await world.start();
    client = connect({ url: service.address, apiKey: SERVICE_KEY, webSocketImpl: WebSocket });
  });
  afterAll(async () => {
    client.close();
    await world[Symbol.asyncDispose]();
  });

  test('creates applications, names the wrong field, and lists them page by page', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      expect(await client.createWebApp(name)).toMatchObject({ app: { name }, userErrors: [] });
    }
    expect(await client.createWebApp('')).toMatchObject({
      app: null,
      userErrors: [{ field: ['input', 'name'], code: 'REQUIRED', message: expect.any(String) }],
    });
    const apps = await client.listApps(2);
    expect(apps.map(({ name }) => name)).toEqual(['five', 'four', 'one', 'three', 'two']);
  });

  test('watches a run until it has ended', async () => {
    const { schedulerId } = await prepareRun(world, service, { apple: 2, web: 1 });
    // The run stays open until a client watches it.
    await world.fakes.misbehave({ provider: 'provider_c', fault: { kind: 'answer', status: 503 } });
    await makeDue(world, schedulerId);
    const seen: Run[] = [];
    await client.watchRun(await newestRun(service), (run) => {
      if (seen.length === 0) void world.fakes.behave();
      seen.push(run);
    });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen[0]?.status).not.toBe('FINISHED');
    expect(seen.at(-1)).toMatchObject({ status: 'FINISHED', counts: { total: 3, sent: 3, failed: 0, retrying: 0 } });
  });

  test('keeps watching a run across a restart of the service', async () => {
    const { schedulerId } = await prepareRun(world, service, { apple: 2, web: 0 });
    await world.fakes.misbehave({ provider: 'provider_c', fault: { kind: 'answer', status: 503 } });
    await makeDue(world, schedulerId);
    const seen: Run[] = [];
    const watched = client.watchRun(await newestRun(service), (run) => seen.push(run));
    await eventually('the first state', () => seen[0] ?? null);
    await service.terminate();
    await world.fakes.behave();
    service = await world.start({ PORT: new URL(service.address).port });
    await watched;
    expect(seen.at(-1)).toMatchObject({ status: 'FINISHED', counts: { failed: 0, retrying: 0 } });
  });

  test('does not retry an invalid key', async () => {
    const sockets: string[] = [];
    class CountedSocket extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        sockets.push(String(args[0]));
      }
    }
    const other = connect({ url: service.address, apiKey: 'not-the-key-of-anyone', webSocketImpl: CountedSocket });
    await expect(other.listApps(2)).rejects.toThrow(BadKeyError);
    await expect(other.createWebApp('six')).rejects.toThrow(BadKeyError);
    await expect(other.watchRun('anything', () => undefined)).rejects.toThrow(BadKeyError);
    expect(sockets).toHaveLength(1);
    other.close();
  });
});

const newestRun = (service: ServiceProcess): Promise<string> =>
  eventually('the run', async () => {
    const { runs } = await service.graphql<{ runs: { nodes: { id: string }[] } }>(
      '{ runs(first: 1) { nodes { id } } }',
    );
    return runs.nodes[0]?.id ?? null;
  });
