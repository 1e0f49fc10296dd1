import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { chunk } from '../../src/collections.js';
import { encodeLog } from '../../src/delivery/record/delivery-log-codec.js';
import { BatchCount } from '../../src/entities/batch-count.js';
import { DeliveryLog } from '../../src/entities/delivery-log.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { AutoPushWorld } from '../delivery/auto-push-world.js';
import { BatchWorld, HOUR } from '../delivery/batch-world.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const MINUTE = 60_000;
const RUN = toGlobalId('Run', 1);
const DELIVERY = `outcome reason failedAt tries nextTryAt deliveredAt clickedAt clickedButton dismissedAt recordedAt deviceId
  device { id } app { name } push { id } run { id }`;
const LIST = `query ($run: ID!, $first: Int, $after: String, $where: DeliveryWhereInput) { run(id: $run) {
  deliveries(first: $first, after: $after, where: $where) { totalCount pageInfo { hasNextPage hasPreviousPage endCursor } nodes { deviceId outcome push { id } } } } }`;
const OF_DEVICE = `query ($id: ID!, $first: Int, $after: String) { device(id: $id) {
  deliveries(first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { run { id } push { id } outcome } } } }`;

const walk = async (read: (after: string | null) => Promise<Json>): Promise<Json[]> => {
  const found: Json[] = [];
  for (let after: string | null = null; ; ) {
    const page: Json = await read(after);
    found.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return found;
    expect(page.pageInfo.endCursor).not.toBe(after);
    after = page.pageInfo.endCursor;
  }
};

