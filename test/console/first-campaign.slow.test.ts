import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { systemClock } from '../../src/ports/clock.js';
import { KeyService } from '../../src/services/keys/key-service.js';
import { createAccess } from '../../src/services/members/create-access.js';
import { withChromium } from '../support/browser.js';
import { eachDatabase } from '../support/databases.js';
import { ConsoleWorld, NOTHING_WRONG, takeShots } from './support/console-world.js';
import { type Hands, keyboard, pointer } from './support/hands.js';

const PASSWORD = 'a long password of many words';
/** A campaign sent now starts at the next full minute. */
const A_MINUTE_AND_MORE = 240_000;

const WAYS = [
  { way: 'by keyboard alone', handsOf: keyboard },
  { way: 'by pointer', handsOf: pointer },
] as const;

withChromium('the first campaign in the console', () => {
  const worlds: ConsoleWorld[] = [];
  const pages: { readonly world: ConsoleWorld; readonly page: Page; readonly campaign: string }[] = [];
  afterAll(async () => {
    for (const world of worlds) await world[Symbol.asyncDispose]();
  });

  describe.each(eachDatabase())('on $name', (kind) => {
    let world: ConsoleWorld;
    beforeAll(async () => {
      world = await ConsoleWorld.open(kind);
      worlds.push(world);
    });

    test.each(WAYS)('is sent $way, starting with a one-time link', async ({ way, handsOf }) => {
      const first = way === 'by keyboard alone';
      // The first test uses the printed link, and the second one gets a separate account.
      const page = await openApart(world, first ? await world.firstLink() : await linkOfNewAccount(world));
      const campaign = `Hello ${way}`;
      await sendFirstCampaign(page, {
        world,
        hands: handsOf(page),
        campaign,
        email: `${way.split(' ')[1]}@example.com`,
      });
      pages.push({ world, page, campaign });
      expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
    });
  });

  test('is then watched live to its end, on every database', async () => {
    expect(pages).toHaveLength(WAYS.length * worlds.length);
    for (const { world, page, campaign } of pages) {
      // The page is not reloaded during the run.
      await page.getByText('2 of 2 messages were sent.').waitFor({ state: 'attached', timeout: A_MINUTE_AND_MORE });
      await page.getByText('Finished').waitFor();
      await page.getByRole('heading', { name: campaign, level: 1 }).waitFor();
      expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
    }
    const [watched] = pages;
    if (watched) await takeShots(watched.page, 'campaign-sent');
  });
});

interface Path {
  readonly world: ConsoleWorld;
  readonly hands: Hands;
  readonly campaign: string;
  readonly email: string;
}

/** All the steps of a new person until the campaign is being sent. */
const sendFirstCampaign = async (page: Page, { world, hands, campaign, email }: Path): Promise<void> => {
  const { press, type, confirm } = hands;
  await type('Your name', 'Anna Admin');
  await type('Email', email);
  await type('Password', PASSWORD);
  await press('button', 'Continue');
  await page.getByText('Three steps, about five minutes.').waitFor();

  const { given } = await world.world.fakes.makeApp('provider_c');
  await press('link', 'Add an application');
  await press('radio', /^Apple \(iOS\)/);
  await type('Name', 'My shop');
  await type('Or paste its contents', given.private_key ?? '');
  await type('Key ID', given.private_key_id ?? '');
  await type('Team ID', given.team_id ?? '');
  await type('Bundle ID of the app', given.topic ?? '');
  await press('button', 'Create application');
  await page.getByRole('heading', { name: 'My shop', level: 1 }).waitFor();
  await press('button', 'Check now');
  await page.locator('.card .banner[data-kind="good"]').waitFor();
  await registerTwo(world, await serviceIdOn(page));

  await press('link', 'New campaign');
  await type('Title', campaign);
  await type('Text', 'It took less than five minutes.');
  await page.getByText('Draft saved').waitFor();
  await press('button', 'German');
  await type('Title', 'Hallo aus der Konsole');
  await type('Text', 'Es hat keine fünf Minuten gedauert.');
  await press('button', 'Next: Audience');
  await page
    .getByRole('status')
    .filter({ hasText: /^2 devices/ })
    .waitFor();
  await press('button', 'Next: When');
  await press('radio', /^At a date and time/);
  await press('radio', /^Now/);
  await press('button', 'Next: Review');
  await press('button', /^Send test/);
  await page.getByText(/The provider accepted it in \d+ ms/).waitFor();
  await press('button', 'Send now');
  await confirm('Send now');
  // The link leads to the run, which has already started.
  await page.waitForURL(/\/runs\//);
  await page.getByRole('heading', { name: campaign, level: 1 }).waitFor();
};

/** A separate context without a signed-in user. */
const openApart = async (world: ConsoleWorld, link: string): Promise<Page> => {
  const page = await world.browser.openApart(link);
  await page.getByRole('heading', { name: 'Set up pushgraph', level: 1 }).waitFor();
  return page;
};

/** Creates it on the command line, like an operator. */
const linkOfNewAccount = async ({ world, service }: ConsoleWorld): Promise<string> => {
  const database = await world.db();
  const { userId } = await new KeyService(database, systemClock).createUser('Second shop');
  const { audit, invitations } = createAccess({ database, clock: systemClock });
  const { token } = await invitations.createForAdmin(userId);
  await audit.flush();
  return `${service.address}/console/join#${token}`;
};

const serviceIdOn = async (page: Page): Promise<string> =>
  (await page.locator('.fact').filter({ hasText: 'Service ID' }).locator('code').textContent()) ?? '';

const registerTwo = async (world: ConsoleWorld, serviceId: string): Promise<void> => {
  for (const [index, language] of ['en', 'de-DE'].entries()) {
    const token = randomBytes(32).toString('hex');
    await world.registerDevice(serviceId, { token, language, external_user_id: `user-${index + 1}` });
  }
};
