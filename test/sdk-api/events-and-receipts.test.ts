import { describe, expect, test } from '@jest/globals';
import { Keyring } from '../../src/crypto/keyring.js';
import { signReceipt } from '../../src/crypto/receipt-token.js';
import { RECEIPT_KINDS } from '../../src/entities/receipt.js';
import { eachDatabase } from '../support/databases.js';
import { SdkApp } from './sdk-app.js';

describe.each(eachDatabase())('events of the SDK API on $name', (kind) => {
  const start = async () => {
    const sdk = await SdkApp.start(kind);
    const { device_id, device_secret: secret } = await sdk.register();
    for (const code of ['buy', 'off']) await sdk.services.customEvents.create(sdk.caller, { name: code, code });
    const { items } = await sdk.services.customEvents.list(sdk.caller, { page: 1, perPage: 10 });
    const off = items.find((event) => event.code === 'off');
    await sdk.services.customEvents.deactivate(sdk.caller, off?.id ?? 0);
    const send = (events: unknown) => sdk.call('POST', `/devices/${device_id}/events`, { body: { events }, secret });
    return { sdk, send };
  };

  test('are counted as accepted, or as ignored if inactive or already reported', async () => {
    const { sdk, send } = await start();
    await using _ = sdk;
    const events = [
      { code: 'buy', id: 'one', occurred_at: '2026-11-20T10:00:00+01:00' },
      { code: 'reg' },
      { code: 'off' },
      { code: 'buy', id: 'one' },
      // The service itself determines when a device was installed.
      { code: 'install' },
    ];
    expect(await send(events)).toMatchObject({ status: 202, body: { accepted: 2, ignored: 3 } });
    expect(await send([{ code: 'buy', id: 'one' }])).toMatchObject({ body: { accepted: 0, ignored: 1 } });
    expect(await send([{ code: 'buy', id: 'two' }])).toMatchObject({ body: { accepted: 1, ignored: 0 } });
    const sql = 'SELECT count, first_at FROM device_event WHERE event_id > 3';
    const [row] = await sdk.database.query<{ count: number; first_at: number }>(sql);
    expect([row?.count, row?.first_at].map(Number)).toEqual([2, Date.UTC(2026, 10, 20, 9)]);
  });

  test('are all refused, and none is written, if one of them is invalid', async () => {
    const { sdk, send } = await start();
    await using _ = sdk;
    const before = await sdk.contents();
    for (const code of ['nothing', 'BUY', '', 'événement', "buy' OR 1=1", 'x'.repeat(500), '\u0000', '😀']) {
      const answer = await send([{ code: 'buy', id: 'one' }, { code: 'reg' }, { code }]);
      expect({ code, status: answer.status }).toEqual({ code, status: 400 });
      expect(answer.body.error).toContain('events[2].code');
    }
    expect(await sdk.contents()).toEqual(before);
  });

  test('are limited to 100 per request', async () => {
    const { sdk, send } = await start();
    await using _ = sdk;
    const before = await sdk.contents();
    expect((await send(Array(101).fill({ code: 'buy' }))).status).toBe(400);
    expect((await send([])).status).toBe(400);
    expect(await sdk.contents()).toEqual(before);
    expect(await send(Array(100).fill({ code: 'buy' }))).toMatchObject({ status: 202, body: { accepted: 100 } });
  });

  test('of another user do not exist', async () => {
    const { sdk, send } = await start();
    await using _ = sdk;
    const { userId } = await sdk.services.keys.createUser('somebody else');
    await sdk.services.customEvents.create({ ...sdk.caller, userId }, { name: 'theirs', code: 'theirs' });
    expect((await send([{ code: 'theirs' }])).status).toBe(400);
  });

  test('reactivate a device whose application was archived', async () => {
    const { sdk, send } = await start();
    await using _ = sdk;
    await sdk.services.apps.archive(sdk.caller, sdk.app.id);
    await sdk.services.apps.unarchive(sdk.caller, sdk.app.id);
    sdk.clock.advance(1000);
    await send([{ code: 'buy' }]);
    const sql = 'SELECT d.seen_at > a.devices_active_since AS awake FROM device d JOIN app a ON a.id = d.app_id';
    expect(await sdk.database.query(sql)).toMatchObject([{ awake: 1 }]);
  });
});

