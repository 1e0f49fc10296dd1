import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';
import { DAYS, formOf, PageWorld, tickedIn } from './page-world.js';

const ONE_CLICK = { body: 'List-Unsubscribe=One-Click' };
const DAY_MS = 86_400_000;

describe('the limits of the hosted preferences page', () => {
  const [sqlite] = eachDatabase();
  const open = (limits: { perAddress: number }) => {
    if (!sqlite) throw new Error('SQLite is always there');
    return PageWorld.open(sqlite, limits);
  };

  test('count the requests of an address, and read nothing for an invalid link', async () => {
    await using world = await open({ perAddress: 3 });
    const opened = jest.spyOn(world.services.preferencesLinks, 'open');
    for (let count = 0; count < 3; count += 1) expect((await world.ask('GET', '/preferences/x')).status).toBe(404);
    const refused = await world.ask('GET', '/preferences/x');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(refused.body).toContain('Wait a minute and try again.');
    expect(opened).not.toHaveBeenCalled();
    const path = world.pathOf(await world.device());
    expect((await world.ask('GET', path)).status).toBe(429);
    expect((await world.ask('GET', path, { address: '203.0.113.9' })).status).toBe(200);
    expect(world.refused).toEqual(['preferences of address', 'preferences of address']);
  });

  test('count all links of a device together, from every address', async () => {
    await using world = await open({ perAddress: 0 });
    const device = await world.device();
    const statuses = new Map<number, number>();
    for (let count = 0; count < 70; count += 1) {
      const path = world.pathOf({ ...device, externalUserId: count % 2 === 0 ? null : 'another' });
      const { status } = await world.ask('GET', path, { address: `203.0.113.${count}` });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 30, 410: 30, 429: 10 });
    expect((await world.ask('GET', world.pathOf(await world.device()))).status).toBe(200);
  });
});

