import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { ADMIN, ConsoleWorld, findBarriers, NOTHING_WRONG, SIZES, takeShots } from './support/console-world.js';

const LONG = 240_000;

withChromium('campaigns in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

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
    'people come in by a link or a password, and are told what is wrong with either',
    async () => {
      const link = await world.firstLink();
      page = await world.browser.open(link);
      await heading('Set up pushgraph').waitFor();
      await inspect('join');
      await page.getByLabel('Your name').fill(ADMIN.name);
      await page.getByLabel('Email').fill(ADMIN.email);
      await page.getByLabel('Password').fill('short');
      await button('Continue').click();
      await page.locator('.field-error').waitFor();
      // The browser itself says so of a request that is refused.
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
    },
    LONG,
  );

  test(
    'a weekly campaign is composed step by step, kept as a draft meanwhile, and scheduled',
    async () => {
      await world.makeApp('The shop', ['en', 'de-DE', 'fr']);
      await page.goto(world.at('/campaigns'));
      await page.getByText('No campaigns yet').waitFor();
      await inspect('campaigns-empty');
      await page.goto(world.at('/campaigns/new'));
      await page.getByLabel('Name of the campaign').fill('Monday digest');
      await page.getByLabel('Title').fill('What is new this week');
      await page.getByLabel('Text', { exact: true }).fill('Ten things that arrived since last Monday.');
      await page.getByText('Your audience also speaks:').waitFor();
      await page.getByText('Draft saved').waitFor();
      await inspect('composer-message');

      await page.reload();
      await heading('Monday digest').waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('What is new this week');
      await button('Next: Audience').click();
      await page.getByRole('combobox', { name: 'Countries', exact: true }).fill('Germ');
      await page.getByRole('option', { name: /Germany/ }).click();
      await page.keyboard.press('Escape');
      await page.getByText('In the countries').waitFor();
      await inspect('composer-audience');

      await button('Next: When').click();
      await page.getByText('Every week').click();
      await page.getByText('Friday', { exact: true }).click();
      expect(await page.locator('.moments li').count()).toBe(5);
      await inspect('composer-when');

      await button('Next: Review').click();
      await page.getByText('Devices in German and French get the default language.').waitFor();
      await inspect('composer-review');
      await button('Schedule').click();
      await page.getByRole('alertdialog').waitFor();
      await inspect('composer-confirm');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Schedule' }).click();
      await heading('Monday digest').waitFor();
      await page.getByText('Scheduled', { exact: true }).waitFor();
      await inspect('campaign');
    },
    LONG,
  );

  test(
    'a campaign is stopped, changed, duplicated, found by its text, archived and deleted',
    async () => {
      await button('Stop').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Paused', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Title').fill('What is new since Monday');
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review' }).click();
      await button('Save').click();
      await page.getByText('What is new since Monday').first().waitFor();

      await button('Actions for Monday digest').click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await heading('Copy of Monday digest').waitFor();
      await page.goto(world.at('/campaigns'));
      await page.getByRole('searchbox').fill('since Monday');
      await page.getByRole('link', { name: 'Copy of Monday digest' }).waitFor();
      await page.getByRole('searchbox').fill('nothing has this text');
      await page.getByText('No campaign fits').waitFor();
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
    },
    LONG,
  );

  test(
    'what is typed survives the end of the session, and the loss of the network is said',
    async () => {
      await page.goto(world.at('/campaigns/new'));
      await page.getByLabel('Title').waitFor();
      await page.context().clearCookies();
      await page.getByLabel('Title').fill('Typed without a session');
      await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
      await takeShots(page, 'session-ended');
      await page.getByRole('dialog').getByLabel('Password').fill(ADMIN.password);
      await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Draft saved').waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('Typed without a session');
      expect(world.takeComplaints().complaints.filter((text) => !text.includes('401'))).toEqual([]);

      await page.context().setOffline(true);
      await page.getByLabel('Title').fill('Typed without a network');
      await page.getByText('The connection is lost.').waitFor();
      await takeShots(page, 'offline');
      await page.context().setOffline(false);
      await page.getByText('Draft saved').waitFor();
      await page.getByText('The connection is lost.').waitFor({ state: 'detached' });
      // Requests that fail are named by the browser.
      world.takeComplaints();
    },
    LONG,
  );

  test(
    'a viewer sees everything and is offered no change; the page speaks German',
    async () => {
      const { memberInvite } = await world.service.graphql<{ memberInvite: { link: string } }>(
        'mutation { memberInvite(input: { name: "Vera", email: "vera@example.com", role: VIEWER }) { link } }',
      );
      await page.context().clearCookies();
      await page.goto('about:blank');
      await page.goto(memberInvite.link);
      await page.getByLabel('Password').fill('a password for looking on');
      await button('Continue').click();
      await heading('Overview').waitFor();
      expect(await page.getByRole('link', { name: 'New campaign' }).count()).toBe(0);
      await page.goto(world.at('/campaigns/new'));
      await page.getByText('Your role may not change campaigns.').waitFor();
      await page.goto(world.at('/campaigns'));
      await page.getByRole('link', { name: 'Monday digest' }).click();
      await heading('Monday digest').waitFor();
      expect(await button('Start').count()).toBe(0);

      await button(/^Account:/)
        .first()
        .click();
      await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Übersicht' }).first().click();
      await heading('Übersicht').waitFor();
      await inspect('de-overview');
      expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    },
    LONG,
  );
});
