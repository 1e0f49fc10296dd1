import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { execute } from '../../src/database/database.js';
import { plant } from '../demo/seed-plant.js';
import { withChromium } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { completeCredentials, createPush, must, startScheduler } from '../support/service-steps.js';
import { ConsoleWorld } from './support/console-world.js';

const LONG = 120_000;
const ONCE_A_WEEK = [{ day: ((new Date().getUTCDay() + 2) % 7) + 1, times: ['00:00'] }];

/** Each place of an account in which there is nothing yet, and what it says. */
const EMPTY_PLACES = [
  ['/apps', 'No applications yet'],
  ['/devices', 'No devices yet'],
  ['/import', 'Create an application first'],
  ['/calendar', 'Nothing scheduled here'],
  ['/tags', 'No tags yet'],
  ['/tags/groups', 'No tag groups yet'],
  ['/tags/app-groups', 'No application groups yet'],
] as const;

withChromium('the places of the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const go = (path: string) => page.goto(world.at(path));
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true, level: 1 });

  const createAndCheck = async (name: string): Promise<void> => {
    await button('Create application').click();
    await heading(name).waitFor();
    await button('Check now').click();
    await page.locator('.card .banner[data-kind="good"]').waitFor();
  };
  const actOn = async (name: string, action: string): Promise<void> => {
    await button(`Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  /** Of the dialog that shows it once. */
  const storeSecret = async (like: RegExp): Promise<string> => {
    const dialog = page.getByRole('dialog');
    const secret = (await dialog.getByText(like).last().textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await dialog.waitFor({ state: 'detached' });
    return secret;
  };
  const inspect = (name: string) => world.inspect(page, name);

  test(
    'empty lists say what to do',
    async () => {
      for (const [path, text] of EMPTY_PLACES) {
        await go(path);
        await page.getByText(text).first().waitFor();
        await inspect(`empty${path.replaceAll('/', '-')}`);
      }
    },
    LONG,
  );

  test(
    'an application is set up by keyboard, and another with the credentials of its provider, which are checked',
    async () => {
      await go('/apps');
      await page.getByRole('link', { name: 'New application' }).first().press('Enter');
      await heading('New application').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('The site of the shop');
      await inspect('apps-new');
      await page.getByLabel('Name', { exact: true }).press('Enter');
      await heading('The site of the shop').waitFor();
      await page.getByText(`importScripts('${world.service.address}/sdk/sw.js');`).waitFor();
      await inspect('app-web');

      const { given } = await world.world.fakes.makeApp('provider_c');
      await go('/apps/new');
      await page.getByText('Apple (iOS)').click();
      await page.getByLabel('Name', { exact: true }).fill('The shop for iPhone');
      await page.getByLabel('Or paste its text').fill(given.private_key ?? '');
      await page.getByLabel('Key ID').fill(given.private_key_id ?? '');
      await page.getByLabel('Team ID').fill(given.team_id ?? '');
      await page.getByLabel('Bundle ID of the app').fill(given.topic ?? '');
      await inspect('apps-new-apple');
      await createAndCheck('The shop for iPhone');
      await inspect('app-checked');

      const google = completeCredentials(await world.world.fakes.makeApp('provider_a'));
      await go('/apps/new');
      await page.getByText('Firebase (Android)').click();
      await page.getByLabel('Name', { exact: true }).fill('The shop for Android');
      await page.locator('input[type="file"]').setInputFiles({
        name: 'google-services.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{"project_info": {}}'),
      });
      await page.getByText('This is not the key file of a service account.').waitFor();
      await page.locator('input[type="file"]').setInputFiles({
        name: 'service-account.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(google)),
      });
      await page.getByText(`Project ${google.project_id}`).waitFor();
      await inspect('apps-new-firebase');
      await createAndCheck('The shop for Android');

      const oneSignal = (await world.world.fakes.makeApp('provider_b')).given;
      await go('/apps/new');
      await page.getByText('OneSignal', { exact: true }).click();
      await page.getByLabel('Name', { exact: true }).fill('The shop by OneSignal');
      await page.getByLabel('OneSignal App ID').fill(oneSignal.app_id ?? '');
      await page.getByLabel('App API key').fill(oneSignal.api_key ?? '');
      await inspect('apps-new-onesignal');
      await createAndCheck('The shop by OneSignal');
    },
    LONG,
  );

  test(
    'devices of an application must prove whose they are once that is required; the secret is shown once',
    async () => {
      await button('New secret').click();
      await button('Create secret').click();
      const first = await storeSecret(/^pgi_/);
      await button('Require verification').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Require verification' }).click();
      await page.getByText('Required', { exact: true }).waitFor();
      await page.getByText('"identity_hash": "HASH_FROM_YOUR_SERVER"').waitFor();
      await inspect('app-identity');
      const serviceId =
        (await page.locator('.fact').filter({ hasText: 'Service ID' }).locator('code').textContent()) ?? '';
      const register = async (secret: string | null): Promise<number> => {
        const hash =
          secret === null ? {} : { identity_hash: createHmac('sha256', secret).update('user-1').digest('hex') };
        const body = { subscription_id: randomUUID(), external_user_id: 'user-1', ...hash };
        return (await world.service.sdk('POST', `/${serviceId}/devices`, { body })).status;
      };
      expect([await register(null), await register(first)]).toEqual([401, 201]);

      await button('New secret').click();
      await page.getByRole('button', { name: /How long the old one keeps working/ }).click();
      await page.getByRole('option', { name: 'It ends immediately' }).click();
      await button('Create secret').click();
      const second = await storeSecret(/^pgi_/);
      expect([await register(first), await register(second)]).toEqual([401, 201]);
      await button('Turn off verification').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off verification' }).click();
      await page.getByText('Off', { exact: true }).waitFor();
      expect(await register(null)).toBe(201);
    },
    LONG,
  );

  test(
    'a run is watched to its end: outcomes, reasons, the funnel, and why a device got it or not',
    async () => {
      await seed();
      const { runs } = await world.service.graphql<{ runs: { nodes: { id: string }[] } }>('{ runs { nodes { id } } }');
      await go(`/runs/${runs.nodes[0]?.id}`);
      await heading('Basket reminder').waitFor();
      await page
        .getByText(/PayloadTooLarge/)
        .first()
        .waitFor();
      await page.getByText('Delivered', { exact: true }).first().waitFor();
      await page.getByLabel('User ID').fill('user-1');
      await page.getByLabel('User ID').press('Enter');
      await page.locator('.trace-step').first().waitFor();
      await inspect('run');

      await page.getByText('Language', { exact: true }).first().click();
      await page.getByRole('cell', { name: 'German', exact: true }).first().waitFor();
      await button('Cancel the run').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    },
    LONG,
  );

  test(
    'a run is paused, resumed and watched to its end without a reload',
    async () => {
      const { service, world: parts } = world;
      const fault = { kind: 'answer', status: 503, retryAfterSeconds: 20 } as const;
      await parts.fakes.misbehave({ provider: 'webpush', times: 60, fault });
      const pushId = await createPush(service, [
        { language: 'en', title: 'Slow', text: 'One provider wants to be asked again.' },
      ]);
      const body = { name: 'Slow news', all_apps: true, time_send: ONCE_A_WEEK, local_time: false, timezone: '+00:00' };
      const schedulerId = await startScheduler(service, { kind: 'smartweekly', pushId, body });
      const runId = await sendNow(schedulerId, 1);
      await go(`/runs/${runId}`);
      await button('Pause').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click();
      await page.locator('.badge').getByText('Paused').waitFor();
      await inspect('run-paused');
      await button('Resume').click();
      await page.locator('.badge').getByText('Finished').waitFor({ timeout: 100_000 });
      await page.getByText(/^It took/).waitFor();
      await parts.fakes.behave('webpush');

      // Another run of the same campaign, of which a part fails, beside the first one.
      const refused = { kind: 'answer', status: 413, reason: 'PayloadTooLarge' } as const;
      await parts.fakes.misbehave({ provider: 'provider_c', fault: refused });
      await go(`/runs/${await sendNow(schedulerId, 2)}`);
      await page.locator('.badge').getByText('Finished').waitFor();
      const table = page.getByRole('region', { name: 'Compare with another run' });
      await table.getByRole('row', { name: /^Messages/ }).waitFor();
      const lines = await table.getByRole('row').allInnerTexts();
      expect(lines.map((line) => line.split(/\s*\t\s*/)).slice(1, 4)).toEqual([
        ['Messages', '240', '240'],
        ['Sent (share)', '75%', '100%'],
        ['Failed (share)', '25%', '0%'],
      ]);
      await inspect('run-compared');
      await parts.fakes.behave('provider_c');
    },
    2 * LONG,
  );

  test(
    'a device is found by its user, given a tag, sent a test, retired and deleted',
    async () => {
      await go('/devices');
      await page.getByRole('searchbox', { name: 'User ID' }).fill('user-3');
      await page.getByRole('link', { name: 'user-3' }).first().waitFor();
      await inspect('devices');
      await page.getByRole('link', { name: 'user-3' }).first().click();
      await heading('user-3').waitFor();
      await page.getByText('Basket reminder').first().waitFor();
      await inspect('device');
      await page
        .getByRole('button', { name: /^Why\?/ })
        .first()
        .click();
      await page.locator('.trace-step').first().waitFor();
      await page.keyboard.press('Escape');

      await button('Actions').click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('combobox', { name: 'Tags' }).fill('friends');
      await page.getByRole('option', { name: /friends/ }).click();
      await page.keyboard.press('Tab');
      await inspect('device-edit');
      await button('Save').click();
      await page.getByRole('link', { name: 'friends' }).waitFor();

      await button('Send a test').click();
      await button('Send to this device').click();
      await page.getByText('The provider accepted it after').waitFor();
      await button('Close').last().click();

      await button('Actions').click();
      await page.getByRole('menuitem', { name: 'Retire' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click();
      await page.getByText('Nothing is sent to this device.').waitFor();
      await button('Actions').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await heading('Devices').waitFor();
    },
    LONG,
  );

  test(
    'a file is imported: its columns are named, its lines counted, the rejected ones fetched',
    async () => {
      await go('/import');
      await page.getByRole('button', { name: 'Into which application' }).click();
      await page.getByRole('option', { name: /Corner shop for Android/ }).click();
      const lines = [
        'device,lang,user',
        ...Array.from({ length: 50 }, (_, n) => `token-of-import-${n},de,reader-${n}`),
        ',de,nobody',
      ];
      await page.locator('input[type="file"]').setInputFiles({
        name: 'readers.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\n')),
      });
      await inspect('import');
      await button('Upload and preview').click();
      await heading('readers.csv').waitFor();
      await page.getByText('No column says how to reach the devices').waitFor();
      for (const [column, field] of [
        ['device', 'Token'],
        ['lang', 'Language'],
        ['user', 'User ID'],
      ] as const) {
        await page.getByRole('button', { name: `Meaning of column ${column}` }).click();
        await page.getByRole('option', { name: field, exact: true }).click();
      }
      await inspect('import-columns');
      await button('Start the import').click();
      await page.getByText('The import is complete.').waitFor({ timeout: 30_000 });
      await page.getByText('1 line was rejected.').waitFor();
      await inspect('import-finished');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download rejected lines' }).click(),
      ]);
      expect(await download.failure()).toBeNull();
      await page.getByRole('link', { name: 'Show devices' }).click();
      await page.getByRole('searchbox', { name: 'User ID' }).fill('reader-7');
      await page.getByRole('link', { name: 'reader-7' }).waitFor();
    },
    LONG,
  );

  test(
    'the calendar shows what is going to be sent, by the clocks of a zone, and its waves by local time',
    async () => {
      await startEveryDay('Morning news');
      await go('/calendar?view=week');
      await page
        .getByRole('button', { name: /Morning news/ })
        .first()
        .waitFor();
      await inspect('calendar-week');
      await button('Next week').click();
      await page.getByText('Month', { exact: true }).click();
      await page
        .getByRole('button', { name: /Morning news/ })
        .first()
        .waitFor();
      await inspect('calendar-month');
      await page
        .getByRole('button', { name: /Morning news/ })
        .first()
        .click();
      await page.getByText('Waves by local time').waitFor();
      await inspect('calendar-moment');
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tok');
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
      await page.waitForURL(/zone=Asia%2FTokyo/);
      await go('/calendar?day=2027-03-28&view=week&zone=Europe%2FBerlin');
      await page.getByText(/The clocks of Europe\/Berlin go forward by/).waitFor();
    },
    LONG,
  );

  test(
    'tags are counted; groups of tags and of applications, and events, are made, changed and deleted',
    async () => {
      await go('/tags');
      await page.getByRole('link', { name: 'newsletter' }).waitFor();
      await inspect('tags');
      await page.getByRole('link', { name: 'Tag groups' }).click();
      await button('New tag group').click();
      await page.getByLabel('Group name').fill('Regulars');
      await page.getByRole('combobox', { name: 'Tags' }).fill('vip');
      await page.getByRole('option', { name: /vip/ }).first().click();
      await page.keyboard.press('Tab');
      await button('Save').click();
      await page.getByRole('cell', { name: 'Regulars', exact: true }).waitFor();
      await inspect('tag-groups');
      await button('Actions for Regulars').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('cell', { name: 'Regulars', exact: true }).waitFor({ state: 'detached' });

      await page.getByRole('link', { name: 'Application groups' }).click();
      await button('New application group').click();
      await page.getByLabel('Group name').fill('Browsers');
      await page.getByRole('combobox', { name: 'Applications' }).fill('browser');
      await page.getByRole('option', { name: /Corner shop in the browser/ }).click();
      await page.keyboard.press('Tab');
      await inspect('app-group-new');
      await button('Save').click();
      await page.getByRole('cell', { name: 'Browsers', exact: true }).waitFor();
      await inspect('app-groups');

      await page.getByRole('link', { name: 'Events' }).click();
      await page.getByRole('cell', { name: /Left a basket/ }).waitFor();
      await page.getByRole('link', { name: 'Basket reminder' }).waitFor();
      await inspect('events');
      await button('New event').click();
      await page.getByLabel('Name', { exact: true }).fill('Reached level 10');
      await page.getByLabel('Code').fill('level 10');
      await button('Save').click();
      await page
        .locator('.field-error')
        .getByText(/underscore/)
        .waitFor();
      await page.getByLabel('Code').fill('level_10');
      await inspect('event-new');
      await button('Save').click();
      await page.getByRole('cell', { name: /level_10/ }).waitFor();
      await go('/campaigns/new');
      await page.getByRole('button', { name: 'When' }).click();
      await page.getByText('After an event').click();
      await page.getByRole('combobox', { name: 'Which event?' }).fill('level');
      await page.getByRole('option', { name: /Reached level 10/ }).waitFor();
      await go('/tags/events');
      await actOn('Reached level 10', 'Switch off');
      await page.getByText('Switched off').waitFor();
      await actOn('Reached level 10', 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('cell', { name: /level_10/ }).waitFor({ state: 'detached' });
      await page.getByText('System', { exact: true }).click();
      await page
        .getByRole('cell', { name: /install/ })
        .first()
        .waitFor();
    },
    LONG,
  );

  test(
    'an admin invites a member, makes, rotates and revokes a key, and finds it all in the audit log',
    async () => {
      await go('/settings/members');
      await button('Invite a member').click();
      await page.getByLabel('Name', { exact: true }).fill('Jonas Weber');
      await page.getByLabel('Email').fill('jonas@example.com');
      await page.getByText('Sender', { exact: true }).click();
      await inspect('invite');
      await button('Create link').click();
      const outdated = await takeLink();
      await page.getByRole('cell', { name: 'Jonas Weber jonas@example.com' }).waitFor();
      await actOn('Jonas Weber', 'New invitation link');
      const link = await takeLink();
      await expectNoAdmin(link, outdated);
      await actOn('Jonas Weber', 'Link for a new password');
      await setPassword(await takeLink());
      await inspect('members');

      await page.getByRole('link', { name: 'API keys' }).click();
      await button('New API key').click();
      await page.getByLabel('Name', { exact: true }).fill('Shop server');
      await page.getByText('write', { exact: true }).click();
      await inspect('key-new');
      await button('Create key').click();
      const secret = await storeSecret(/^pgk_/);
      await must(200, askWith(secret));
      await inspect('keys');
      await actOn('Shop server', 'Rotate');
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
      const rotated = await storeSecret(/^pgk_/);
      // The old one ends after the overlap.
      for (const good of [secret, rotated]) await must(200, askWith(good));
      await page
        .getByText(/^Shop server/)
        .nth(1)
        .waitFor();
      for (const left of [1, 0]) {
        await button('Actions for Shop server').first().click();
        await page.getByRole('menuitem', { name: 'Revoke' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
        await page.getByRole('alertdialog').waitFor({ state: 'detached' });
        await button('Actions for Shop server').nth(left).waitFor({ state: 'detached' });
      }
      for (const ended of [secret, rotated]) await must(401, askWith(ended));

      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.getByText('apiKeyRevoke').first().waitFor();
      await inspect('audit');
      await page.getByRole('button', { name: /What/ }).click();
      await page.getByRole('option', { name: 'Sign-ins and sessions' }).click();
      await page.getByText('apiKeyRevoke').first().waitFor({ state: 'detached' });
      await page.getByText('invitationAccept').first().waitFor();
    },
    LONG,
  );

  test(
    'everybody sees their sessions and the graph with their own rights, in German too',
    async () => {
      await go('/settings');
      await page.getByText('this session').waitFor();
      await inspect('account');
      await page.getByRole('link', { name: 'GraphiQL' }).click();
      const frame = page.frameLocator('iframe[title="GraphiQL"]');
      for (const editor of ['.graphiql-query-editor', '.graphiql-response']) {
        await frame.locator(`${editor} .view-lines`).waitFor({ state: 'attached' });
      }
      await frame.getByRole('button', { name: 'Execute' }).click();
      await frame.locator('.graphiql-response .view-lines').filter({ hasText: 'Corner' }).waitFor();
      await go('/settings');
      await page.getByText('Deutsch', { exact: true }).last().click();
      await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor();
      for (const [path, title] of IN_GERMAN) {
        await go(path);
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        await inspect(`de${path.replaceAll('/', '-')}`);
      }
    },
    LONG,
  );

  const askWith = (bearer: string) =>
    world.service.request('POST', '/graphql', { body: { query: '{ viewer { scopes } }' }, bearer });

  /** Of the dialog that shows it once. */
  const takeLink = async (): Promise<string> => {
    const link = (await page.getByText('/console/join#').textContent()) ?? '';
    await button('Close').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    return link;
  };

  /** By the link that an admin has handed over; then they sign in with it. */
  const setPassword = async (link: string): Promise<void> => {
    const other = await world.browser.openApart(link);
    await other.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await other.getByLabel('Password').fill('another password of many words');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByText('Hello Jonas Weber.').waitFor();
    await other.context().clearCookies();
    await other.goto(world.at('/'));
    await other.getByLabel('Email').fill('jonas@example.com');
    await other.getByLabel('Password').fill('another password of many words');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('Hello Jonas Weber.').waitFor();
    await other.context().close();
  };

  /** Whoever joins by the link finds their own settings, and not those of admins; the link before it is good no more. */
  const expectNoAdmin = async (link: string, outdated: string): Promise<void> => {
    const other = await world.browser.openApart(outdated);
    await other.getByRole('heading', { name: 'This link cannot be used' }).waitFor();
    expect(world.takeComplaints().complaints).toEqual([expect.stringContaining('404')]);
    await other.goto('about:blank');
    await other.goto(link);
    await other.getByLabel('Password').fill('a long password of many words');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await other.goto(world.at('/settings/members'));
    await other.getByText('Only admins can see this.').waitFor();
    expect(await other.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await other.context().close();
  };

  /** Everything, and a run of messages of which some fail. */
  const seed = async (): Promise<void> => {
    const { service, world: parts } = world;
    const { devices, reminder } = await plant(service, parts.fakes, { webpushAt: parts.fakes.addresses.webpush });
    const targets = devices.flatMap(({ app, target }) => (app.provider === 'provider_c' ? [target] : []));
    const fault = { kind: 'answer', status: 413, reason: 'PayloadTooLarge' } as const;
    await parts.fakes.misbehave({ provider: 'provider_c', targets, fault });
    await must(204, service.api('POST', `/sched/conversion/${reminder}/activate`));
    for (const { app, deviceId, secret } of devices.slice(0, 80)) {
      const path = `/${app.serviceId}/devices/${deviceId}/events`;
      await must(202, service.sdk('POST', path, { body: { events: [{ code: 'basket_left' }] }, secret }));
    }
    await eventually('80 messages', async () => {
      const { runs } = await service.graphql<Counted>('{ runs { nodes { counts { total retrying } } } }');
      const counts = runs.nodes[0]?.counts;
      return counts && counts.total >= 80 && counts.retrying === 0 ? true : null;
    });
  };

  /** As if a moment of the campaign had come: the next one is a week away. Answers the run. */
  const sendNow = async (schedulerId: number, runs: number): Promise<string> => {
    const at = Math.floor(Date.now() / 60_000) * 60_000;
    const sql = 'UPDATE scheduler SET next_due_at = ? WHERE id = ? AND active = 1';
    await (await world.world.db()).tx((tx) => execute(tx, sql, [at, schedulerId]));
    return eventually(`run ${runs}`, async () => {
      const query = '{ runs { nodes { id scheduler { name } } } }';
      const { runs: found } = await world.service.graphql<Named>(query);
      const own = found.nodes.filter(({ scheduler }) => scheduler?.name === 'Slow news');
      return own.length === runs ? (own[0]?.id ?? null) : null;
    });
  };

  const startEveryDay = (name: string): Promise<number> =>
    (async () => {
      const pushId = await createPush(world.service, [{ language: 'en', title: 'Good morning', text: 'The news.' }]);
      const times = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times: ['08:00'] }));
      const body = { name, all_apps: true, time_send: times, local_time: true };
      return startScheduler(world.service, { kind: 'smartweekly', pushId, body });
    })();
});

interface Named {
  readonly runs: {
    readonly nodes: readonly { readonly id: string; readonly scheduler: { readonly name: string } | null }[];
  };
}

interface Counted {
  readonly runs: {
    readonly nodes: readonly { readonly counts: { readonly total: number; readonly retrying: number } }[];
  };
}

const IN_GERMAN = [
  ['/apps', 'Anwendungen'],
  ['/devices', 'Geräte'],
  ['/calendar', 'Kalender'],
  ['/tags', 'Tags und Ereignisse'],
  ['/settings/members', 'Einstellungen'],
] as const;
