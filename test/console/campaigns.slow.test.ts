import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { soon } from '../support/eventually.js';
import { ADMIN, ConsoleWorld, NOTHING_WRONG, takeShots } from './support/console-world.js';
import { pickByPointer } from './support/hands.js';
import { CLIENT, type SignInPlace, startSignInPlace } from './support/sign-in-place.js';

withChromium('campaigns in the console', () => {
  let world: ConsoleWorld;
  let place: SignInPlace;
  let page: Page;
  beforeAll(async () => {
    // The provider is on a different site from the console, so the strict cookie must survive both redirects.
    place = await startSignInPlace('localhost');
    world = await ConsoleWorld.open(undefined, {
      OIDC_ISSUER: place.issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: 'Example SSO',
    });
    place.open(world.at('/oidc/callback'));
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await place.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

  const edit = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Campaign name').waitFor();
  };
  const review = () => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review' }).click();
  const save = async (): Promise<void> => {
    await review();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
  };
  /** The titles in sending order, and whether each message is switched on. */
  const boundPushes = async (): Promise<string[]> => {
    const query = '{ schedulers { nodes { name pushes { nodes { active translations { title } } } } } }';
    const { schedulers } = await world.service.graphql<Bound>(query);
    const found = schedulers.nodes.find(({ name }) => name === 'Monday digest')?.pushes.nodes ?? [];
    return found.map(({ active, translations }) => `${translations[0]?.title}, ${active}`);
  };
  const unboundPushes = async (): Promise<number> => {
    type Unbound = { pushes: { nodes: { scheduler: unknown }[] } };
    const { pushes } = await world.service.graphql<Unbound>('{ pushes { nodes { scheduler { id } } } }');
    return pushes.nodes.filter(({ scheduler }) => scheduler === null).length;
  };
  const isAsked = (route: Route, operation: string): boolean =>
    (route.request().postData() ?? '').includes(`"operationName":"${operation}"`);
  /** Makes exact counts look like estimates until `unrouteAll`, unless an exact count was requested. */
  const estimateReach = (operation: string) =>
    page.route('**/graphql', async (route) => {
      if (!isAsked(route, operation) || route.request().postData()?.includes('"exact":true')) return route.fallback();
      const body = await (await route.fetch()).text();
      const estimated = body
        .replace('"exact":true', '"exact":false')
        .replace('"marginOfError":0', '"marginOfError":40');
      return route.fulfill({ contentType: 'application/json', body: estimated });
    });
  /** Drops the response to one request, which still takes effect. */
  const loseAnswer = async (operation: string): Promise<void> => {
    let isLost = false;
    await page.route('**/graphql', async (route) => {
      if (isLost || !isAsked(route, operation)) return route.fallback();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
  };
  const inspect = (name: string) => world.inspect(page, name);

  test('people sign in with a link or a password, and get an error for an invalid one', async () => {
    const link = await world.firstLink();
    page = await world.browser.open(link);
    await heading('Set up pushgraph').waitFor();
    await inspect('join');
    await page.getByLabel('Your name').fill(ADMIN.name);
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password').fill('short');
    await button('Continue').click();
    await page.locator('.field-error').waitFor();
    // The browser itself logs refused requests.
    expect(world.takeComplaints().complaints).toEqual([expect.stringContaining('400')]);
    await page.getByLabel('Password').fill(ADMIN.password);
    await button('Continue').click();
    await heading('Overview').waitFor();
    await page.getByText('Three steps, about five minutes.').waitFor();
    await inspect('overview-new');

    await button(/^Account:/)
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading('Sign in').waitFor();
    await inspect('sign-in');
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password').fill('not the password at all');
    await button('Sign in').click();
    await page.getByText('Email or password is wrong.').waitFor();
    expect(world.takeComplaints().complaints).toEqual([expect.stringContaining('401')]);
    await page.getByLabel('Password').fill(ADMIN.password);
    await button('Sign in').click();
    await heading('Overview').waitFor();

    await page.goto('about:blank');
    await page.goto(link);
    await heading('This link cannot be used').waitFor();
    expect(world.takeComplaints().complaints).toEqual([expect.stringContaining('404')]);
  });

  test('single sign-on admits invited people, and explains a refusal on the sign-in page', async () => {
    await world.service.graphql('mutation ($input: MemberInviteInput!) { memberInvite(input: $input) { link } }', {
      input: { name: 'Carl', email: 'carl@example.com', role: 'EDITOR' },
    });
    place.person = 'bob';
    const stranger = await world.browser.openApart(world.at('/campaigns'));
    await stranger.getByRole('link', { name: 'Continue with Example SSO' }).click();
    await stranger.getByRole('alert').getByText('has not verified your email address').waitFor();
    await stranger.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    expect(new URL(stranger.url()).hash).toBe('');
    expect(world.takeComplaints().complaints).toEqual([expect.stringContaining('403')]);
    await stranger.context().close();
    place.person = 'carl';
    const other = await world.browser.openApart(world.at('/'));
    await other.getByRole('link', { name: 'Continue with Example SSO' }).click();
    await other.getByText('Hello, Carl.').waitFor();
    // The session survives a reload.
    await other.reload();
    await other.getByText('Hello, Carl.').waitFor();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
    await other.context().close();
  });

  test('a weekly campaign is composed step by step, kept as a draft, and scheduled', async () => {
    await world.makeApp('The shop', ['en', 'de-DE', 'fr']);
    await page.goto(world.at('/campaigns'));
    await page.getByText('No campaigns yet').waitFor();
    await inspect('campaigns-empty');
    await page.goto(world.at('/campaigns/new'));
    await page.getByLabel('Campaign name').fill('Monday digest');
    await page.getByLabel('Title', { exact: true }).fill('What is new this week');
    await page.getByLabel('Text', { exact: true }).fill('Ten things that arrived since last Monday.');
    await page.getByText('Your audience also speaks:').waitFor();
    await page.getByText('Draft saved').waitFor();
    await inspect('composer-message');

    await page.reload();
    await heading('Monday digest').waitFor();
    await soon(async () =>
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('What is new this week'),
    );
    await button('Next: Audience').click();
    await pickByPointer(page, 'Countries', 'Germ', /Germany/);
    await page.keyboard.press('Escape');
    await page.getByText('In these countries').waitFor();
    await inspect('composer-audience');
    // As with very many devices, an estimate shows its margin and can be counted exactly.
    await estimateReach('ComposerReach');
    await pickByPointer(page, 'Countries', 'Fran', /France/);
    await page.keyboard.press('Escape');
    const reach = page.getByRole('complementary', { name: 'Reach' });
    await reach.getByRole('status').filter({ hasText: 'devices, estimated (± 40)' }).waitFor();
    await inspect('composer-estimate');
    await reach.getByRole('button', { name: 'Count exactly' }).click();
    await reach
      .getByRole('status')
      .filter({ hasText: /^3 devices$/ })
      .waitFor();
    await soon(async () => expect(await reach.getByRole('button', { name: 'Count exactly' }).count()).toBe(0));
    await page.unrouteAll({ behavior: 'wait' });

    await button('Next: When').click();
    await page.getByText('Every week').click();
    await page.getByText('Friday', { exact: true }).click();
    await soon(async () => expect(await page.locator('.moments li').count()).toBe(5));
    await inspect('composer-when');

    await button('Next: Review').click();
    await page.getByText('Devices in German and French get the default language.').waitFor();
    await inspect('composer-review');
    await button('Schedule').click();
    await page.getByRole('alertdialog').getByText('3 devices').waitFor();
    await inspect('composer-confirm');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Schedule' }).click();
    await heading('Monday digest').waitFor();
    await page.getByText('Scheduled', { exact: true }).waitFor();
    await inspect('campaign');
  });

  test('a campaign is stopped, changed, duplicated, found by its text, archived and deleted', async () => {
    await button('Stop').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await estimateReach('CampaignReach');
    await page.reload();
    await page.getByText('about 3 devices (± 40)').waitFor();
    await button('Start').click();
    await page.getByText('It currently reaches about 3 devices (± 40).').waitFor();
    await page.keyboard.press('Escape');
    await page.unrouteAll({ behavior: 'wait' });
    await edit();
    await page.getByLabel('Title', { exact: true }).fill('What is new since Monday');
    await button('Add another message').click();
    await page.getByLabel('Title', { exact: true }).fill('One more thing');
    await page.getByLabel('Text', { exact: true }).fill('A second message, to the same devices.');
    await page.getByText('1. What is new since Monday').click();
    await soon(async () =>
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('What is new since Monday'),
    );
    await inspect('composer-messages');
    // At the end of the list, the other button gets the focus.
    await button('Move message 1 down').press('Enter');
    await page.getByText('1. One more thing').waitFor();
    await page.getByRole('status').filter({ hasText: 'Now message 2 of 2' }).waitFor({ state: 'attached' });
    await soon(async () =>
      expect(await button('Move message 2 up').evaluate((element) => element === document.activeElement)).toBe(true),
    );
    // The response to the first attempt is lost, but the attempt took effect. The second one repeats it.
    await loseAnswer('CampaignUpdate');
    await review();
    await button('Save').click();
    await page.getByText('Connection lost.').waitFor();
    await button('Save').click();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    world.takeComplaints();
    for (const title of ['What is new since Monday', 'One more thing']) await page.getByText(title).first().waitFor();
    expect(await boundPushes()).toEqual(['One more thing, true', 'What is new since Monday, true']);
    expect(await unboundPushes()).toBe(0);

    // Each message can be changed, moved, switched off and removed.
    await edit();
    await page.getByText('1. One more thing').click();
    await page.getByText('Send this message').click();
    await button('Move message 1 down').click();
    await save();
    await page.getByText('Switched off').waitFor();
    expect(await boundPushes()).toEqual(['What is new since Monday, true', 'One more thing, false']);
    await edit();
    await page.getByText('2. One more thing').click();
    await button('Remove message 2').click();
    await save();
    await page.getByText('One more thing').first().waitFor({ state: 'detached' });
    expect(await boundPushes()).toEqual(['What is new since Monday, true']);

    await button('Actions for Monday digest').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await heading('Copy of Monday digest').waitFor();
    await page.goto(world.at('/campaigns'));
    await page.getByRole('searchbox').fill('since Monday');
    await page.getByRole('link', { name: 'Copy of Monday digest' }).waitFor();
    await page.getByRole('searchbox').fill('nothing has this text');
    await page.getByText('No matching campaign').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('link', { name: 'Copy of Monday digest' }).waitFor();
    await inspect('campaigns');

    await button('Actions for Copy of Monday digest').click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('link', { name: 'Copy of Monday digest' }).waitFor({ state: 'detached' });
    await page.getByText('Archived', { exact: true }).click();
    await page.getByRole('link', { name: 'Copy of Monday digest' }).click();
    await button('Actions for Copy of Monday digest').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await heading('Campaigns').waitFor();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('typed text survives the end of the session, and the loss of the network is reported', async () => {
    await page.goto(world.at('/campaigns/new'));
    await page.getByLabel('Title', { exact: true }).waitFor();
    await page.context().clearCookies();
    await page.getByLabel('Title', { exact: true }).fill('Typed without a session');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await takeShots(page, 'session-ended');
    await page.getByRole('dialog').getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Draft saved').waitFor();
    await soon(async () =>
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed without a session'),
    );
    expect(world.takeComplaints().complaints.filter((text) => !text.includes('401'))).toEqual([]);

    await page.context().setOffline(true);
    await page.getByLabel('Title', { exact: true }).fill('Typed without a network');
    await page.getByText('Connection lost.').waitFor();
    await takeShots(page, 'offline');
    await page.context().setOffline(false);
    await page.getByText('Draft saved').waitFor();
    await page.getByText('Connection lost.').waitFor({ state: 'detached' });
    // The browser logs failed requests.
    world.takeComplaints();
  });

  test('a viewer sees everything and gets no edit controls; the page speaks German', async () => {
    const { memberInvite } = await world.service.graphql<{ memberInvite: { link: string } }>(
      'mutation { memberInvite(input: { name: "Vera", email: "vera@example.com", role: VIEWER }) { link } }',
    );
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(memberInvite.link);
    await page.getByLabel('Password').fill('a password for looking on');
    await button('Continue').click();
    await heading('Overview').waitFor();
    await soon(async () => expect(await page.getByRole('link', { name: 'New campaign' }).count()).toBe(0));
    await page.goto(world.at('/campaigns/new'));
    await page.getByText('Your role cannot change campaigns.').waitFor();
    await page.goto(world.at('/campaigns'));
    await page.getByRole('link', { name: 'Monday digest' }).click();
    await heading('Monday digest').waitFor();
    await soon(async () => expect(await button('Start').count()).toBe(0));

    await button(/^Account:/)
      .first()
      .click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Übersicht' }).first().click();
    await heading('Übersicht').waitFor();
    await inspect('de-overview');
    const { campaignCreate } = await world.service.graphql<{ campaignCreate: { scheduler: { id: string } } }>(
      'mutation ($input: CampaignInput!) { campaignCreate(input: $input) { scheduler { id } } }',
      { input: { oneTime: { scheduler: AT_NIGHT, pushes: [GOOD_NIGHT] } } },
    );
    await page.goto(world.at(`/campaigns/${campaignCreate.scheduler.id}`));
    await page.getByText('Diese Uhrzeit gibt es an dem Tag nicht').waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  });
});

/** The day on which clocks in Germany skip from two to three. */
const AT_NIGHT = {
  name: 'At night',
  audience: { apps: { all: true } },
  date: '2035-03-25',
  time: '02:30',
  timeZone: 'Europe/Berlin',
};
const GOOD_NIGHT = { defaultLang: 'de', translations: [{ language: 'de', title: 'Gute Nacht', text: 'Bis morgen.' }] };

interface Bound {
  readonly schedulers: {
    readonly nodes: readonly {
      readonly name: string;
      readonly pushes: {
        readonly nodes: readonly {
          readonly active: boolean;
          readonly translations: readonly { readonly title: string }[];
        }[];
      };
    }[];
  };
}
