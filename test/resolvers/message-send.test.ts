import { describe, expect, test } from '@jest/globals';
import { type App } from '../../src/entities/app.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { deviceId, ofUser, sendBy, useSending } from '../schema/support/message-sending.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';

const { fakes, sender, setUp, tokens } = useSending();

describe.each(eachDatabase())('messageSend on $name', ({ open }) => {
  test('sends to every device of the users at once, and returns a run that can be watched', async () => {
    await using set = await setUp(open);
    const { world, app } = set;
    const devices = await world.seedDevices(app, 5, (index) => ofUser(`user-${index % 3}`));
    const sent = await set.send({ externalIds: ['user-0', 'user-1', 'user-0', 'nobody'] });
    expect(sent).toMatchObject({ matched: 2, unknown: 1, devices: 4, userErrors: [] });
    expect(await set.readRun(sent.run.id)).toMatchObject({
      ...{ kind: 'ONE_TIME', status: 'RUNNING', plannedTotal: 4, expectedTotal: 4 },
      ...{ schedulerDatabaseId: 0, scheduler: null, counts: { total: 0 } },
    });
    await world.work();
    const reached = devices.filter(({ externalUserId }) => externalUserId !== 'user-2');
    expect(tokens()).toEqual(reached.map(({ token }) => token).sort());
    const run = await set.readRun(sent.run.id);
    expect(run).toMatchObject({
      ...{ status: 'FINISHED', statusReason: null, expectedTotal: 4, counts: { total: 4, sent: 4 } },
      target: { kind: 'EXTERNAL_IDS', tag: null, matched: 2, unknown: 1, devices: 4, apps: null },
      message: { defaultLang: 'en', translations: [{ language: 'en', title: 'Now', text: 'text' }] },
      breakdown: { byPush: [{ pushDatabaseId: 0, push: null, counts: { sent: 4 } }] },
      batches: { totalCount: 1, done: 1 },
    });
    const told = run.deliveries.nodes.map((node: Json) => [node.device.id, node.push, node.outcome]);
    expect(told).toEqual(reached.map(({ id }) => [deviceId(id), null, 'SENT']));
  });

  test('sends to devices by id; an id that is not yours counts as unknown, and reveals nothing', async () => {
    await using set = await setUp(open);
    const { world, app } = set;
    const [one, , three, retired] = await world.seedDevices(app, 4, (index) => ({ active: index !== 3 }));
    await using stranger = await set.graph.stranger();
    const ids = [one, three, retired].map((device) => deviceId(device?.id ?? 0));
    const refused = await sendBy(stranger, { deviceIds: ids });
    expect(refused).toMatchObject({ run: null, userErrors: [{ code: 'NO_APPS' }] });
    const sent = await set.send({ deviceIds: [...ids, deviceId(999_999), 'nonsense', toGlobalId('App', app.id)] });
    expect(sent).toMatchObject({ matched: 2, unknown: 4, devices: 2, userErrors: [] });
    await world.work();
    expect(tokens()).toEqual([one?.token, three?.token].sort());
  });

  test("never reaches or reveals another account's devices, users, tags, pushes, applications or runs", async () => {
    await using set = await setUp(open);
    const { world } = set;
    const [registered] = await world.makeDevices(set.app, 1, () => ({ externalUserId: 'ada', audiences: ['vip'] }));
    const push = await world.makePush();
    const own = { ...world.caller };
    await using stranger = await set.graph.stranger();
    const [row] = await set.database.query<{ id: number }>("SELECT id FROM user_account WHERE name = 'stranger'");
    world.caller = { ...own, userId: Number(row?.id) };
    await world.seedDevices(await world.makeApp('provider_c'), 1, () => ofUser('eve'));
    world.caller = own;
    for (const to of [
      { externalIds: ['ada'] },
      { deviceIds: [deviceId(registered?.device.id ?? 0)] },
      { tag: 'vip' },
      { externalIds: ['no such user'] },
      { deviceIds: [deviceId(999_999)] },
      { tag: 'no such tag' },
    ]) {
      const refused = await sendBy(stranger, to);
      expect([to, refused]).toMatchObject([to, { run: null, matched: null, userErrors: [{ code: 'NOT_FOUND' }] }]);
    }
    const foreign = [{ pushId: toGlobalId('Push', push.id) }, { appIds: [toGlobalId('App', set.app.id)] }];
    for (const rest of foreign) {
      expect(await sendBy(stranger, { externalIds: ['eve'] }, rest)).toMatchObject({
        run: null,
        userErrors: [{ code: 'NOT_FOUND', field: ['input', ...(rest.pushId ? ['pushId'] : ['appIds', '0'])] }],
      });
    }
    const mine = await set.send({ externalIds: ['ada'] });
    expect(
      await stranger.data('query ($id: ID!) { run(id: $id) { id } runs { totalCount } }', { id: mine.run.id }),
    ).toEqual({
      run: null,
      runs: { totalCount: 0 },
    });
  });

  test('sends to the devices that had a tag when the call was accepted', async () => {
    await using set = await setUp(open);
    const { world, app } = set;
    const [vip] = await world.makeDevices(app, 2, (index) => ({ audiences: index === 0 ? ['vip', 'new'] : ['new'] }));
    const sent = await set.send({ tag: 'vip' });
    expect(sent).toMatchObject({ matched: 1, unknown: 0, devices: 1, userErrors: [] });
    await world.work();
    expect(tokens()).toEqual([vip?.device.token]);
    expect(await set.readRun(sent.run.id)).toMatchObject({ status: 'FINISHED', target: { kind: 'TAG', tag: 'vip' } });
    expect(await set.send({ tag: 'VIP' })).toMatchObject({
      run: null,
      userErrors: [{ field: ['input', 'to', 'tag'] }],
    });
  });

  test('a stored push must be active, and is sent as it was at the call, bound or not', async () => {
    await using set = await setUp(open);
    const { world, app, graph } = set;
    await world.seedDevices(app, 1, () => ofUser('ada'));
    const push = await world.makePush();
    const pushId = toGlobalId('Push', push.id);
    const sent = await set.send({ externalIds: ['ada'] }, { pushId });
    await graph.data('mutation ($id: ID!) { pushDelete(id: $id) { deletedId } }', { id: pushId });
    await world.work();
    expect(sender.ledger).toMatchObject([{ title: 'title en' }]);
    const { breakdown, message } = await set.readRun(sent.run.id);
    expect(message.translations).toMatchObject([{ title: 'title en' }]);
    expect(breakdown.byPush).toEqual([{ pushDatabaseId: push.id, push: null, counts: { sent: 1 } }]);
    const other = await world.makePush();
    await world.services.pushes.deactivate(world.caller, other.id);
    const refused = await set.send({ externalIds: ['ada'] }, { pushId: toGlobalId('Push', other.id) });
    expect(refused.userErrors).toMatchObject([{ field: ['input', 'pushId'], code: 'DEACTIVATED' }]);
    await world.services.pushes.archive(world.caller, other.id);
    const archived = await set.send({ externalIds: ['ada'] }, { pushId: toGlobalId('Push', other.id) });
    expect(archived.userErrors).toMatchObject([{ code: 'ARCHIVED' }]);
  });

  test('leaves no push behind, and its receipts and clicks are counted', async () => {
    await using set = await setUp(open);
    const { world, app } = set;
    const [device] = await world.seedDevices(app, 1, () => ofUser('ada'));
    const receipts: string[] = [];
    sender.answer = (message) => {
      receipts.push(message.receipt ?? '');
      return { kind: 'sent', providerMessageId: null };
    };
    const sent = await set.send({ externalIds: ['ada'] });
    await world.work();
    const [receipt = ''] = receipts;
    for (const kind of ['delivered', 'clicked', 'clicked'] as const) {
      await world.services.receipts.record(app, { receipt, kind });
    }
    expect((await set.readRun(sent.run.id)).receiptCounts).toEqual({ delivered: 1, clicked: 1 });
    const traffic = `query ($from: DateTime!, $push: ID, $scheduler: ID) {
      traffic(from: $from, bucket: HOUR, where: { pushId: $push, schedulerId: $scheduler }) { sent delivered clicked } }`;
    const from = new Date(world.clock.now() - 1_000).toISOString();
    const count = async (where: Json = {}) => {
      world.clock.advance(1);
      return (await set.graph.data(traffic, { from, ...where })).traffic.at(-1);
    };
    expect(await count()).toEqual({ sent: 1, delivered: 1, clicked: 1 });
    const nothing = { sent: 0, delivered: 0, clicked: 0 };
    expect(await count({ push: deviceId(device?.id ?? 0) })).toEqual(nothing);
    expect(await count({ scheduler: deviceId(device?.id ?? 0) })).toEqual(nothing);
    const { pushes } = await set.graph.data('{ pushes { totalCount } }');
    expect(pushes.totalCount).toBe(0);
  });

  test('a device that has changed its user or was retired is not reached', async () => {
    await using set = await setUp(open);
    const { world, app, database } = set;
    const devices = await world.seedDevices(app, 4, () => ofUser('ada'));
    const ids = devices.map(({ id }) => id);
    await set.send({ externalIds: ['ada'] });
    await database.tx((tx) => tx.query(`UPDATE device SET external_user_id = 'bob' WHERE id = ${ids[0]}`));
    await database.tx((tx) => tx.query(`UPDATE device SET active = 0 WHERE id = ${ids[1]}`));
    await world.seedDevices(app, 1, () => ofUser('ada'));
    await world.work();
    expect(tokens()).toEqual([devices[2]?.token, devices[3]?.token].sort());
  });

  test('a device that gets another user while its message waits is not reached', async () => {
    await using set = await setUp(open);
    const { world, app, database } = set;
    const devices = await world.seedDevices(app, 3, (index) => ofUser(index < 2 ? 'ada' : 'eve'));
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 60_000 });
    const { run } = await set.send({ externalIds: ['ada'] });
    await set.send({ deviceIds: [deviceId(devices[2]?.id ?? 0)] });
    await world.makeRun({ filters: { external_ids: ['ada'] } });
    await world.advance(3_600_000);
    await database.tx((tx) =>
      tx.query(`UPDATE device SET external_user_id = 'bob' WHERE id <> ${devices[0]?.id ?? 0}`),
    );
    sender.reset();
    await world.advance(3_600_000);
    // Twice for the user, and once for the device, whoever uses it.
    const [ada, , eve] = devices;
    expect(tokens()).toEqual([ada?.token, ada?.token, eve?.token].sort());
    expect((await set.readRun(run.id)).counts).toMatchObject({ total: 2, sent: 1, failed: 1 });
  });

  test('reaches only the chosen applications, and never archived ones', async () => {
    await using set = await setUp(open);
    const { world } = set;
    const apps: App[] = [set.app, await world.makeApp('provider_c'), await world.makeApp('provider_c')];
    const perApp = [];
    for (const app of apps) perApp.push(await world.seedDevices(app, 1, () => ofUser('ada')));
    await world.services.apps.archive(world.caller, apps[2]?.id ?? 0);
    const appIds = [toGlobalId('App', apps[1]?.id ?? 0)];
    const sent = await set.send({ externalIds: ['ada'] }, { appIds });
    await world.work();
    expect(tokens()).toEqual([perApp[1]?.[0]?.token]);
    expect((await set.readRun(sent.run.id)).target.apps).toEqual([{ id: appIds[0] }]);
    expect(await set.send({ externalIds: ['ada'] })).toMatchObject({ devices: 2 });
    const archived = await set.send({ externalIds: ['ada'] }, { appIds: [toGlobalId('App', apps[2]?.id ?? 0)] });
    expect(archived.userErrors).toMatchObject([{ field: ['input', 'appIds', '0'], code: 'ARCHIVED' }]);
  });

  test('reaches devices of all four providers in one call', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes: fakes() }).init();
    await using graph = await GraphOverWorld.open(world);
    for (const provider of ['provider_a', 'provider_b', 'provider_c', 'webpush'] as const) {
      await world.makeDevices(await world.makeApp(provider), 2, (index) => ofUser(`user-${index}`));
    }
    const sent = await sendBy(graph, { externalIds: ['user-0', 'user-1'] });
    expect(sent).toMatchObject({ matched: 2, unknown: 0, devices: 8 });
    await world.work();
    await world.settle();
    const { run } = await graph.data(
      'query ($id: ID!) { run(id: $id) { status breakdown { byProvider { provider counts { sent } } } } }',
      { id: sent.run.id },
    );
    expect(run.status).toBe('FINISHED');
    expect(run.breakdown.byProvider.map(({ provider, counts }: Json) => [provider, counts.sent]).sort()).toEqual([
      ['PROVIDER_A', 2],
      ['PROVIDER_B', 2],
      ['PROVIDER_C', 2],
      ['WEBPUSH', 2],
    ]);
  });
});
