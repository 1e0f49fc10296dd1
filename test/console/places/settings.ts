import { expect, test } from '@jest/globals';
import { execute } from '../../../src/database/database.js';
import { soon } from '../../support/eventually.js';
import { readRepositoryFile } from '../../support/repository.js';
import { must } from '../../support/service-steps.js';
import type { Places } from './places.js';

/** Members, keys, the audit log, the account, GraphiQL, and the German texts. */
export const testSettings = (places: Places): void => {
  const { go, button, actOn, storeSecret, inspect } = places;

  test('an admin invites a member, creates, rotates and revokes a key, and finds it all in the audit log', async () => {
    const { page } = places;
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
    // The member has joined in the meantime.
    await go('/settings/members');
    await actOn('Jonas Weber', 'Link for a new password');
    await setPassword(await takeLink());
    await inspect('members');

    await page.getByRole('link', { name: 'API keys' }).click();
    await button('New API key').click();
    await page.getByLabel('Name', { exact: true }).fill('Shop server');
    await page.getByText('Write', { exact: true }).click();
    await inspect('key-new');
    await button('Create key').click();
    const secret = await storeSecret(/^pgk_/);
    await must(200, askWith(secret));
    await inspect('keys');
    await actOn('Shop server', 'Rotate');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const rotated = await storeSecret(/^pgk_/);
    // The old key ends after the overlap.
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

    await writeOldEntry();
    await must(200, places.world.service.api('POST', '/app/groups', { name: '2026', all_apps: true, app_ids: [] }));
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('revoked the API key').first().waitFor();
    await page.getByText(/created the application group “2026”\.$/).waitFor();
    await page.getByText(OLD_SUMMARY).waitFor();
    await expectLinks();
    await inspect('audit');
    await page.getByRole('button', { name: /What/ }).click();
    await page.getByRole('option', { name: 'Sign-ins and sessions' }).click();
    await page.getByText('revoked the API key').first().waitFor({ state: 'detached' });
    await page.getByText('joined with a link').first().waitFor();
  });

  test('removing a member lists the keys that the member made, and keeps them on request', async () => {
    const { page } = places;
    await giveKeyToJonas();
    await go('/settings/members');
    await actOn('Jonas Weber', 'Remove');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Key of Jonas').waitFor();
    await dialog.getByText('Keep these keys').click();
    await inspect('member-remove');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'API keys' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Key of Jonas' });
    await row.getByText('Jonas Weber').waitFor();
    await row.getByText('Removed', { exact: true }).waitFor();
    await inspect('keys-of-removed');
  });

  test('an admin names the account, which every page and the next invitation then show', async () => {
    const { page } = places;
    await go('/settings');
    await page.getByText('Not named yet').waitFor();
    await soon(async () => expect(await button('Save name').isDisabled()).toBe(true));
    await page.getByLabel('Account name').fill('Corner\u200b Shop');
    await button('Save name').click();
    await page.getByText('The name contains characters that cannot be displayed. Enter it again.').waitFor();
    await page.getByLabel('Account name').fill('Corner Shop');
    await button('Save name').click();
    await page.getByText('The account is now called “Corner Shop”.').waitFor();
    await page.locator('.account-about').getByText('Corner Shop · Admin').waitFor();
    await inspect('account-name');
    await go('/settings/members');
    await button('Invite a member').click();
    await page.getByLabel('Name', { exact: true }).fill('Mia Maier');
    await page.getByLabel('Email').fill('mia@example.com');
    await button('Create link').click();
    const other = await places.world.browser.openApart(await takeLink());
    await other.getByRole('heading', { name: 'Join Corner Shop' }).waitFor();
    await other.context().close();
    await go('/settings/audit');
    await page.getByText('renamed the account to “Corner Shop”.').waitFor();
  });

  test('all members see their sessions and the graph with their own rights, even in German', async () => {
    const { page } = places;
    await go('/settings');
    await page.getByText('This session').waitFor();
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
  });

  test('each page exists in German', async () => {
    const { page } = places;
    const routes = [
      ...readRepositoryFile('web/console/app.tsx').matchAll(/Page\('(\/[^']*)', \(\) => import\('\.\/pages/g),
    ];
    const asParameters = (pattern: string) => pattern.replaceAll(/:\w+/g, ':id');
    expect(IN_GERMAN.map(([pattern]) => asParameters(pattern)).toSorted()).toEqual(
      routes.map(([, pattern = '']) => pattern).toSorted(),
    );
    await places.world.service.graphql(MAKE_ITEMS);
    const ids = await latestIds();
    for (const [pattern, title] of IN_GERMAN) {
      await go(pattern.replace(/:(\w+)/, (_, noun) => ids[noun as Noun]));
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await inspect(`de${pattern.replaceAll(/[/:]+/g, '-')}`);
    }
    await go(`/runs/${ids.run}`);
    await page.getByText('Kürzen Sie die Texte oder den Link der Nachricht').waitFor();
    await page.getByLabel('Nutzer-ID').fill('user-1');
    await page.getByLabel('Nutzer-ID').press('Enter');
    await page
      .getByText(/hat die Nachricht angenommen\.$/)
      .last()
      .waitFor();
    await page.locator('.trace').scrollIntoViewIfNeeded();
    await inspect('de-trace');
  });

  /** The latest item of each noun with a page, from the previous tests. */
  const latestIds = async (): Promise<Record<Noun, string>> => {
    // The weekly campaign starts a run of its own when an hour begins.
    const where: Partial<Record<Noun, string>> = { run: ', where: { kind: [ONE_TIME] }' };
    const nouns = NOUNS.map((noun) => `${noun}: ${noun}s(first: 1${where[noun] ?? ''}) { nodes { id } }`).join(' ');
    const lists = await places.world.service.graphql<Record<Noun, { readonly nodes: readonly { id: string }[] }>>(
      `{ ${nouns} }`,
    );
    return Object.fromEntries(NOUNS.map((noun) => [noun, lists[noun].nodes[0]?.id ?? ''])) as Record<Noun, string>;
  };

  /** Inserts an entry from a release that stored only whole sentences. */
  const writeOldEntry = async (): Promise<void> => {
    const columns = 'user_id, at, action, summary';
    const sql = `INSERT INTO audit_entry (${columns}) SELECT user_id, at, 'appUpdate', ? FROM audit_entry LIMIT 1`;
    const database = await places.world.world.db();
    await database.tx((tx) => execute(tx, sql, [OLD_SUMMARY]));
  };

  /** Inserts a key of Jonas, as if he had been an admin. */
  const giveKeyToJonas = async (): Promise<void> => {
    const sql = `INSERT INTO api_key (user_id, member_id, member_name, name, prefix, hash, scopes, created_at)
      SELECT user_id, id, name, 'Key of Jonas', 'pgk_jonas000', 'none', 'read', 0 FROM member WHERE email = ?`;
    const database = await places.world.world.db();
    await database.tx((tx) => execute(tx, sql, ['jonas@example.com']));
  };

  const askWith = (bearer: string) =>
    places.world.service.request('POST', '/graphql', { body: { query: '{ viewer { scopes } }' }, bearer });

  /** Reads the link from its dialog, and closes the dialog. */
  const takeLink = async (): Promise<string> => {
    const link = (await places.page.getByText('/console/join#').textContent()) ?? '';
    await button('Close').click();
    await places.page.getByRole('dialog').waitFor({ state: 'detached' });
    return link;
  };

  /** Sets a new password by an admin's link, then signs in with it. */
  const setPassword = async (link: string): Promise<void> => {
    const other = await places.world.browser.openApart(link);
    await other.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await other.getByLabel('Password').fill('another password of many words');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByText('Hello, Jonas Weber.').waitFor();
    // An open page would send requests without its session.
    await other.goto('about:blank');
    await other.context().clearCookies();
    await other.goto(places.world.at('/'));
    await other.getByLabel('Email').fill('jonas@example.com');
    await other.getByLabel('Password').fill('another password of many words');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('Hello, Jonas Weber.').waitFor();
    await other.context().close();
  };

  /** Names link to their pages, or to all entries about an item that was deleted. */
  const expectLinks = async (): Promise<void> => {
    const { page } = places;
    const { service } = places.world;
    await soon(async () =>
      expect(await page.getByRole('link', { name: '2026' }).getAttribute('href')).toBe('/console/tags/app-groups'),
    );
    const MAKE = 'mutation { tagGroupCreate(input: { name: "Passing", tags: [] }) { tagGroup { id } } }';
    const made = await service.graphql<{ tagGroupCreate: { tagGroup: { id: string } } }>(MAKE);
    const { tagGroup } = made.tagGroupCreate;
    await service.graphql('mutation ($id: ID!) { tagGroupDelete(id: $id) { deletedId } }', tagGroup);
    await page.reload();
    await page.getByText(/deleted the tag group “Passing”\.$/).waitFor();
    await page.getByRole('link', { name: 'Passing' }).first().click();
    await page.getByText('Only entries about one item are shown.').waitFor();
    await page.getByText('revoked the API key').first().waitFor({ state: 'detached' });
    await soon(async () => expect(await page.locator('.table tbody tr').count()).toBe(2));
    await inspect('audit-of-one');
    await page.getByRole('button', { name: 'Show all entries' }).click();
    await page.getByText('revoked the API key').first().waitFor();
  };

  /** A new member sees their own settings but not those of admins. The earlier link no longer works. */
  const expectNoAdmin = async (link: string, outdated: string): Promise<void> => {
    const other = await places.world.browser.openApart(outdated);
    await other.getByRole('heading', { name: 'This link cannot be used' }).waitFor();
    expect(places.world.takeComplaints().complaints).toEqual([expect.stringContaining('404')]);
    await other.goto('about:blank');
    await other.goto(link);
    // The account has no name yet.
    await other.getByRole('heading', { name: 'Join the team on pushgraph' }).waitFor();
    await other.getByLabel('Password').fill('a long password of many words');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await other.goto(places.world.at('/settings/members'));
    await other.getByText('Only admins can see this.').waitFor();
    await soon(async () => expect(await other.getByRole('link', { name: 'API keys' }).count()).toBe(0));
    await other.context().close();
  };
};

