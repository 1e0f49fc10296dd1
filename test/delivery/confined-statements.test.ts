import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, execute } from '../../src/database/database.js';
import { TABLES_OF_APPS } from '../../src/database/vitess-schema.js';
import { LeaseReaper } from '../../src/delivery/leases/lease-reaper.js';
import type { App } from '../../src/entities/app.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { findUnconfined, tablesOf } from '../database/statement-shape.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { seedDevices } from '../support/seed-devices.js';
import { AutoPushWorld } from './auto-push-world.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';
import { BUSY, DEAD, MINUTE, receive, SENT } from './history-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

/** Tables that grow with devices and messages. They are spread by `app_id` (docs/capacity.md). */
const SPREAD = Object.entries(TABLES_OF_APPS).flatMap(([table, place]) => (place === 'catalogue' ? [] : [table]));

/** Small tables stay in one place, and may be read in the same statement. */
const CATALOGUE = [
  ...['app', 'custom_event', 'id_sequence', 'push', 'run', 'scheduler', 'scheduler_filter', 'tag', 'user_account'],
  ...['device_count', 'outbox', 'outbox_head', 'run_failure', 'run_pace', 'run_timeline', 'run_total', 'traffic'],
  'api_key',
];

/**
 * Statements of these paths that are not confined to applications, each with its reason; docs/capacity.md lists them.
 */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  'due picker: the next rows that are due, whosever they are':
    /^SELECT (id|\*|due_at) FROM (due_send|retry_send) WHERE (due_at <= \?|lease_until IS NULL)/,
  'batch picker: applications that have a batch to be sent':
    /^SELECT p\.app_id FROM \(SELECT DISTINCT app_id FROM batch/,
  'lease reaper and sweep: batches whose holder fell silent':
    /^SELECT id, app_id FROM batch WHERE (status = 'running'|\(\()/,
  'end of a run: whether anything of it is left': /^SELECT id FROM (batch|retry_send) WHERE run_id = \?/,
  'end of a run: whether it had any message': /^SELECT run_id FROM batch_count WHERE run_id = \?/,
  'a run is cancelled, paused or goes on: all that is open of it':
    /^(UPDATE (batch|retry_send) SET .* WHERE run_id = \?|SELECT id, app_id FROM batch WHERE run_id = \? AND status)/,
  'a run is shown: sums over its applications':
    /FROM (batch|batch_count|receipt)( c LEFT JOIN app a ON \S+ = \S+)? WHERE (c\.)?run_id IN \(/,
  'a run is shown: its messages page by page, over its applications':
    /^SELECT .* FROM delivery_log t WHERE \(t\.run_id = \?\)/,
  'a device is asked for by its id alone': /^SELECT (?!a\.).* FROM ["`]?device["`]? .*WHERE .*\bid["`]? (=|IN)/,
  'tags of the devices of a list': /^SELECT l\.device_id, g\.name FROM device_tag l/,
};

const listening = (database: Database): Set<string> => {
  const seen = new Set<string>();
  database.statements.listener = (sql) => seen.add(sql.replace(/\s+/g, ' ').trim());
  return seen;
};

const DELIVERIES = `query ($run: ID!, $device: ID!) {
  run(id: $run) { deliveries(first: 50) { nodes { outcome reason failedAt tries nextTryAt deliveredAt clickedAt } }
    counts { total } receiptCounts { delivered } batches { total done } }
  device(id: $device) { tags deliveries(first: 5) { nodes { outcome } } }
  deliveryTrace(deviceId: $device, runId: $run) { outcome } }`;
const LIST = `query ($where: DeviceWhereInput) { devices(first: 5, where: $where) { totalCount nodes { id tags } } }`;
const ESTIMATE = `query ($audience: AudienceInput!) { audienceEstimate(audience: $audience) { estimate { reached } userErrors { code } } }`;

/** Devices register, change, report and unregister, one by one and in bulk. */
const devicesComeAndGo = async (world: AutoPushWorld): Promise<App> => {
  const { app, services } = world;
  const attributes = { audiences: ['one', 'two'], timezone: 'Europe/Rome', externalUserId: 'user 1', language: 'de' };
  const [first, second] = await world.makeDevices(app, 3, () => attributes);
  if (!first || !second) throw new Error('no devices');
  const { device } = first;
  const again = { token: device.token, audiences: ['two'], timezone: 'UTC' };
  await services.devices.register(app, again, first.secret);
  await services.devices.update(app, device, { timezone: 'Asia/Tokyo', audiences: ['three'] }, 'device');
  const lines = [again, { token: 'f'.repeat(64), audiences: ['one'] }];
  // An import writes the same way.
  for (let turn = 0; turn < 2; turn += 1) await services.devices.registerMany(app, lines, { startSends: false });
  await services.devices.registerMany(app, [{ token: 'e'.repeat(64) }], { startSends: true });
  for (let turn = 0; turn < 2; turn += 1) await world.track(device, { code: 'buy', id: 'one', occurredAt: null });
  await services.deviceBulk.track(world.caller, app.id, [
    { deviceId: null, externalUserId: 'user 1', events: [{ code: 'buy', id: null, occurredAt: null }] },
  ]);
  await services.devices.unregister(second.device);
  await services.ownDevices.delete(world.caller, second.device.id);
  return app;
};

/** Sends what is due while its application is paused, busy, and healthy. */
const eventsAreSent = async (world: AutoPushWorld): Promise<void> => {
  await world.makeAutoPush('1h');
  await world.makeAutoPush('2h', { event_include: ['buy'], audiences_include: ['three'] });
  const device = await world.makeDevice();
  await world.track(device, 'buy');
  const pausing = { kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '401', afterMs: 5 * MINUTE } as const;
  sender.answer = () => pausing;
  await world.advance(HOUR);
  await world.track(await world.makeDevice(), 'buy');
  await world.advance(MINUTE);
  sender.answer = () => BUSY;
  await world.advance(10 * MINUTE);
  sender.answer = () => SENT;
  for (let hour = 0; hour < 3; hour += 1) await world.advance(HOUR);
};

/** A run with failures, dead tokens and retries, whose worker dies or stalls, and which is paused and cancelled. */
const runsAreSent = async (world: BatchWorld): Promise<{ runId: number; deviceId: number; appId: number }> => {
  const app = await world.makeApp('provider_c');
  // With this many tags one bit cannot decide, so the filter also reads the tag table.
  const sequence = `tag:${world.caller.userId}`;
  const { database } = world.options;
  await database.tx((tx) => execute(tx, 'INSERT INTO id_sequence (name, last_id) VALUES (?, 1000)', [sequence]));
  const attributes = (index: number) => (index % 2 === 0 ? { audiences: ['one'] } : {});
  const devices = (await world.makeDevices(app, 45, attributes)).map(({ device }) => device);
  const filters = { audiences_include: ['one'], audiences_exclude: ['two'], event_exclude: ['dep'] };
  await world.makeActive('one-time', { pushes: [await world.makePush()], filters });
  await world.makeRun();
  sender.answer = ({ target }) => {
    const digit = target.kind === 'token' ? Number.parseInt((target.token ?? '0').charAt(0), 16) : 0;
    return digit < 5 ? BUSY : digit < 9 ? DEAD : SENT;
  };
  world.skip(HOUR);
  const worker = new DeliveryWorker(world);
  sender.after = () => {
    if (sender.calls === 2) worker.die();
  };
  await worker.work();
  sender.after = () => undefined;
  world.skip(LEASE + 1);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await new LeaseReaper({ database, clock: world.clock, jobs: world.jobs, log }).look();
  // Its clock jumps while it sends. Its leases have expired, and it renews them before it continues.
  sender.after = () => {
    world.skip(LEASE + 1);
    sender.after = () => undefined;
  };
  await world.work();
  await receive(world, app, { runId: 1, deviceId: devices[44]?.id ?? 0 });
  const [latest] = await database.query<{ id: number }>('SELECT MAX(id) AS id FROM run');
  const runId = Number(latest?.id);
  return { runId, deviceId: devices[44]?.id ?? 0, appId: app.id };
};

/** Waiting messages are held while their run is paused, continue, and are stopped. */
const runsAreStopped = async (world: BatchWorld, runId: number): Promise<void> => {
  const { runs } = world.services;
  await runs.pause(world.caller, runId);
  await world.advance(10 * MINUTE);
  await runs.resume(world.caller, runId);
  await world.work();
  await runs.cancel(world.caller, runId);
  await world.work();
  sender.reset();
  await world.advance(HOUR);
};

/** Messages to unproven push services, which wait until one message has been accepted. */
const strangersAreMet = async (world: BatchWorld): Promise<void> => {
  const app = await world.makeApp('webpush');
  const tokens = Array.from({ length: 12 }, (_, index) => ({
    token: `https://push.example/${index}`,
    p256dh: 'k',
    auth: 'a',
  }));
  await seedDevices(world.options.database, app.id, tokens);
  sender.answer = ({ receipt: _receipt }) => ({
    kind: 'retry-after',
    code: 'PROVIDER_FAILED',
    detail: '503',
    afterMs: null,
  });
  await world.makeRun();
  await world.advance(HOUR);
  sender.answer = () => SENT;
  for (let minute = 0; minute < 5; minute += 1) await world.advance(MINUTE);
  await world.settle();
};

/** The graph's reads of devices and messages. */
const listsAreRead = async (graph: GraphOverWorld, found: { runId: number; deviceId: number; appId: number }) => {
  const [run, device, app] = [
    toGlobalId('Run', found.runId),
    toGlobalId('Device', found.deviceId),
    toGlobalId('App', found.appId),
  ];
  await graph.data(DELIVERIES, { run, device });
  for (const where of [{}, { appIds: [app] }, { appIds: [app], active: true, tag: 'one', countries: ['DE'] }]) {
    await graph.data(LIST, { where });
  }
  await graph.data(LIST, { where: { appIds: [app], externalUserIds: ['user 1'] } });
  const tags = { include: ['one'], exclude: ['two'] };
  await graph.data(ESTIMATE, { audience: { apps: { all: true }, countries: { include: ['DE'] }, tags } });
};

describe.each(eachDatabase())('on $name', ({ open }) => {
  test('every statement of sending and registering is confined to one application, or is a known exception', async () => {
    const seen = new Set<string>();
    const add = (statements: ReadonlySet<string>): void => {
      for (const sql of statements) seen.add(sql);
    };
    {
      await using database = await open();
      await using world = await AutoPushWorld.start({ database, fakes, sender });
      const statements = listening(database);
      await devicesComeAndGo(world);
      await eventsAreSent(world);
      database.statements.listener = null;
      add(statements);
    }
    {
      await using database = await open();
      const senders = { provider_c: sender, webpush: sender };
      const config = { leaseMs: LEASE, checkpointSize: 8, batchSize: 20 };
      await using world = await new BatchWorld({ database, fakes, senders, config }).init();
      await using graph = await GraphOverWorld.open(world);
      const statements = listening(database);
      const found = await runsAreSent(world);
      await listsAreRead(graph, found);
      await runsAreStopped(world, found.runId);
      await strangersAreMet(world);
      database.statements.listener = null;
      add(statements);
    }
    const question = { tables: new Set<string>(SPREAD), column: 'app_id' };
    const unconfined = [...seen].filter((sql) => isStatement(sql) && findUnconfined(sql, question).length > 0);
    const unknown = unconfined.filter((sql) => !Object.values(EXCEPTIONS).some((pattern) => pattern.test(sql)));
    expect(unknown).toEqual([]);
    // Every exception is in use.
    const unused = Object.entries(EXCEPTIONS).filter(([, pattern]) => !unconfined.some((sql) => pattern.test(sql)));
    expect(unused.map(([reason]) => reason)).toEqual([]);
    const touched = new Set([...seen].filter(isStatement).flatMap(tablesOf));
    expect(SPREAD.filter((table) => !touched.has(table))).toEqual([]);
    const beside = [...seen]
      .filter(isStatement)
      .map(tablesOf)
      .filter((tables) => tables.some((table) => question.tables.has(table)));
    expect([...new Set(beside.flat())].filter((table) => ![...SPREAD, ...CATALOGUE].includes(table))).toEqual([]);
  });

  test('each of these tables stores the application of its rows', async () => {
    await using database = await open();
    for (const table of SPREAD) await database.query(`SELECT app_id FROM ${table} LIMIT 1`);
  });
});

const isStatement = (sql: string): boolean => /^\(?(SELECT|INSERT|UPDATE|DELETE)\b/i.test(sql);