describe.each(eachDatabase())('the hosted preferences page on $name', (kind) => {
  let world: PageWorld;
  beforeEach(async () => {
    world = await PageWorld.open(kind);
  });
  afterEach(() => world[Symbol.asyncDispose]());

  test("shows its user's choices, and saves only the changes", async () => {
    const news = await world.category('news');
    const sale = await world.category('sale', { defaultChoice: 'OFF' });
    const orders = await world.category('orders', { kind: 'SERVICE' });
    await world.category('receipts', { kind: 'TRANSACTIONAL' });
    await world.category('hidden', { listed: false });
    const path = world.pathOf(await world.device({ externalUserId: 'anna' }));
    const page = await world.ask('GET', path);
    expect(page.status).toBe(200);
    expect(tickedIn(page)).toEqual([0, news, orders]);
    expect(page.body).toContain('The receipts');
    expect(page.body).not.toContain('The hidden');

    const saved = await world.ask('POST', path, { body: formOf(page, [0, sale, orders]) });
    expect([saved.status, saved.headers.location]).toEqual([303, `${path}?done=saved`]);
    expect(await world.stored()).toEqual(['user anna: news OFF (PAGE)', 'user anna: sale ON (PAGE)']);
    const after = await world.ask('GET', String(saved.headers.location));
    expect(after.body).toContain('<p class="done" role="status">Your choices are saved.</p>');
    expect(tickedIn(after)).toEqual([0, sale, orders]);

    // Another tab with the old state saves only the changes made there.
    await world.ask('POST', path, { body: formOf(page, [0, news]) });
    expect(await world.stored()).toContain('user anna: news OFF (PAGE)');
    expect(await world.stored()).toContain('user anna: orders OFF (PAGE)');
  });

  test('turns off all marketing with one choice, for every device of the user', async () => {
    await world.category('news');
    const [phone, tablet] = [
      await world.device({ externalUserId: 'anna' }),
      await world.device({ externalUserId: 'anna' }),
    ];
    const page = await world.ask('GET', world.pathOf(phone));
    await world.ask('POST', world.pathOf(phone), {
      body: formOf(
        page,
        tickedIn(page).filter((id) => id !== 0),
      ),
    });
    expect(await world.stored()).toEqual(['user anna: all OFF (PAGE)']);
    expect(tickedIn(await world.ask('GET', world.pathOf(tablet)))).not.toContain(0);
  });

  test('keeps the choices of a device without a user for that device', async () => {
    const news = await world.category('news');
    const [one, other] = [await world.device(), await world.device()];
    const page = await world.ask('GET', world.pathOf(one));
    await world.ask('POST', world.pathOf(one), { body: formOf(page, [0]) });
    expect(await world.stored()).toEqual([`device ${one.deviceId}: news OFF (PAGE)`]);
    expect(tickedIn(await world.ask('GET', world.pathOf(other)))).toEqual([0, news]);
  });

  test('lets a device that names its user speak for it', async () => {
    const news = await world.category('news');
    const { device } = await world.services.devices.register(
      world.app,
      { token: 'a'.repeat(64), externalUserId: 'anna' },
      null,
    );
    const path = world.pathOf(world.linked(device.id, 'anna'));
    await world.ask('POST', `${path}/unsubscribe?category=news`, ONE_CLICK);
    expect(await world.stored()).toEqual(['user anna: news OFF (PAGE)']);
    const page = await world.ask('GET', path);
    await world.ask('POST', path, { body: formOf(page, [0, news]) });
    expect(await world.stored()).toEqual(['user anna: news ON (PAGE)']);
  });

  test('unsubscribes in one click, repeatedly without harm, and never on a GET', async () => {
    await world.category('news');
    await world.category('receipts', { kind: 'TRANSACTIONAL' });
    const path = `${world.pathOf(await world.device({ externalUserId: 'anna' }))}/unsubscribe`;
    for (const query of ['', '?category=news', '?List-Unsubscribe=One-Click']) {
      const asked = await world.ask('GET', path + query);
      expect(asked.status).toBe(200);
      expect(asked.body.match(/<button/g)).toHaveLength(1);
      expect((await world.ask('HEAD', path + query)).status).toBe(200);
    }
    expect(await world.stored()).toEqual([]);

    const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const given of [ONE_CLICK, ONE_CLICK, { body: multipart, headers: type }]) {
      const done = await world.ask('POST', `${path}?category=news`, given);
      // RFC 8058 forbids a redirect.
      expect([done.status, done.headers.location]).toEqual([200, undefined]);
      expect(done.body).toContain('“The news” is turned off.');
    }
    expect(await world.stored()).toEqual(['user anna: news OFF (PAGE)']);
    await world.ask('POST', path, ONE_CLICK);
    expect(await world.stored()).toEqual(['user anna: all OFF (PAGE)', 'user anna: news OFF (PAGE)']);

    const before = await world.stored();
    for (const [query, body, status] of [
      ['?category=receipts', ONE_CLICK.body, 400],
      ['?category=gone', ONE_CLICK.body, 404],
      ['?category=news&category=other', ONE_CLICK.body, 404],
      ['', 'anything=else', 400],
      ['', '', 400],
    ] as const) {
      expect((await world.ask('POST', path + query, { body })).status).toBe(status);
    }
    expect(await world.stored()).toEqual(before);
  });

  test('explains what to do about a broken link, and reveals nothing else', async () => {
    await world.category('news');
    const device = await world.device({ externalUserId: 'anna' });
    const path = world.pathOf(device);
    const expectClosed = async (at: string, status: number, title: string) => {
      for (const [method, url] of [
        ['GET', at],
        ['GET', `${at}/unsubscribe`],
        ['POST', at],
        ['POST', `${at}/unsubscribe`],
      ] as const) {
        const answer = await world.ask(method, url, method === 'POST' ? ONE_CLICK : {});
        expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
        expect(answer.body).toContain(`<h1>${title}</h1>`);
        expect(answer.body).not.toMatch(/anna|news|Cakes/);
      }
      expect(await world.stored()).toEqual([]);
    };
    await expectClosed(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, 404, 'This link does not work');
    await expectClosed('/preferences/x', 404, 'This link does not work');
    await expectClosed(`/preferences/${'a'.repeat(3_000)}`, 404, 'This link does not work');
    await expectClosed(world.pathOf({ ...device, userId: device.userId + 1 }), 410, 'This link is no longer valid');
    await expectClosed(
      world.pathOf({ ...device, deviceId: device.deviceId + 100 }),
      410,
      'This link is no longer valid',
    );

    await world.services.ownDevices.update(world.caller, device.deviceId, { externalUserId: 'berta' });
    await expectClosed(path, 410, 'This link is no longer valid');
    expect((await world.ask('GET', world.pathOf({ ...device, externalUserId: 'berta' }))).status).toBe(200);
    await world.services.ownDevices.update(world.caller, device.deviceId, { externalUserId: 'anna' });
    expect((await world.ask('GET', path)).status).toBe(200);

    world.clock.advance((DAYS + 1) * DAY_MS);
    await expectClosed(path, 410, 'This link has expired');
    const renewed = world.pathOf(device);
    const rows = await world.database.query<{ id: number }>('SELECT id FROM device');
    expect(rows).toHaveLength(1);
    await world.database.tx((tx) => execute(tx, "UPDATE device SET secret_hash = 'unregistered'"));
    await expectClosed(renewed, 410, 'This link is no longer valid');
    await world.services.ownDevices.delete(world.caller, device.deviceId);
    await expectClosed(renewed, 410, 'This link is no longer valid');
  });

  test('never mixes accounts: a link opens the categories of its own account', async () => {
    const foreign = await world.category('foreign');
    await world.newAccount();
    const own = await world.category('own');
    const path = world.pathOf(await world.device({ externalUserId: 'anna' }));
    const page = await world.ask('GET', path);
    expect(tickedIn(page)).toEqual([0, own]);
    const answer = await world.ask('POST', path, { body: `was=${own}.on&was=${foreign}.on` });
    expect([answer.status, answer.body]).toEqual([409, expect.stringContaining('role="alert"')]);
    expect(await world.database.query('SELECT * FROM category_choice')).toEqual([]);
  });

  test("shows the accounts' texts as plain text, in the language of the device, or else of the browser", async () => {
    const names = [
      { language: 'en', text: '<b>Tom & "Jerry"</b>' },
      { language: 'de', text: 'Neues & <mehr>' },
      { language: 'fr', text: 'Nouvelles' },
    ];
    await world.category('news', { names, descriptions: [{ language: 'en', text: "<script>alert('1')</script>" }] });
    const languageOf = async (language: string | null, accepted?: string) => {
      const path = world.pathOf(await world.device({ language }));
      const { body } = await world.ask('GET', path, accepted ? { headers: { 'accept-language': accepted } } : {});
      expect(body).not.toMatch(/<b>|<mehr>|<script|Tea & </);
      const [, page] = /<html lang="(\w+)"/.exec(body) ?? [];
      return [page, /&lt;mehr|Nouvelles|Tom &amp; &quot;Jerry&quot;/.exec(body)?.[0]];
    };
    const english = ['en', 'Tom &amp; &quot;Jerry&quot;'];
    expect(await languageOf(null)).toEqual(english);
    expect(await languageOf('de-AT', 'en')).toEqual(['de', '&lt;mehr']);
    expect(await languageOf(null, 'fr;q=0.2, de-CH;q=0.8, en;q=0.5, *')).toEqual(['de', '&lt;mehr']);
    // The page itself has no French texts, but its categories may.
    expect(await languageOf('fr', 'de')).toEqual(['de', 'Nouvelles']);
    expect(await languageOf('pl', '%%%,,;q=,de;q=0')).toEqual(english);
  });

  test('is not cached, runs no script and sets no cookie', async () => {
    await world.services.apps.update(world.caller, world.app.id, { icon: 'https://cdn.example/a;b/icon.png' });
    const path = world.pathOf(await world.device());
    for (const url of [path, `${path}/unsubscribe`, '/preferences/x']) {
      const { headers, body } = await world.ask('GET', url);
      expect(headers).toMatchObject({
        ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
        'x-content-type-options': 'nosniff',
      });
      expect(headers['set-cookie']).toBeUndefined();
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'/);
      expect(policy).toMatch(/; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/);
      expect(policy.includes('https://cdn.example;')).toBe(url !== '/preferences/x');
      expect(body).toContain('<meta name="robots" content="noindex, nofollow">');
      expect(body).not.toMatch(/<script|style=|javascript:/);
    }
    expect((await world.ask('GET', path)).body).toContain('<img src="https://cdn.example/a;b/icon.png" alt=""');
  });

  test('writes no link to the log, whatever the request', async () => {
    const path = world.pathOf(await world.device());
    await world.ask('GET', `${path}?done=saved`);
    await world.ask('POST', `${path}/unsubscribe`, ONE_CLICK);
    await world.ask('GET', `${path}/elsewhere`);
    await world.server.inject({ method: 'DELETE', url: path });
    const lines = world.log.filter(({ msg }) => msg === 'request').map(({ path: logged, status }) => [logged, status]);
    expect(lines).toEqual([
      ['/preferences/…', 200],
      ['/preferences/…/unsubscribe', 200],
      ['/preferences/…/elsewhere', 404],
      ['/preferences/…', 405],
    ]);
    expect(JSON.stringify(world.log)).not.toContain(path);
  });

  test('saves nothing from invalid bodies or during maintenance', async () => {
    const news = await world.category('news');
    const path = world.pathOf(await world.device());
    const bodies = ['', 'on=1', 'was=x', `was=${news}.on&was=-1.on`, '{"was":"1.on"}', '%', `was=${news}.ON`];
    for (const body of bodies) expect([body, (await world.ask('POST', path, { body })).status]).toEqual([body, 400]);
    const large = await world.ask('POST', path, { body: `was=${news}.on&${'x'.repeat(8 * 1024)}` });
    expect([large.status, large.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
    world.maintenance = { since: '2026-11-02T12:00:00Z', reason: null };
    const refused = await world.ask('POST', path, { body: `was=${news}.on` });
    expect([refused.status, refused.body]).toEqual([503, expect.stringContaining('Try again in a few minutes.')]);
    expect((await world.ask('GET', path)).status).toBe(200);
    expect(await world.stored()).toEqual([]);
  });

  test('shows as many categories as an account can have', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 199; index += 1) ids.push(await world.category(`category-${index}`));
    const path = world.pathOf(await world.device());
    const form = formOf(await world.ask('GET', path), []);
    expect((await world.ask('POST', path, { body: form })).status).toBe(303);
    expect(await world.stored()).toHaveLength(200);
  });

  test('reports that a category has been deleted since, and saves nothing', async () => {
    const [news, sale] = [await world.category('news'), await world.category('sale')];
    const path = world.pathOf(await world.device({ externalUserId: 'anna' }));
    const page = await world.ask('GET', path);
    await world.database.tx((tx) => execute(tx, 'DELETE FROM category WHERE id = ?', [sale]));
    const answer = await world.ask('POST', path, { body: formOf(page, [0]) });
    expect([answer.status, tickedIn(answer)]).toEqual([409, [0, news]]);
    expect(answer.body).toContain('<p class="wrong" role="alert">The list has changed in the meantime');
    expect(await world.stored()).toEqual([]);
  });
});