const OLD_SUMMARY = 'Ann changed the application "Shop".';

const MAKE_ITEMS = `mutation {
  usersUpsert(input: { users: [{ externalUserId: "maria", attributes: { plan: "gold" } }] }) { userErrors { message } }
  segmentCreate(input: { name: "Gold", tree: { language: { in: ["de"] } } }) { userErrors { message } }
  webhookCreate(input: { url: "https://hooks.example.com/pushgraph", description: "Shop" }) { userErrors { message } }
}`;

const NOUNS = ['app', 'run', 'device', 'scheduler', 'deviceImport', 'user', 'segment', 'webhook'] as const;
type Noun = (typeof NOUNS)[number];

/** The routes of web/console/app.tsx, and their titles. */
const IN_GERMAN = [
  ['/', 'Übersicht'],
  ['/apps', 'Anwendungen'],
  ['/apps/new', 'Neue Anwendung'],
  ['/apps/:app', /./],
  ['/runs/:run', /./],
  ['/send', 'Nachricht senden'],
  ['/users', 'Nutzer'],
  ['/users/:user', /./],
  ['/segments', 'Segmente'],
  ['/segments/:segment', /./],
  ['/categories', 'Kategorien'],
  ['/reports', 'Berichte'],
  ['/devices', 'Geräte'],
  ['/devices/:device', /./],
  ['/import', 'Import'],
  ['/import/:deviceImport', /./],
  ['/calendar', 'Kalender'],
  ['/tags', 'Tags und Ereignisse'],
  ['/tags/groups', 'Tags und Ereignisse'],
  ['/tags/app-groups', 'Tags und Ereignisse'],
  ['/tags/events', 'Tags und Ereignisse'],
  ['/settings', 'Einstellungen'],
  ['/settings/members', 'Einstellungen'],
  ['/settings/keys', 'Einstellungen'],
  ['/settings/webhooks', 'Einstellungen'],
  ['/settings/webhooks/:webhook', /./],
  ['/settings/alerts', 'Einstellungen'],
  ['/settings/attributes', 'Einstellungen'],
  ['/settings/audit', 'Einstellungen'],
  ['/settings/graph', 'Einstellungen'],
  ['/campaigns', 'Kampagnen'],
  ['/campaigns/new', /./],
  ['/campaigns/:scheduler', /./],
] as const;
