import { describe, expect, test } from '@jest/globals';
import { parseGlobalId } from '../../src/schema/global-id.js';
import { HOUR, LEASE } from '../delivery/batch-world.js';
import { DAY, upkeep } from '../delivery/history-world.js';
import type { Json } from '../schema/support/graph-app.js';
import { deviceId, MESSAGE, ofUser, SEND, useSending } from '../schema/support/message-sending.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';

const { sender, setUp } = useSending();

describe.each(eachDatabase())('runs of messageSend on $name', ({ open }) => {
  test('repeats with the same key return the same run and send nothing again, even concurrently', async () => {
    await using set = await setUp(open);
    await set.world.seedDevices(set.app, 3, () => ofUser('ada'));
    const to = { externalIds: ['ada', 'nobody'] };
    const all = await Promise.all(Array.from({ length: 5 }, () => set.send(to, { idempotencyKey: 'once' })));
    const answered = all.filter(({ run }) => run);
    const others = all.filter(({ run }) => !run);
    expect(answered.length).toBeGreaterThan(0);
    expect(others.every(({ userErrors }) => userErrors[0].code === 'CONFLICT')).toBe(true);
    const again = await set.send(to, { idempotencyKey: 'once' });
    expect(again).toEqual(answered[0]);
    expect(new Set(answered.map(({ run }) => run.id)).size).toBe(1);
    await set.world.work();
    expect(sender.ledger).toHaveLength(3);
    const other = await set.send({ externalIds: ['ada'] }, { idempotencyKey: 'once' });
    expect(other).toMatchObject({ run: null, userErrors: [{ code: 'CONFLICT' }] });
    const { runs } = await set.graph.data('{ runs { totalCount } }');
    expect(runs.totalCount).toBe(1);
    // Without a key, each call sends.
    await set.send(to);
    await set.world.work();
    expect(sender.ledger).toHaveLength(6);
  });

  test('keys that a database may consider equal each send one message', async () => {
    await using set = await setUp(open);
    await set.world.seedDevices(set.app, 1, () => ofUser('ada'));
    const keys = ['a', 'a ', 'a\0', 'a\ud800', 'a\ud801'];
    const sendAll = async () => {
      const ids: string[] = [];
      for (const idempotencyKey of keys) {
        ids.push((await set.send({ externalIds: ['ada'] }, { idempotencyKey })).run.id);
      }
      return ids;
    };
    const first = await sendAll();
    expect(new Set(first).size).toBe(keys.length);
    expect(await sendAll()).toEqual(first);
  });

  test('a crash between the commit and the answer loses neither the run nor the key', async () => {
    await using set = await setUp(open);
    await set.world.seedDevices(set.app, 2, () => ofUser('ada'));
    const { jobs } = set.world;
    const enqueueMany = jobs.enqueueMany.bind(jobs);
    jobs.enqueueMany = async () => {
      throw new Error('the process dies after the commit');
    };
    const input = { to: { externalIds: ['ada'] }, message: MESSAGE, idempotencyKey: 'once' };
    expect((await set.graph.query(SEND, { input })).errors).toBeDefined();
    jobs.enqueueMany = enqueueMany;
    const again = await set.send({ externalIds: ['ada'] }, { idempotencyKey: 'once' });
    expect(again).toMatchObject({ matched: 1, devices: 2, userErrors: [] });
    // The sweep finds batches that have no job.
    await set.world.work();
    expect(sender.ledger).toHaveLength(2);
    expect(await set.readRun(again.run.id)).toMatchObject({ status: 'FINISHED', counts: { sent: 2 } });
  });

  test('a worker that dies during sending loses nothing, and repeats at most its page', async () => {
    await using set = await setUp(open);
    const { world, app } = set;
    await world.seedDevices(app, 1_200, (index) => ofUser(`user-${index % 1_000}`));
    const users = Array.from({ length: 1_000 }, (_, index) => `user-${index}`);
    const sent = await set.send({ externalIds: users });
    const worker = new DeliveryWorker(world);
    sender.after = () => {
      if (sender.calls === 9) worker.die();
    };
    await worker.work();
    await world.advance(LEASE + 1);
    expect(sender.counts().size).toBe(1_200);
    expect(sender.duplicates).toBeLessThanOrEqual(8);
    expect(await set.readRun(sent.run.id)).toMatchObject({ status: 'FINISHED', counts: { total: 1_200, sent: 1_200 } });
    expect(await world.countOutbox('run.finished')).toBe(1);
  });

  test('can be paused, resumed and cancelled like any run', async () => {
    await using set = await setUp(open);
    const { world, app, graph } = set;
    await world.seedDevices(app, 40, () => ofUser('ada'));
    const change = async (name: string, id: string) => {
      const answer = await graph.data(
        `mutation ($id: ID!) { ${name}(id: $id) { run { status } userErrors { code } } }`,
        { id },
      );
      return answer[name].run.status;
    };
    const { run } = await set.send({ externalIds: ['ada'] });
    expect(await change('runPause', run.id)).toBe('PAUSED');
    await world.work();
    expect(sender.ledger).toHaveLength(0);
    expect(await change('runResume', run.id)).toBe('RUNNING');
    await world.work();
    expect(sender.ledger).toHaveLength(40);
    const other = await set.send({ externalIds: ['ada'] });
    expect(await change('runCancel', other.run.id)).toBe('CANCELLED');
    await world.work();
    expect(sender.ledger).toHaveLength(40);
    expect(await set.readRun(other.run.id)).toMatchObject({ status: 'CANCELLED', counts: { sent: 0 } });
  });

  test('a trace shows whether the message was for the device', async () => {
    await using set = await setUp(open);
    const { world, app } = set;
    const [one, two, three] = await world.seedDevices(app, 3);
    const sent = await set.send({ deviceIds: [one, three].map((device) => deviceId(device?.id ?? 0)) });
    const trace = async (id: number): Promise<Json> =>
      (
        await set.graph.data(
          `query ($device: ID!, $run: ID!) { deliveryTrace(deviceId: $device, runId: $run) {
            outcome summary decidedBy { code } steps { step code message } } }`,
          { device: deviceId(id), run: sent.run.id },
        )
      ).deliveryTrace;
    expect(await trace(one?.id ?? 0)).toMatchObject({ outcome: 'WAITING', decidedBy: { code: 'BATCH_TO_COME' } });
    await world.work();
    const reached = await trace(one?.id ?? 0);
    expect(reached).toMatchObject({ outcome: 'SENT', summary: expect.stringContaining('accepted the message') });
    expect(reached.steps).toContainEqual(expect.objectContaining({ step: 'TARGET', code: 'TARGETED' }));
    expect(JSON.stringify(reached.steps)).not.toContain('ush 0');
    const other = await trace(two?.id ?? 0);
    expect(other).toMatchObject({ outcome: 'NOT_SENT', decidedBy: { code: 'NOT_TARGETED' } });
  });

  test('are listed with all runs, and separately from those of schedulers', async () => {
    await using set = await setUp(open);
    const { world, app, graph } = set;
    await world.seedDevices(app, 2, () => ofUser('ada'));
    await world.makeRun();
    await world.advance(HOUR);
    const { run } = await set.send({ externalIds: ['ada'] });
    const list = async (where: string) =>
      (await graph.data(`{ runs(where: { ${where} }) { nodes { id target { devices } message { defaultLang } } } }`))
        .runs.nodes;
    expect(await list('')).toHaveLength(2);
    expect(await list('sentAtOnce: true')).toEqual([
      { id: run.id, target: { devices: 2 }, message: { defaultLang: 'en' } },
    ]);
    expect(await list('sentAtOnce: false')).toMatchObject([{ target: null, message: null }]);
    expect(await list('kind: [ONE_TIME]')).toHaveLength(2);
    expect(parseGlobalId(run.id)).toMatchObject({ type: 'Run' });
  });

  test('an inline message can have every field of a push, and the run shows them', async () => {
    await using set = await setUp(open);
    await set.world.seedDevices(set.app, 1, () => ofUser('ada'));
    const fields = {
      timeToLive: '1h',
      urgency: 'LOW',
      collapseKey: 'parcel-1',
      data: { order: '7' },
      group: 'parcels',
    };
    const message = { ...MESSAGE, ...fields, sound: { name: 'ding' }, badge: { set: 3 } };
    const sent = await set.send({ externalIds: ['ada'] }, { message });
    expect(sent.userErrors).toEqual([]);
    await set.world.work();
    const { run } = await set.graph.data(
      `query ($id: ID!) { run(id: $id) { status message {
        timeToLive urgency collapseKey data group sound { name } badge { set } } } }`,
      { id: sent.run.id },
    );
    expect(run).toEqual({ status: 'FINISHED', message: { ...fields, sound: { name: 'ding' }, badge: { set: 3 } } });
    const refused = await set.send({ externalIds: ['ada'] }, { message: { ...MESSAGE, collapseKey: 'no spaces' } });
    expect(refused.userErrors).toMatchObject([{ field: ['input', 'message', 'collapseKey'] }]);
  });

  test('keep their target, text and counts when their history is deleted', async () => {
    await using set = await setUp(open);
    const { world, app, database } = set;
    await world.seedDevices(app, 3, () => ofUser('ada'));
    const sent = await set.send({ externalIds: ['ada', 'nobody'] });
    await world.work();
    world.clock.advance(200 * DAY);
    await upkeep(world);
    expect(await database.query('SELECT id FROM batch')).toEqual([]);
    expect(await set.readRun(sent.run.id)).toMatchObject({
      ...{ status: 'FINISHED', counts: { sent: 3 }, batches: { done: 1 }, deliveries: { nodes: [], totalCount: 3 } },
      ...{ target: { matched: 1, unknown: 1, devices: 3 }, message: { translations: [{ title: 'Now' }] } },
    });
  });

  test('announce their start and end once, only to the owner', async () => {
    await using set = await setUp(open);
    await set.world.seedDevices(set.app, 3, () => ofUser('ada'));
    await set.send({ externalIds: ['ada'] });
    await set.world.work();
    const rows = await set.database.query<{ user_id: number; type: string }>(
      'SELECT user_id, type FROM outbox ORDER BY position',
    );
    const { userId } = set.world.caller;
    expect(rows.map(({ user_id, type }) => [Number(user_id), type])).toEqual([
      [userId, 'run.started'],
      // Outcomes for the event log; subscribers do not get the row.
      [userId, 'messages'],
      [userId, 'run.finished'],
    ]);
  });

  test('many calls in one millisecond make as many runs', async () => {
    await using set = await setUp(open);
    await set.world.seedDevices(set.app, 1, () => ofUser('ada'));
    const sent = await Promise.all(Array.from({ length: 30 }, () => set.send({ externalIds: ['ada'] })));
    expect(new Set(sent.map(({ run }) => run.id)).size).toBe(30);
    await set.world.work();
    expect(sender.ledger).toHaveLength(30);
    expect(await set.world.statuses('run')).toEqual({ finished: 30 });
  });
});