describe.each(eachDatabase())('deliveries on $name', ({ open }) => {
  const start = async (world: BatchWorld, devices: number, pushes = 1) => {
    const app = await world.makeApp('provider_c');
    const seeded = await world.seedDevices(app, devices);
    await world.makeRun({}, pushes);
    return { app, ids: seeded.map(({ id }) => toGlobalId('Device', id)) };
  };

  const receive = (world: BatchWorld, app: number, device: number, [kind, button]: readonly [string, string?]) =>
    world.options.database.tx((tx) =>
      tx.query(
        'INSERT INTO receipt (run_id, push_id, device_id, kind, app_id, received_at, button) VALUES (1, 1, ?, ?, ?, ?, ?)',
        [device, kind, app, world.clock.now(), button ?? null],
      ),
    );

  test('of a run list each message once, over pages of any size', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { ids } = await start(world, 45, 2);
    await world.advance(HOUR);
    const expected = [1, 2].flatMap((push) => ids.map((id) => [toGlobalId('Push', push), id]));
    for (const first of [1, 7, 20, 100]) {
      const found = await walk(async (after) => (await graph.data(LIST, { run: RUN, first, after })).run.deliveries);
      expect([first, found.map(({ push, deviceId }) => [push.id, deviceId])]).toEqual([first, expected]);
    }
    const { run } = await graph.data(LIST, { run: RUN, where: { pushId: toGlobalId('Push', 2) }, first: 100 });
    expect([run.deliveries.totalCount, run.deliveries.nodes.length]).toEqual([45, 45]);
    const one = await graph.data(LIST, { run: RUN, where: { deviceId: ids[30] } });
    expect(one.run.deliveries.nodes).toEqual(
      [1, 2].map((push) => ({ deviceId: ids[30], outcome: 'SENT', push: { id: toGlobalId('Push', push) } })),
    );
    const none = await graph.data(LIST, { run: RUN, where: { appId: toGlobalId('App', 99) } });
    expect(none.run.deliveries).toMatchObject({ totalCount: 0, nodes: [] });
    const { errors } = await graph.query(LIST, { run: RUN, after: 'x' });
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  test('of a run are read from no more log rows than the page needs', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { ids } = await start(world, 45);
    await world.advance(HOUR);
    // Parsing this row fails: it has no such outcome.
    await database.tx((tx) => tx.query("UPDATE delivery_log SET outcomes = 'xxxxx' WHERE last_id = 45"));
    const page = async (first: number, after: string | null = null): Promise<Json> =>
      (await graph.data(LIST, { run: RUN, first, after })).run.deliveries;
    const shown = await page(20);
    expect(shown.nodes.map(({ deviceId }: Json) => deviceId)).toEqual(ids.slice(0, 20));
    const next = await page(10, shown.pageInfo.endCursor);
    expect(next.nodes.map(({ deviceId }: Json) => deviceId)).toEqual(ids.slice(20, 30));
    expect(next.pageInfo.hasNextPage).toBe(true);
    expect((await graph.query(LIST, { run: RUN, first: 45 })).errors).toHaveLength(1);
  });

  test('of a run to one device continue after a cursor, and end', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { ids } = await start(world, 3, 3);
    await world.advance(HOUR);
    const where = { deviceId: ids[1] };
    for (const first of [1, 2, 3]) {
      const pages: Json[] = [];
      const found = await walk(async (after) => {
        const { run } = await graph.data(LIST, { run: RUN, first, after, where });
        pages.push(run.deliveries);
        return run.deliveries;
      });
      expect([first, found.map(({ push }) => push.id)]).toEqual([first, [1, 2, 3].map((id) => toGlobalId('Push', id))]);
      expect(pages.map(({ totalCount, pageInfo }) => [totalCount, pageInfo.hasPreviousPage])).toEqual(
        pages.map((_, index) => [3, index > 0]),
      );
    }
  });

  test('are found by outcome, over pages of any size', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { ids } = await start(world, 45, 2);
    const tokens = await database.query<{ token: string }>('SELECT token FROM device ORDER BY id');
    const indexes = new Map(tokens.map(({ token }, index) => [token, index]));
    sender.answer = ({ target }) => {
      const index = indexes.get(target.kind === 'token' ? target.token : '') ?? 0;
      if (index % 9 === 4) return { kind: 'failed', code: 'WRONG_TOPIC', detail: '400 BadTopic' };
      if (index % 9 === 5) return { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 5 * MINUTE };
      return { kind: 'sent', providerMessageId: null };
    };
    await world.advance(HOUR);
    const all = (await graph.data(LIST, { run: RUN, first: 100 })).run.deliveries.nodes;
    for (const outcome of [['FAILED'], ['RETRYING', 'FAILED'], ['SENT'], ['EXPIRED'], []]) {
      const expected = all.filter((node: Json) => outcome.includes(node.outcome));
      for (const first of [1, 4, 100]) {
        const read = async (after: string | null) => {
          const { run } = await graph.data(LIST, { run: RUN, first, after, where: { outcome } });
          expect(run.deliveries.totalCount).toBe(expected.length);
          return run.deliveries;
        };
        expect([outcome, first, await walk(read)]).toEqual([outcome, first, expected]);
      }
    }
    const push = toGlobalId('Push', 2);
    const both = await graph.data(LIST, { run: RUN, where: { outcome: ['FAILED'], pushId: push } });
    expect(both.run.deliveries).toMatchObject({
      totalCount: 5,
      nodes: Array(5).fill({ outcome: 'FAILED', push: { id: push } }),
    });
    const [sent, failed] = [{ deviceId: ids[0] }, { deviceId: ids[4] }].map((where) => ({
      ...where,
      outcome: ['FAILED'],
    }));
    const ofOne = (where: Json) =>
      graph.data(LIST, { run: RUN, where }).then((data: Json) => data.run.deliveries.totalCount);
    expect([await ofOne(sent), await ofOne(failed)]).toEqual([0, 2]);
    // Each alias has its own position in the log.
    const { run } = await graph.data(
      `query ($run: ID!, $one: ID!, $two: ID!) { run(id: $run) {
        one: deliveries(where: { outcome: FAILED, pushId: $one }) { nodes { push { id } } }
        two: deliveries(where: { outcome: FAILED, pushId: $two }) { nodes { push { id } } } } }`,
      { run: RUN, one: toGlobalId('Push', 1), two: push },
    );
    expect([run.one.nodes.length, run.two.nodes.length]).toEqual([5, 5]);
  });

  test('that failed are found by push, application, device, outcome and reason', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { app, ids } = await start(world, 5, 2);
    const tokens = await database.query<{ token: string }>('SELECT token FROM device ORDER BY id');
    sender.answer = ({ target }) => {
      const token = target.kind === 'token' ? target.token : '';
      if (token === tokens[1]?.token) return { kind: 'failed', code: 'WRONG_TOPIC', detail: '400 BadTopic' };
      if (token === tokens[2]?.token)
        return { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410 Gone', deadSince: null };
      return { kind: 'sent', providerMessageId: null };
    };
    await world.advance(HOUR);
    const find = async (where: Json): Promise<Json[]> => {
      const query = `query ($run: ID!, $where: FailureWhereInput) { run(id: $run) {
        failures(where: $where) { totalCount nodes { id deviceId push { id } outcome reason } } } }`;
      const { failures } = (await graph.data(query, { run: RUN, where })).run;
      expect(failures.totalCount).toBe(failures.nodes.length);
      return failures.nodes;
    };
    const all = await find({});
    const [one, two] = [toGlobalId('Push', 1), toGlobalId('Push', 2)];
    const cases: [Json, (node: Json) => boolean][] = [
      [{ outcome: ['INVALID_TOKEN'] }, ({ outcome }) => outcome === 'INVALID_TOKEN'],
      [{ outcome: ['FAILED'] }, ({ outcome }) => outcome === 'FAILED'],
      [{ outcome: [] }, () => false],
      [{ pushId: one }, ({ push }) => push.id === one],
      [{ pushId: two, outcome: ['FAILED'] }, ({ push, outcome }) => push.id === two && outcome === 'FAILED'],
      [{ deviceId: ids[1] }, ({ deviceId }) => deviceId === ids[1]],
      [{ deviceId: ids[0] }, () => false],
      [{ reasonContains: 'badtopic' }, ({ reason }) => reason === '400 BadTopic'],
      [{ appId: toGlobalId('App', app.id) }, () => true],
      [{ appId: toGlobalId('App', 99) }, () => false],
    ];
    for (const [where, fits] of cases) expect([where, await find(where)]).toEqual([where, all.filter(fits)]);
    expect(new Set(all.map(({ outcome }) => outcome))).toEqual(new Set(['FAILED', 'INVALID_TOKEN']));
  });

  test('are found by a rare outcome without a read of the whole log for a page', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { app } = await start(world, 3);
    await world.advance(HOUR);
    const rows = Array.from({ length: 4_500 }, (_, n) => ({
      ...{
        runId: 1,
        appId: app.id,
        pushId: 1,
        firstId: 1_000 + n,
        lastId: 1_000 + n,
        batchId: 1,
        loggedAt: new Date(0),
      },
      ...encodeLog([{ deviceId: 1_000 + n, outcome: n === 4_400 ? 'expired' : 'sent' }]),
    }));
    await database.tx(async (tx) => {
      for (const part of chunk(rows, 500)) await tx.insert(DeliveryLog, part);
      const count = {
        runId: 1,
        batchId: 1,
        appId: app.id,
        pushId: 1,
        language: 'en',
        outcome: 'expired',
        count: 1,
      } as const;
      await tx.insert(BatchCount, count);
    });
    const pages: number[] = [];
    const found = await walk(async (after) => {
      const before = database.statements.count;
      const { run } = await graph.data(LIST, { run: RUN, first: 10, after, where: { outcome: ['EXPIRED'] } });
      expect(database.statements.count - before).toBeLessThan(12);
      pages.push(run.deliveries.nodes.length);
      return run.deliveries;
    });
    expect(found).toMatchObject([{ outcome: 'EXPIRED', deviceId: toGlobalId('Device', 5_400) }]);
    expect(pages).toEqual([0, 0, 1]);
  });

  test('have distinct, stable ids, like failures and receipts, and a run is broken down by push', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { app, ids } = await start(world, 6, 2);
    const [bad] = await database.query<{ token: string }>('SELECT token FROM device WHERE id = 2');
    sender.answer = ({ target }) =>
      target.kind === 'token' && target.token === bad?.token
        ? { kind: 'failed', code: 'WRONG_TOPIC', detail: '400 BadTopic' }
        : { kind: 'sent', providerMessageId: null };
    await world.advance(HOUR);
    for (const kind of ['delivered', 'clicked']) await receive(world, app.id, 1, [kind]);
    const read = async (): Promise<Json> => {
      const query = `query ($run: ID!, $device: ID!) { run(id: $run) {
        deliveries(first: 100) { nodes { id deviceId } } failures { nodes { id } } receipts { nodes { id } }
        breakdown { byPush { pushDatabaseId push { id } counts { total sent failed } } } } device(id: $device) { deliveries { nodes { id } } } }`;
      return graph.data(query, { run: RUN, device: ids[3] });
    };
    const { run, device } = await read();
    const all = [...run.deliveries.nodes, ...run.failures.nodes, ...run.receipts.nodes].map(({ id }) => id);
    expect([run.deliveries.nodes.length, run.failures.nodes.length, run.receipts.nodes.length]).toEqual([12, 2, 2]);
    expect(new Set(all).size).toBe(16);
    const ofDevice = run.deliveries.nodes.filter(({ deviceId }: Json) => deviceId === ids[3]).map(({ id }: Json) => id);
    expect(device.deliveries.nodes.map(({ id }: Json) => id).sort()).toEqual(ofDevice.sort());
    expect((await read()).run).toEqual(run);
    const byPush = [1, 2].map((id) => ({
      pushDatabaseId: id,
      push: { id: toGlobalId('Push', id) },
      counts: { total: 6, sent: 5, failed: 1 },
    }));
    expect(run.breakdown.byPush).toEqual(byPush);
    await database.tx((tx) => tx.query('DELETE FROM push WHERE id = 2'));
    expect((await read()).run.breakdown.byPush[1]).toEqual({ ...byPush[1], push: null });
  });

  test('show why a message failed, when it is tried next, and what the device reported', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { app, ids } = await start(world, 3);
    const seeded = await database.query<{ id: number; token: string }>('SELECT id, token FROM device ORDER BY id');
    sender.answer = ({ target }) => {
      const token = target.kind === 'token' ? target.token : '';
      if (token === seeded[1]?.token) return { kind: 'failed', code: 'WRONG_TOPIC', detail: '400 BadTopic' };
      if (token === seeded[2]?.token)
        return { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 5 * MINUTE };
      return { kind: 'sent', providerMessageId: null };
    };
    await world.advance(HOUR);
    const device = Number(seeded[0]?.id);
    for (const report of [['delivered'], ['clicked', 'buy'], ['dismissed']] as const)
      await receive(world, app.id, device, report);
    const now = new Date(world.clock.now()).toISOString();
    const { run } = await graph.data(
      `query ($run: ID!) { run(id: $run) { deliveries { nodes { ${DELIVERY} } } receiptCounts { delivered clicked dismissed }
         receipts(kinds: [CLICKED, DISMISSED]) { totalCount nodes { kind button receivedAt deviceId device { id } push { id } app { name } } } } }`,
      { run: RUN },
    );
    const push = { id: toGlobalId('Push', 1) };
    const common = { run: { id: RUN }, app: { name: 'provider_c' }, push, recordedAt: now };
    const unreported = { deliveredAt: null, clickedAt: null, clickedButton: null, dismissedAt: null };
    const empty = { reason: null, failedAt: null, tries: null, nextTryAt: null, ...unreported };
    expect(run.deliveries.nodes).toEqual([
      {
        ...common,
        ...empty,
        outcome: 'SENT',
        deviceId: ids[0],
        device: { id: ids[0] },
        deliveredAt: now,
        clickedAt: now,
        clickedButton: 'buy',
        dismissedAt: now,
      },
      {
        ...{ ...common, ...empty, outcome: 'FAILED', deviceId: ids[1], device: { id: ids[1] } },
        ...{ reason: '400 BadTopic', failedAt: now },
      },
      {
        ...{ ...common, ...empty, outcome: 'RETRYING', deviceId: ids[2], device: { id: ids[2] } },
        ...{ reason: '503', tries: 1, nextTryAt: expect.any(String) },
      },
    ]);
    expect(run.receiptCounts).toEqual({ delivered: 1, clicked: 1, dismissed: 1 });
    const receipt = { receivedAt: now, deviceId: ids[0], device: { id: ids[0] }, push, app: { name: 'provider_c' } };
    expect(run.receipts).toEqual({
      totalCount: 2,
      nodes: [
        { kind: 'CLICKED', button: 'buy', ...receipt },
        { kind: 'DISMISSED', button: null, ...receipt },
      ],
    });
  });

  test('of a device are listed from its latest run, including auto-push', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const device = await world.makeDevice();
    await world.makeDevice();
    const push = await world.makePush(['en']);
    await world.makeActive('one-time', { pushes: [push] });
    await world.makeAutoPush(null);
    await world.advance(HOUR);
    await world.track(device, 'buy');
    await world.advance(1_000);
    await world.advance(HOUR);
    await world.track(device, 'buy');
    await world.track(device, 'buy');
    await world.advance(1_000);
    const id = toGlobalId('Device', device.id);
    for (const first of [1, 20]) {
      const found = await walk(async (after) => (await graph.data(OF_DEVICE, { id, first, after })).device.deliveries);
      const shown = found.map(({ run, push: of }) => [run.id, of.id]);
      const auto = toGlobalId('Push', 2);
      expect(shown).toEqual([
        [toGlobalId('Run', 3), auto],
        [toGlobalId('Run', 3), auto],
        [toGlobalId('Run', 2), auto],
        [toGlobalId('Run', 1), toGlobalId('Push', push.id)],
      ]);
    }
  });

  test('show the progress of each batch of a run', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await start(world, 45);
    world.skip(HOUR);
    let calls = 0;
    // The worker sends two pages of the first batch and then stalls.
    sender.before = () => {
      calls += 1;
      if (calls > 2) throw new Error('this worker stands still');
    };
    await world.work().catch(() => undefined);
    const query = `query ($run: ID!, $where: BatchWhereInput) { run(id: $run) { batches(where: $where) { total done totalCount nodes {
      id databaseId status attempts progress afterDeviceId upToDeviceId cursorDeviceId leasedUntil waitsUntil app { name } run { id } counts { sent total } } } } }`;
    const { run } = await graph.data(query, { run: RUN });
    expect(run.batches).toMatchObject({ total: 3, done: 0, totalCount: 3 });
    const [first] = run.batches.nodes;
    expect(first).toMatchObject({
      ...{ databaseId: 1, attempts: 1, progress: 0.8, counts: { sent: 16, total: 16 } },
      ...{
        afterDeviceId: '0',
        upToDeviceId: '20',
        cursorDeviceId: '16',
        app: { name: 'provider_c' },
        run: { id: RUN },
      },
    });
    expect(first.status === 'RUNNING' ? first.leasedUntil : first.waitsUntil).not.toBeNull();
    const { node } = await graph.data('query ($id: ID!) { node(id: $id) { __typename id } }', { id: first.id });
    expect(node).toEqual({ __typename: 'Batch', id: first.id });
    sender.before = () => undefined;
    await world.advance(HOUR);
    const after = await graph.data(query, { run: RUN, where: { status: ['DONE'] } });
    expect(after.run.batches).toMatchObject({ total: 3, done: 3, totalCount: 3 });
    expect(after.run.batches.nodes.map(({ progress }: Json) => progress)).toEqual([1, 1, 1]);
    await using stranger = await graph.stranger();
    const foreign = await stranger.data('query ($id: ID!, $run: ID!) { node(id: $id) { id } run(id: $run) { id } }', {
      ...{ id: first.id, run: RUN },
    });
    expect(foreign).toEqual({ node: null, run: null });
  });

  test('take as many statements for many as for few, and a progress bar needs none for the list', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await start(world, 30);
    sender.answer = ({ id }) =>
      id.startsWith('0') ? { kind: 'failed', code: 'OTHER', detail: 'no' } : { kind: 'sent', providerMessageId: null };
    await world.advance(HOUR);
    const query = `query ($first: Int) { runs { nodes { deliveries(first: $first) { totalCount nodes { ${DELIVERY} } }
      batches(first: $first) { nodes { app { name } counts { sent } } } receiptCounts { clicked } receipts(first: $first) { nodes { kind } } } } }`;
    const few = await graph.statementsOf(query, { first: 2 });
    await world.makeRun();
    await world.advance(HOUR);
    expect(await graph.statementsOf(query, { first: 30 })).toBeLessThanOrEqual(few + 1);
    const devices = `query ($first: Int) { devices(first: $first) { nodes { deliveries { nodes { outcome reason deliveredAt } } } } }`;
    // One more statement reads failures, which the first two do not have.
    const ofTwo = await graph.statementsOf(devices, { first: 2 });
    expect(await graph.statementsOf(devices, { first: 30 })).toBeLessThanOrEqual(ofTwo + 1);
    const seen: string[] = [];
    database.statements.listener = (sql) => seen.push(sql);
    await graph.data('{ runs { nodes { batches { total done } } } }');
    database.statements.listener = null;
    expect(seen.filter((sql) => /FROM batch\b/.test(sql))).toHaveLength(1);
  });
});