describe.each(eachDatabase())('receipts of the SDK API on $name', (kind) => {
  const claimsOf = (sdk: SdkApp) => ({ runId: 7, pushId: 3, appId: sdk.app.id, deviceId: 2 ** 40 });

  test('count once per message and kind', async () => {
    await using sdk = await SdkApp.start(kind);
    await sdk.addRun(7);
    const receipt = signReceipt(sdk.keyring, claimsOf(sdk));
    for (const what of [...RECEIPT_KINDS, ...RECEIPT_KINDS]) {
      expect((await sdk.call('POST', '/receipts', { body: { receipt, kind: what } })).status).toBe(204);
    }
    expect(sdk.receipts).toEqual(['delivered', 'clicked', 'dismissed']);
    const rows = await sdk.database.query<Record<string, unknown>>('SELECT * FROM receipt ORDER BY kind');
    expect(rows.map((row) => [Number(row.run_id), Number(row.push_id), Number(row.device_id), row.kind])).toEqual([
      [7, 3, 2 ** 40, 'clicked'],
      [7, 3, 2 ** 40, 'delivered'],
      [7, 3, 2 ** 40, 'dismissed'],
    ]);
  });

  test('name the clicked button, which is allowed only for a click', async () => {
    await using sdk = await SdkApp.start(kind);
    await sdk.addRun(7);
    const receipt = signReceipt(sdk.keyring, claimsOf(sdk));
    const report = (body: object) => sdk.call('POST', '/receipts', { body: { receipt, ...body } });
    const refused = [
      { kind: 'dismissed', button: 'buy' },
      { kind: 'delivered', button: 'buy' },
      ...['', ' buy', 'x'.repeat(65), 'a\u0000b', 5].map((button) => ({ kind: 'clicked', button })),
    ];
    for (const body of refused) {
      const { status, body: answer } = await report(body);
      expect([body, status, answer.error]).toEqual([body, 400, expect.stringContaining('button')]);
    }
    expect(await sdk.database.query('SELECT run_id FROM receipt')).toEqual([]);
    expect((await report({ kind: 'delivered', button: null })).status).toBe(204);
    expect((await report({ kind: 'clicked', button: 'köp 😀' })).status).toBe(204);
    // The first report counts.
    expect((await report({ kind: 'clicked', button: 'sell' })).status).toBe(204);
    expect(await sdk.database.query('SELECT kind, button FROM receipt ORDER BY kind')).toEqual([
      { kind: 'clicked', button: 'köp 😀' },
      { kind: 'delivered', button: null },
    ]);
  });

  test('of a deleted run are accepted but not stored', async () => {
    await using sdk = await SdkApp.start(kind);
    const receipt = signReceipt(sdk.keyring, claimsOf(sdk));
    expect((await sdk.call('POST', '/receipts', { body: { receipt, kind: 'clicked' } })).status).toBe(204);
    expect(await sdk.database.query('SELECT run_id FROM receipt')).toEqual([]);
  });

  test('not signed by this service, or signed for another application, are refused', async () => {
    await using sdk = await SdkApp.start(kind);
    await sdk.addRun(7);
    const other = await sdk.makeApp('provider_c');
    const claims = claimsOf(sdk);
    const good = signReceipt(sdk.keyring, claims);
    const bad = [
      '',
      'x',
      `${good}A`,
      good.slice(0, -1),
      good.replace(/^7/, '8'),
      signReceipt(new Keyring(Buffer.alloc(32)), claims),
      signReceipt(sdk.keyring, { ...claims, appId: other.id }),
    ];
    for (const receipt of bad) {
      expect((await sdk.call('POST', '/receipts', { body: { receipt, kind: 'clicked' } })).status).toBe(400);
    }
    expect((await sdk.call('POST', '/receipts', { body: { receipt: good, kind: 'seen' } })).status).toBe(400);
    expect(await sdk.database.query('SELECT run_id FROM receipt')).toEqual([]);
  });
});
