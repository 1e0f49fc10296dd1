import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { NodeProcess } from '../support/child-process.js';
import { eachDatabase, freshDatabaseUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { ServiceProcess, START_DEADLINE_MS } from '../support/service-process.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue, noteFigures, prepareRun, recordedCount, untilFinished, untilTaken } from './crash-run.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** A small separate disk; null if this user may not mount one. */
const mountSmallDisk = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pushgraph-disk-'));
  const { status } = spawnSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=24m', 'none', folder]);
  const dispose = async () => {
    if (status === 0) spawnSync('/usr/bin/umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  };
  if (status !== 0) await dispose();
  return status === 0 ? { folder, [Symbol.asyncDispose]: dispose } : null;
};

const [sqlite] = eachDatabase();
const DEVICES = 400;
const waiting = (line: string): string | null => /"reason":"([^"]+)".*the start waits/.exec(line)?.[1] ?? null;
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

(canMount ? describe : describe.skip)('a service whose disk is full', () => {
  test('shows in readiness and metrics, and the service recovers without a restart once there is room', async () => {
    const disk = await mountSmallDisk();
    if (disk === null) return;
    await using place = disk;
    const env = { DATABASE_URL: `sqlite:${join(place.folder, 'pushgraph.db')}`, MASTER_KEY };
    await using service = await ServiceProcess.start(env);
    const metric = async () =>
      /^pushgraph_database_up (\d)$/m.exec(await (await fetch(`${service.address}/metrics`)).text())?.[1];
    const createApp = () => service.api('POST', '/apps', { push_provider: 'webpush', name: 'a' });
    expect((await service.request('GET', '/readyz')).status).toBe(200);
    expect(await metric()).toBe('1');

    await writeFile(join(place.folder, 'ballast'), Buffer.alloc(64 * 1024 ** 2)).catch(() => undefined);
    await eventually('a readiness that says it', async () => {
      const { status, body } = await service.request('GET', '/readyz');
      return (status === 503 && body.error === 'the disk of the database is full') || null;
    });
    expect(await metric()).toBe('0');
    await eventually('a write that is refused', async () => (await createApp()).status === 500 || null);
    expect((await service.request('GET', '/healthz')).status).toBe(200);
    expect((await service.api('GET', '/apps')).status).toBe(200);

    await rm(join(place.folder, 'ballast'));
    await eventually('readiness', async () => (await service.request('GET', '/readyz')).status === 200 || null);
    expect(await metric()).toBe('1');
    expect((await createApp()).status).toBe(201);
    expect(await service.terminate()).toMatchObject({ code: 0 });
  });

  test.each([
    ['the first start wait, before it has a key file,', { isLater: false, key: {} }],
    ['the first start wait, with a key of its own,', { isLater: false, key: { MASTER_KEY } }],
    ['a later start wait,', { isLater: true, key: {} }],
  ])('makes %s with one log line, and lets it continue once there is space', async (_which, { isLater, key }) => {
    const disk = await mountSmallDisk();
    if (disk === null) return;
    await using place = disk;
    const DATABASE_URL = `sqlite:${join(place.folder, 'data', 'pushgraph.db')}`;
    if (isLater) {
      await using before = await ServiceProcess.start({ DATABASE_URL });
      await before.terminate();
    }
    await writeFile(join(place.folder, 'ballast'), Buffer.alloc(64 * 1024 ** 2)).catch(() => undefined);
    const env = { PORT: '0', DATABASE_URL, ...key };
    await using starting = new NodeProcess('src/main.js', env);
    await starting.untilLine(waiting, START_DEADLINE_MS);
    // Three more attempts fail in this time.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await rm(join(place.folder, 'ballast'));
    await starting.untilLine((line) => (line.includes(' is listening on ') ? line : null), START_DEADLINE_MS);
    const reasons = starting.stdout.flatMap((line) => waiting(line) ?? []);
    expect(reasons).toEqual(['DATABASE_URL: the disk of the database is full; make room there.']);
    expect(await starting.signal('SIGTERM')).toMatchObject({ code: 0 });
    expect(starting.stderr).toEqual([]);
  });

  test('loses nothing of an interrupted run, as docs/runbook.md promises', async () => {
    const disk = await mountSmallDisk();
    if (disk === null || !sqlite) return;
    const url = `sqlite:${join(disk.folder, 'pushgraph.db')}`;
    await using world = await ServiceWorld.open(
      { ...sqlite, url: async () => ({ url, [Symbol.asyncDispose]: () => disk[Symbol.asyncDispose]() }) },
      { migrated: false },
    );
    const service = await world.start({ CHECKPOINT_SIZE: '50', BATCH_SIZE: '100' });
    const { schedulerId } = await prepareRun(world, service, { apple: DEVICES, web: 0 });
    await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: 300 } });
    await makeDue(world, schedulerId);
    await untilTaken(world.fakes, 50);
    await writeFile(join(disk.folder, 'ballast'), Buffer.alloc(64 * 1024 ** 2)).catch(() => undefined);
    await eventually('a readiness that says it', async () => {
      const { status } = await service.request('GET', '/readyz');
      return status === 503 || null;
    });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await rm(join(disk.folder, 'ballast'));
    await untilFinished(world);
    const counts = [...(await world.fakes.countByTarget()).values()];
    expect(counts).toHaveLength(DEVICES);
    noteFigures({ devices: DEVICES, messages: counts.reduce((sum, count) => sum + count, 0) });
    expect(await recordedCount(world)).toBe(DEVICES);
    expect(await service.terminate()).toMatchObject({ code: 0 });
  });
});

const logSize = (url: string): number => {
  const log = `${url.slice('sqlite:'.length)}-wal`;
  return existsSync(log) ? statSync(log).size : 0;
};

test('SQLite has nothing in its log after a clean stop', async () => {
  await using place = await freshDatabaseUrl('sqlite');
  await using service = await ServiceProcess.start({ DATABASE_URL: place.url, MASTER_KEY });
  expect((await service.api('POST', '/apps', { push_provider: 'webpush', name: 'a' })).status).toBe(201);
  expect(await service.terminate()).toMatchObject({ code: 0 });
  expect({ bytes: logSize(place.url), log: service.process.stdout }).toMatchObject({ bytes: 0 });
});

const IDLE_MS = 20_000;
const IDLE_BYTES = 64 * 1024;

test('an idle service on SQLite writes next to nothing', async () => {
  await using place = await freshDatabaseUrl('sqlite');
  await using _service = await ServiceProcess.start({ DATABASE_URL: place.url, MASTER_KEY });
  const log = `${place.url.slice('sqlite:'.length)}-wal`;
  // The first minute has extra work, such as counting devices.
  const settled = async () => {
    const before = statSync(log).size;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return statSync(log).size === before || null;
  };
  await eventually('a log that has stopped growing', settled);
  const before = statSync(log).size;
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  expect(statSync(log).size - before).toBeLessThan(IDLE_BYTES);
});
