import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import type { FieldsOf } from '../../src/ports/message-fields.js';
import { eachDatabase } from '../support/databases.js';
import { parseDeclarativePush } from '../support/declarative-push.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
const BUTTON = { icon: null, destructive: false, input: false };
const SHOP = 'https://shop.example/start?page=1';

describe.each(eachDatabase())('a web push message on $name', ({ open }) => {
  const setUp = async (world: DeliveryWorld): Promise<App> => {
    const input = { pushProvider: 'webpush', name: 'A site', link: SHOP, credentials: null } as const;
    const app = await world.services.apps.create(world.caller, input);
    await world.makeDevices(app, 1, () => ({ language: 'ar' }));
    return app;
  };
  /** Sends a push with these fields, and returns what the browser gets. */
  const send = async (world: DeliveryWorld, fields: Partial<FieldsOf<'push'>>, link: string | null = null) => {
    await fakes.reset();
    const buttonLabels = fields.buttons ? { yes: 'نعم' } : null;
    const translations = [{ language: 'ar', title: 'مرحبا', text: 'نص', link, buttonLabels }];
    const push = await world.services.pushes.create(world.caller, { defaultLang: 'ar', translations, ...fields });
    await world.makeActive('one-time', { pushes: [push] });
    await world.advance(HOUR);
    await world.settle();
    const [entry] = await fakes.entries({ provider: 'webpush' });
    return entry?.content ?? {};
  };

  test("has its buttons, badge, data and language, and opens its application's current address", async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await setUp(world);
    const buttons = [
      { ...BUTTON, id: 'yes', link: 'https://shop.example/yes' },
      { ...BUTTON, id: 'no', link: null },
    ];
    const fields = { buttons, badge: { set: 2 }, data: { order: '17' }, collapseKey: 'offer' } as const;
    const content = await send(world, fields);
    expect(content).toMatchObject({ title: 'مرحبا', body: 'نص', tag: 'offer', receipt: expect.any(String) });
    expect(content.notification).toMatchObject({ lang: 'ar', dir: 'rtl', tag: 'offer' });
    expect(parseDeclarativePush(Buffer.from(JSON.stringify(content)))).toEqual({
      title: 'مرحبا',
      navigate: 'https://shop.example/',
      actions: [
        { action: 'yes', title: 'نعم', navigate: 'https://shop.example/yes' },
        { action: 'no', title: 'no', navigate: 'https://shop.example/' },
      ],
      data: { order: '17', receipt: content.receipt },
      appBadge: 2,
      mutable: true,
    });

    await world.services.apps.update(world.caller, app.id, { name: app.name, link: 'https://other.example' });
    expect(await send(world, fields)).toMatchObject({ notification: { navigate: 'https://other.example/' } });
    const link = 'https://shop.example/sale';
    expect(await send(world, fields, link)).toMatchObject({ link, notification: { navigate: link } });
  });

  test('with REST fields alone stays unchanged until its application has a default for another field', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await setUp(world);
    const sendPlain = async () => {
      await fakes.reset();
      await world.makeActive('one-time', { pushes: [await world.makePush(['ar'])] });
      await world.advance(HOUR);
      await world.settle();
      return (await fakes.entries({ provider: 'webpush' }))[0]?.content;
    };
    const flat = {
      ...{ title: 'title ar', body: 'text ar', link: 'https://example.com/offer' },
      ...{ tag: expect.any(String), receipt: expect.any(String) },
    };
    expect(await sendPlain()).toEqual(flat);
    const defaults = JSON.stringify({ requireInteraction: true });
    await database.tx((tx) => execute(tx, 'UPDATE app SET message_defaults = ? WHERE id = ?', [defaults, app.id]));
    expect(await sendPlain()).toMatchObject({
      ...{ ...flat, web_push: 8030 },
      notification: { requireInteraction: true, navigate: 'https://example.com/offer' },
    });
  });

  test('that is silent fails, because browsers must show what they get', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const app = await setUp(world);
    const defaults = JSON.stringify({ silent: true });
    await database.tx((tx) => execute(tx, 'UPDATE app SET message_defaults = ? WHERE id = ?', [defaults, app.id]));
    expect(await send(world, {})).toEqual({});
    expect(await world.outcomes()).toEqual({ failed: 1 });
    const [failure] = await database.query('SELECT reason, code FROM delivery_failure');
    expect(failure).toEqual({ reason: 'browsers take no silent messages', code: 'SILENT_WEB_PUSH' });
  });
});
