import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { eachDatabase, type TestDatabaseKind } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { SERVICE_KEY, type ServiceProcess } from '../support/service-process.js';
import { ServiceWorld } from '../support/service-world.js';
import { expectInTime, lastArrival, makeDue, prepareRun } from './crash-run.js';

const NOTICED_MS = 3_000;

const readyOf = async (service: ServiceProcess) => {
  const response = await fetch(`${service.address}/readyz`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** Switches maintenance on; resolves when every process must have noticed. */
const switchOn = async (world: ServiceWorld, service: ServiceProcess): Promise<number> => {
  expect(await world.cli('maintenance', 'off', '--reason', 'done')).toMatchObject({
    code: 1,
    stderr: '--reason needs on, such as maintenance on --reason "a new disk".',
  });
  const { code, lines } = await world.cli('maintenance', 'on', '--reason', 'a new disk');
  expect([code, lines]).toMatchObject([0, [{ maintenance: { reason: 'a new disk' } }]]);
  expect((await world.cli('maintenance', 'on')).lines).toEqual(lines);
  const switchedAt = Date.now();
  await eventually('the process to notice', async () => ((await readyOf(service)).body.maintenance ? true : null));
  return switchedAt;
};

const ask = async (service: ServiceProcess, method: string, path: string, body?: object) => {
  const response = await fetch(`${service.address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${SERVICE_KEY}`,
      'x-pushgraph-console': '1',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
};

/** Switches maintenance on during a run, and off. Returns when the fakes read the last message before, ms. */
const stopAndGoOn = async (kind: TestDatabaseKind): Promise<number> => {
  await using world = await ServiceWorld.open(kind);
  const service = await world.start({ CHECKPOINT_SIZE: '2000', BATCH_SIZE: '3000' });
  await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: 2_000 } });
  const { schedulerId, targets } = await prepareRun(world, service, { apple: 500, web: 2_500 });
  await makeDue(world, schedulerId);
  await eventually('the first messages', async () => ((await world.fakes.count()) > 20 ? true : null));
  const switchedAt = await switchOn(world, service);
  await sleep(2 * NOTICED_MS);
  expect(await world.fakes.count()).toBeLessThan(targets.length);
  const stoppedMs = (await lastArrival(world.fakes)) - switchedAt;
  await world.fakes.behave();
  await world.cli('maintenance', 'off');
  await eventually('all messages', async () => ((await world.fakes.count()) >= targets.length ? true : null));
  const counts = await world.fakes.countByTarget();
  expect([counts.size, Math.max(...counts.values())]).toEqual([targets.length, 1]);
  return stoppedMs;
};

describe.each(eachDatabase())('maintenance on $name', (kind) => {
  test('refuses writes through every API with 503 and a message, while reads work and no moment is missed', async () => {
    await using world = await ServiceWorld.open(kind);
    const service = await world.start();
    const { schedulerId } = await prepareRun(world, service, { apple: 30, web: 10 });
    await switchOn(world, service);
    await makeDue(world, schedulerId);
    const writes = [
      await ask(service, 'POST', '/api/b/v2/events', { code: 'sale' }),
      await ask(service, 'DELETE', '/api/b/v2/apps/1'),
      await ask(service, 'PUT', '/imports/1/file?expires=1&signature=x'),
      await ask(service, 'POST', '/console/invitations/accept', { token: 'x', password: 'y' }),
      await ask(service, 'POST', '/graphql', { query: 'mutation { schedulerArchive(id: "x") { __typename } }' }),
    ];
    for (const { status, retryAfter, text } of writes) {
      expect([status, retryAfter]).toEqual([503, '30']);
      expect(text).toContain('The service is under maintenance (a new disk)');
    }
    const db = await world.db();
    const [app] = await db.query<{ service_id: string }>('SELECT service_id FROM app ORDER BY id LIMIT 1');
    const device = await ask(service, 'POST', `/sdk/v1/${app?.service_id}/devices`, { token: 'a'.repeat(64) });
    expect(device.status).toBe(503);
    expect((await ask(service, 'GET', '/api/b/v2/apps')).status).toBe(200);
    expect((await ask(service, 'POST', '/graphql', { query: '{ apps { nodes { id } } }' })).status).toBe(200);
    const banner = await ask(service, 'GET', '/console/maintenance');
    expect(JSON.parse(banner.text)).toMatchObject({ maintenance: { reason: 'a new disk' } });
    expect(await readyOf(service)).toMatchObject({ status: 200, body: { ready: true } });
    expect((await ask(service, 'GET', '/metrics')).text).toMatch(/^pushgraph_maintenance 1$/m);
    await eventually('the run of the moment', async () => {
      const [run] = (await world.cli('run', 'list')).lines;
      return run?.status === 'running' ? run : null;
    });
    await sleep(NOTICED_MS);
    expect(await world.fakes.count()).toBe(0);
    expect((await world.cli('status')).lines.join('\n')).toMatch(
      /^maintenance since \S+ \(a new disk\): nothing is sent$/m,
    );
    expect((await world.cli('maintenance', 'off')).lines).toEqual([{ maintenance: null }]);
    await eventually('all messages', async () => ((await world.fakes.count()) === 40 ? true : null));
    await eventually('writes to work', async () =>
      (await ask(service, 'POST', '/api/b/v2/events', { code: 'sale', name: 'Sale' })).status === 201 ? true : null,
    );
    expect((await ask(service, 'GET', '/metrics')).text).toMatch(/^pushgraph_maintenance 0$/m);
  });

  test('stops a run in progress within three seconds, and each device gets one message afterwards', async () => {
    await expectInTime(NOTICED_MS, () => stopAndGoOn(kind));
  });

  test('the log level of a running process changes, and reverts after its time', async () => {
    await using world = await ServiceWorld.open(kind);
    const service = await world.start();
    const levels = () => service.log.flatMap(({ msg, level_now }) => (msg === CHANGED ? [level_now] : []));
    expect((await world.cli('log-level', 'debug', '--for', '5s')).lines).toMatchObject([{ log_level: 'debug' }]);
    await eventually('debug and back', () => (levels().length === 2 ? true : null));
    expect(levels()).toEqual(['debug', 'info']);
    expect((await world.cli('log-level')).lines).toEqual([{ log_level: 'info', until: null }]);
    expect((await world.cli('log-level', 'warn')).lines).toEqual([{ log_level: 'warn', until: null }]);
    expect((await world.cli('log-level', 'default')).lines).toEqual([{ log_level: 'info', until: null }]);
    expect(await world.cli('log-level', 'default', '--for', '5s')).toMatchObject({
      code: 1,
      stderr: '--for needs a level, such as log-level debug --for 10m.',
    });
    expect(await world.cli('log-level', 'loud')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('must be one of'),
    });
  });
});

const CHANGED = 'the log level was changed';
