import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { signReceipt } from '../../src/crypto/receipt-token.js';
import { RECEIPT_KINDS } from '../../src/entities/receipt.js';
import { toGlobalId } from '../../src/schema/global-id.js';
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
const ARGS = 'from: $from, to: $to, bucket: $bucket, timeZone: $zone';
const VARIABLES = '$from: DateTime!, $to: DateTime, $bucket: TrafficBucket!, $zone: TimeZone!';
const POINT = 'from to sent failed delivered clicked dismissed';
const ALL = `query (${VARIABLES}, $where: TrafficWhereInput) { traffic(${ARGS}, where: $where) { ${POINT} } }`;

const sums = (points: Json[]): number[] =>
  ['sent', 'failed', 'delivered', 'clicked', 'dismissed'].map((name) =>
    points.reduce((sum, point) => sum + point[name], 0),
  );

describe.each(eachDatabase())('traffic over time on $name', ({ open }) => {
  const DEAD = { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410', deadSince: null } as const;
  const BUSY = { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 5 * MINUTE } as const;

  /** 30 devices: 20 sent at once, 4 dead, 6 sent some minutes later; one delivered, and clicked and dismissed twice. */
  const setUp = async (world: BatchWorld) => {
    const app = await world.makeApp('provider_c');
    const devices = await world.seedDevices(app, 30);
    const tokens = devices.map(({ token }) => token);
    const scheduler = await world.makeRun();
    const dueAt = world.clock.now() + HOUR;
    let busy = true;
    sender.answer = ({ target }) => {
      const index = target.kind === 'token' ? tokens.indexOf(target.token) : -1;
      if (index >= 26) return DEAD;
      return busy && index >= 20 ? BUSY : { kind: 'sent', providerMessageId: null };
    };
    await world.advance(HOUR);
    busy = false;
    await world.advance(10 * MINUTE);
    const deviceId = devices[0]?.id ?? 0;
    const receipt = signReceipt(world.keyring, { runId: 1, pushId: 1, appId: app.id, deviceId });
    for (const kind of [...RECEIPT_KINDS, ...RECEIPT_KINDS])
      await world.services.receipts.record(app, { receipt, kind });
    return { app, scheduler, dueAt };
  };

  test('counts each message once, in the minute of its outcome, in every breakdown', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { app, scheduler, dueAt } = await setUp(world);
    const from = new Date(dueAt - 5 * MINUTE).toISOString();
    const to = new Date(dueAt + 20 * MINUTE).toISOString();
    const minutes = { from, to, bucket: 'MINUTE', zone: 'UTC' };
    const { traffic } = await graph.data(ALL, minutes);
    expect(traffic).toHaveLength(25);
    const busy = traffic.filter((point: Json) => sums([point]).some((sum) => sum > 0));
    expect(busy.map((point: Json) => sums([point]))).toEqual([
      [20, 4, 0, 0, 0],
      [6, 0, 1, 1, 1],
    ]);
    expect(busy[0].from).toBe(new Date(dueAt).toISOString());
    const ids = [toGlobalId('App', app.id), toGlobalId('Scheduler', scheduler.id), toGlobalId('Push', 1)];
    const { nodes } = await graph.data(
      `query (${VARIABLES}, $ids: [ID!]!) { nodes(ids: $ids) { ... on App { traffic(${ARGS}) { ${POINT} } }
         ... on Scheduler { traffic(${ARGS}) { ${POINT} } } ... on Push { traffic(${ARGS}) { ${POINT} } } } }`,
      { ...minutes, ids },
    );
    expect(nodes).toEqual(ids.map(() => ({ traffic })));
    for (const bucket of ['HOUR', 'DAY']) {
      const coarse = await graph.data(ALL, { ...minutes, bucket, zone: 'Asia/Kathmandu' });
      expect([bucket, sums(coarse.traffic)]).toEqual([bucket, [26, 4, 1, 1, 1]]);
    }
    for (const [where, total] of [
      [{ appId: ids[0], schedulerId: ids[1], pushId: ids[2] }, 26],
      [{ appId: toGlobalId('App', 99) }, 0],
      [{ pushId: ids[0] }, 0],
    ] as const) {
      const narrowed = await graph.data(ALL, { ...minutes, where });
      expect(sums(narrowed.traffic)[0]).toBe(total);
    }
    await using stranger = await graph.stranger();
    const foreign = await stranger.data(ALL, { ...minutes, where: { appId: ids[0] } });
    expect(sums(foreign.traffic)).toEqual([0, 0, 0, 0, 0]);
  });

  test('takes one more statement for a page of messages, however many there are', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), 45);
    await world.makeRun({}, 3);
    const seen: string[] = [];
    database.statements.listener = (sql) => seen.push(sql);
    await world.advance(HOUR);
    database.statements.listener = null;
    const pages = seen.filter((sql) => sql.includes('delivery_log (')).length;
    expect(pages).toBeGreaterThan(3);
    expect(seen.filter((sql) => sql.includes('INSERT INTO traffic')).length).toBe(pages);
    const [row] = await database.query<{ sent: number }>('SELECT SUM(sent) AS sent FROM traffic');
    expect(Number(row?.sent)).toBe(135);
  });

  test('of many applications takes as many statements as of one', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const query = `query (${VARIABLES}) { apps { nodes { traffic(${ARGS}) { sent } } } pushes { nodes { traffic(${ARGS}) { sent } } } }`;
    const variables = { from: new Date(world.clock.now()).toISOString(), bucket: 'HOUR', zone: 'UTC' };
    world.skip(HOUR);
    const add = async () => [await world.makeApp('provider_c'), await world.makePush(['en'])];
    await add();
    const few = await graph.statementsOf(query, variables);
    for (let index = 0; index < 4; index += 1) await add();
    expect(await graph.statementsOf(query, variables)).toBe(few);
  });

  test('is kept for 92 days, and invalid or overlong ranges are refused', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { dueAt } = await setUp(world);
    const at = (ms: number) => new Date(ms).toISOString();
    for (const [from, to, bucket] of [
      [dueAt, dueAt, 'MINUTE'],
      [dueAt, dueAt + 1_501 * MINUTE, 'MINUTE'],
      [dueAt, dueAt + 1_501 * HOUR, 'HOUR'],
      [dueAt, dueAt + 401 * 24 * HOUR, 'DAY'],
    ] as const) {
      const { errors } = await graph.query(ALL, { from: at(from), to: at(to), bucket, zone: 'UTC' });
      expect([bucket, errors[0].extensions.code]).toEqual([bucket, 'BAD_USER_INPUT']);
    }
    const left = async () => Number((await database.query<{ n: number }>('SELECT COUNT(*) AS n FROM traffic'))[0]?.n);
    const upkeep = async () => {
      await world.jobs.enqueue('upkeep', {});
      await world.jobs.settle(world.flow.handlers());
    };
    world.skip(91 * 24 * HOUR);
    await upkeep();
    expect(await left()).toBeGreaterThan(0);
    world.skip(2 * 24 * HOUR);
    await upkeep();
    expect(await left()).toBe(0);
  });
});
