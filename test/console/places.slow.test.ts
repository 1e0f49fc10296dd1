import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { plant } from '../demo/seed-plant.js';
import { withChromium } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { createPush, must, startOneTime, startScheduler } from '../support/service-steps.js';
import { ConsoleWorld, findBarriers, NOTHING_WRONG, SIZES, takeShots } from './support/console-world.js';

const LONG = 120_000;
/** A moment is a whole minute. */
const UNTIL_IT_IS_DUE = 100_000;

/** Each place of an account in which there is nothing yet, and what it says. */
const EMPTY_PLACES = [
  ['/apps', 'No applications yet'],
  ['/devices', 'No devices yet'],
  ['/import', 'An application comes first'],
  ['/calendar', 'Nothing is going to be sent here'],
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

  /** Clean for axe, as wide as the window, its pictures kept. */
  const inspect = async (name: string): Promise<void> => {
    await takeShots(page, name);
    expect({ name, barriers: await findBarriers(page) }).toEqual({ name, barriers: [] });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect({ name, size, overhang: Math.max(0, overhang) }).toEqual({ name, size, overhang: 0 });
    }
    await page.setViewportSize(SIZES[0]);
    expect({ name, ...world.takeComplaints() }).toEqual({ name, ...NOTHING_WRONG });
  };

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
      await page.getByLabel('Bundle id of the app').fill(given.topic ?? '');
      await inspect('apps-new-apple');
      await button('Create application').click();
      await heading('The shop for iPhone').waitFor();
      await button('Check now').click();
      await page.locator('.card .banner[data-kind="good"]').waitFor();
      await inspect('app-checked');
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
      await page.getByLabel('User id').fill('user-1');
      await page.getByLabel('User id').press('Enter');
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
      const at = Math.ceil((Date.now() + 5_000) / 60_000) * 60_000;
      await startOneTime(service, { pushId, at, body: { name: 'Slow news', all_apps: true } });
      const runId = await eventually(
        'the run',
        async () => {
          const { runs } = await service.graphql<Named>('{ runs { nodes { id scheduler { name } } } }');
          return runs.nodes.find(({ scheduler }) => scheduler?.name === 'Slow news')?.id ?? null;
        },
        UNTIL_IT_IS_DUE,
      );
      await go(`/runs/${runId}`);
      await button('Pause').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click();
      await page.locator('.badge').getByText('Paused').waitFor();
      await inspect('run-paused');
      await button('Resume').click();
      await page.locator('.badge').getByText('Finished').waitFor({ timeout: 100_000 });
      await page.getByText(/^It took/).waitFor();
      await parts.fakes.behave('webpush');
    },
    2 * LONG,
  );

  test(
    'a device is found by its user, given a tag, sent a test, retired and deleted',
    async () => {
      await go('/devices');
      await page.getByRole('searchbox', { name: 'User id' }).fill('user-3');
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
      await page.getByText('The provider took it after').waitFor();
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
      await button('Upload and look').click();
      await heading('readers.csv').waitFor();
      await page.getByText('No column says where devices are reached').waitFor();
      for (const [column, field] of [
        ['device', 'Token'],
        ['lang', 'Language'],
        ['user', 'User id'],
      ] as const) {
        await page.getByRole('button', { name: `Meaning of column ${column}` }).click();
        await page.getByRole('option', { name: field, exact: true }).click();
      }
      await inspect('import-columns');
      await button('Start the import').click();
      await page.getByText('The import is through.').waitFor({ timeout: 30_000 });
      await page.getByText('1 line was rejected.').waitFor();
      await inspect('import-finished');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download rejected lines' }).click(),
      ]);
      expect(await download.failure()).toBeNull();
      await page.getByRole('link', { name: 'Show devices' }).click();
      await page.getByRole('searchbox', { name: 'User id' }).fill('reader-7');
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
    'tags are counted, and groups of tags and of applications made, changed and deleted',
    async () => {
      await go('/tags');
      await page.getByRole('link', { name: 'newsletter' }).waitFor();
      await inspect('tags');
      await page.getByRole('link', { name: 'Tag groups' }).click();
      await button('New tag group').click();
      await page.getByLabel('Name of the group').fill('Regulars');
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
      await page.getByLabel('Name of the group').fill('Browsers');
      await page.getByRole('combobox', { name: 'Applications' }).fill('browser');
      await page.getByRole('option', { name: /Corner shop in the browser/ }).click();
      await page.keyboard.press('Tab');
      await inspect('app-group-new');
      await button('Save').click();
      await page.getByRole('cell', { name: 'Browsers', exact: true }).waitFor();
      await inspect('app-groups');
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
      await button('Make the link').click();
      const link = (await page.getByText('/console/join#').textContent()) ?? '';
      await expectNoAdmin(link);
      await button('Close').click();
      await page.getByRole('cell', { name: 'Jonas Weber jonas@example.com' }).waitFor();
      await inspect('members');

      await page.getByRole('link', { name: 'API keys' }).click();
      await button('New API key').click();
      await page.getByLabel('Name', { exact: true }).fill('Shop server');
      await page.getByText('write', { exact: true }).click();
      await inspect('key-new');
      await button('Create key').click();
      const secret = (await page.getByText(/^pgk_/).last().textContent()) ?? '';
      await button('I have stored it').click();
      await must(
        200,
        world.service.request('POST', '/graphql', { body: { query: '{ viewer { scopes } }' }, bearer: secret }),
      );
      await inspect('keys');
      await button('Actions for Shop server').click();
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await button('Actions for Shop server').waitFor({ state: 'detached' });
      await must(
        401,
        world.service.request('POST', '/graphql', { body: { query: '{ viewer { scopes } }' }, bearer: secret }),
      );

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
      await page.getByText('this one').waitFor();
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

  /** Whoever joins by the link finds their own settings, and not those of admins. */
  const expectNoAdmin = async (link: string): Promise<void> => {
    const context = await page.context().browser()?.newContext({ locale: 'en-GB' });
    if (!context) throw new Error('the browser is gone');
    const other = await context.newPage();
    await other.goto(link);
    await other.getByLabel('Password').fill('a long password of many words');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await other.goto(world.at('/settings/members'));
    await other.getByText('Only admins can see this.').waitFor();
    expect(await other.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await context.close();
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
  ['/tags', 'Tags und Gruppen'],
  ['/settings/members', 'Einstellungen'],
] as const;
