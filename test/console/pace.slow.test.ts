import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

const SPEED = { maxPerMinute: 600, ramp: { start: 100, factor: 2, every: 60 }, stopOnTrouble: null };
const QUIET = { off: false, start: '21:30', end: '07:00', policy: 'HOLD', releaseOver: '10m' };

withChromium('quiet hours and speed of a campaign in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open(undefined, { TIME_TO_LIVE_SECONDS: '60' });
    page = await world.join();
    await world.makeApp('The shop', ['en', 'de', 'fr']);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const box = (name: string) => page.getByRole('checkbox', { name });
  const number = (label: string) => page.getByLabel(label, { exact: true });
  const dialog = () => page.getByRole('alertdialog');
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
  const compose = async (title: string): Promise<void> => {
    await page.goto(world.at('/campaigns/new'));
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Text', { exact: true }).fill('Until Sunday.');
    await step('When');
  };
  const read = async (name: string) => {
    const query = `{ schedulers { nodes { name quietHours { off start end policy releaseOver }
      speed { maxPerMinute ramp { start factor every } stopOnTrouble { share after window } } } } }`;
    const { schedulers } = await world.service.graphql<{ schedulers: { nodes: { name: string }[] } }>(query);
    return schedulers.nodes.find((scheduler) => scheduler.name === name);
  };

  test('are set by keyboard, kept by the draft, the campaign, an edit and a copy', async () => {
    await compose('Slow sale');
    // The current time would be past when a slow machine starts it.
    await page.getByRole('radio', { name: /^At a date and time/ }).press('Space');
    await page
      .getByLabel('Date', { exact: true })
      .fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10));
    await button(/^Quiet hours/).press('Enter');
    await page.getByRole('radio', { name: 'Those of the application or the account' }).press('ArrowDown');
    await number('From').fill('21:30');
    await button(/^Speed/).press('Enter');
    await box('Limit the speed').press('Space');
    await number('Messages per minute, at most').fill('50');
    await box('Start slowly').press('Space');
    await page.getByText('The start must not be above the limit.').waitFor();
    await world.inspect(page, 'pace-wrong');
    const isSaved = (request: Request) => /"maxPerMinute":"600"/.test(request.postData() ?? '');
    const saved = page.waitForResponse((response) => isSaved(response.request()));
    await number('Messages per minute, at most').fill('600');
    await saved;
    await page.getByText('at most 600 a minute · starts with 100 a minute').waitFor();
    await button(/^Speed/).scrollIntoViewIfNeeded();
    await world.inspect(page, 'pace');
    await page.getByText('Draft saved').waitFor();

    await page.reload();
    await step('When');
    await soon(async () => expect(await number('From').inputValue()).toBe('21:30'));
    await soon(async () => expect(await number('Messages per minute, at most').inputValue()).toBe('600'));
    await soon(async () => expect(await box('Start slowly').isChecked()).toBe(true));
    await step('Review');
    await button('Save for later').press('Enter');
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    expect(await read('Slow sale')).toMatchObject({ quietHours: QUIET, speed: SPEED });

    await page.getByRole('link', { name: 'Edit' }).click();
    await step('When');
    await box('Start slowly').press('Space');
    await step('Review');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    const changed = { quietHours: QUIET, speed: { ...SPEED, ramp: null } };
    expect(await read('Slow sale')).toMatchObject(changed);
    await button('Actions for Slow sale').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Copy of Slow sale', level: 1 }).waitFor();
    expect(await read('Copy of Slow sale')).toMatchObject(changed);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('are predicted before a campaign starts, with the refusals of frequency caps, and an error appears at the speed', async () => {
    await setAccount(world, {
      frequencyCaps: { onCapped: 'DROP', caps: [{ max: 1, window: 'CALENDAR_DAY', subject: 'DEVICE' }] },
    });
    await compose('Much too slow');
    await button(/^Speed/).click();
    await box('Limit the speed').press('Space');
    await number('Messages per minute, at most').fill('1');
    await step('Review');
    const letGo = await failOnce(page, 'CampaignCapPreview');
    await button('Send now').click();
    await dialog().getByText('Checking the frequency caps …').waitFor();
    letGo();
    await dialog().getByText('At this speed, messages would expire before they are sent.').waitFor();
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await dialog().getByText('No message would exceed a frequency cap now.').waitFor();
    world.takeComplaints();
    await world.inspect(page, 'forecast');
    await dialog().getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('heading', { name: 'Step 3 of 4: When' }).waitFor();
    await page.getByRole('alert').getByText('At this speed, messages would expire before they are sent.').waitFor();
    await world.inspect(page, 'pace-refused');
    // A campaign that sends fast, and then another one.
    await number('Messages per minute, at most').fill('6000');
    await step('Review');
    await button('Send now').click();
    await dialog()
      .getByText(/^The last message is sent at .* \((in 1|this) minute\)\.$/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Send now' }).click();
    await page.locator('.badge').getByText('Finished').waitFor();
    await compose('One too many');
    await step('Review');
    await button('Send now').click();
    await dialog().getByText('3 of 3 messages are over a frequency cap now and would not be sent.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.goto(world.at('/campaigns'));
    await page.getByRole('link', { name: 'Slow sale', exact: true }).click();
    await button('Start').click();
    await dialog()
      .getByText(/^3 of 3 messages are over/)
      .waitFor();
    await dialog()
      .getByText(/^The last message is sent at /)
      .waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
});

withChromium('a run with quiet hours and speed in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    const { serviceId } = await world.makeApp('The shop', ['en', 'de']);
    const [subscription] = await world.world.fakes.makeSubscriptions();
    await world.registerDevice(serviceId, { subscription, language: 'en', timezone: 'Europe/London' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Starts a campaign now, and opens its run. */
  const start = async (name: string, settings: object): Promise<void> => {
    const [date, time] = new Date().toISOString().split('T') as [string, string];
    const scheduler = { name, audience: { apps: { all: true } }, date, time: time.slice(0, 5), timeZone: 'UTC' };
    const { campaignCreate } = await world.service.graphql<{ campaignCreate: { scheduler: { id: string } } }>(
      'mutation ($input: CampaignInput!) { campaignCreate(input: $input) { scheduler { id } userErrors { message } } }',
      {
        input: {
          oneTime: { scheduler: { ...scheduler, ...settings }, pushes: [PUSH], activate: true, startNow: true },
        },
      },
    );
    const run = await eventually('the run', async () => {
      const query = 'query ($id: ID!) { scheduler(id: $id) { runs { nodes { id } } } }';
      const found = await world.service.graphql<{ scheduler: { runs: { nodes: { id: string }[] } } }>(query, {
        id: campaignCreate.scheduler.id,
      });
      return found.scheduler.runs.nodes[0]?.id ?? null;
    });
    await page.goto(world.at(`/runs/${run}`));
  };
  const endRun = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the run' }).click();
    await page.locator('.badge').getByText('Cancelled').waitFor();
  };

  test('shows what is held, why and until when, in one line for all time zones', async () => {
    const [berlin] = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit' })
      .format()
      .split(':');
    const hour = (after: number) => `${String((Number(berlin) + after + 24) % 24).padStart(2, '0')}:00`;
    await start('At night', { quietHours: { start: hour(-3), end: hour(2), releaseOver: '0m' } });
    const held = page.getByRole('region', { name: 'Held on purpose' });
    await held.getByText('It is quiet hours on the device').waitFor();
    await held.getByText(/^Will be sent from .* to /).waitFor();
    await soon(async () => expect(await held.getByRole('listitem').count()).toBe(1));
    await page.getByText(/^Expected end: /).waitFor();
    await world.inspect(page, 'run-held');
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.reload();
    await page
      .getByRole('region', { name: 'Absichtlich zurückgehalten' })
      .getByText(/^Wird von .* bis .* gesendet$/)
      .waitFor();
    await world.inspect(page, 'de-run-held');
    await page.evaluate(`localStorage.removeItem('pushgraph:language')`);
    await page.reload();
    await endRun();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('shows its speed next to the limit, and its end', async () => {
    await start('Slowly', { speed: { maxPerMinute: 1 } });
    await page.getByText(/^[01] messages per minute now, 1 at most · Next: .* · Expected end: /).waitFor();
    await world.inspect(page, 'run-pace');
    await endRun();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('is marked in the calendar while it is planned', async () => {
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const scheduler = {
      ...{ name: 'Tonight', audience: { apps: { all: true } }, date: day, time: '23:00', timeZone: 'UTC' },
      ...{ quietHours: { start: '22:00', end: '06:00' }, speed: { maxPerMinute: 1 } },
    };
    await world.service.graphql(
      'mutation ($input: CampaignInput!) { campaignCreate(input: $input) { userErrors { message } } }',
      { input: { oneTime: { scheduler, pushes: [PUSH], activate: true } } },
    );
    await page.goto(world.at(`/calendar?zone=UTC&day=${day}`));
    const chip = page.locator('.calendar').getByRole('button', { name: /held by quiet hours limited speed Tonight/ });
    await chip.press('Enter');
    await page
      .getByRole('dialog')
      .getByText(/^This time is in the quiet hours\. Messages wait .* 6:00 for the last devices\.$/)
      .waitFor();
    await page
      .getByRole('dialog')
      .getByText(/^At its speed limit, it is expected to take until .* 6:02\.$/)
      .waitFor();
    await world.inspect(page, 'calendar-held');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('that paused itself shows the reason, and can be resumed with one click', async () => {
    await world.world.fakes.misbehave({ provider: 'webpush', times: 1, fault: { kind: 'answer', status: 413 } });
    await start('Troubled', { speed: { maxPerMinute: 60, stopOnTrouble: { share: 0.1, after: 1, window: 300 } } });
    const banner = page.getByRole('alert');
    await banner.getByText('This run was paused automatically because too many messages failed').waitFor();
    await banner.getByText(/More than 10% of the messages failed within 5 mins\. So far, 1 of 1 failed\./).waitFor();
    await world.inspect(page, 'run-trouble');
    await banner.getByRole('button', { name: 'Resume now' }).press('Enter');
    await page.locator('.badge').getByText('Finished').waitFor();
    await soon(async () => expect(await page.getByRole('alert').count()).toBe(0));
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
});

withChromium('the best hour of a campaign in the console', () => {
  const BEST_HOUR = { from: '07:30', to: '22:00', controlShare: 0.25 };
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    const { serviceId } = await world.makeApp('The shop', ['en', 'de', 'fr']);
    // One user has been active often enough, by registering five devices.
    for (let device = 0; device < 5; device += 1) {
      const [subscription] = await world.world.fakes.makeSubscriptions();
      await world.registerDevice(serviceId, { subscription, language: 'en', external_user_id: 'regular' });
    }
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const use = () => page.getByRole('checkbox', { name: 'Send to each user in their best hour' });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const share = () => field('For comparison (%)');
  const dialog = () => page.getByRole('alertdialog');
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
  const compose = async (title: string): Promise<void> => {
    await page.goto(world.at('/campaigns/new'));
    await field('Title').fill(title);
    await field('Text').fill('Until Sunday.');
    await step('When');
  };
  const read = async (name: string): Promise<unknown> => {
    const query = '{ schedulers { nodes { name bestHour { from to controlShare } } } }';
    const { schedulers } = await world.service.graphql<{
      schedulers: { nodes: { name: string; bestHour: unknown }[] };
    }>(query);
    return schedulers.nodes.find((scheduler) => scheduler.name === name)?.bestHour;
  };
  const card = () => page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Best hour' }) });
  const fact = (name: string) => card().locator('.fact').filter({ hasText: name }).locator('dd').innerText();

  test('is set by keyboard, kept by the draft, the campaign, an edit and a copy, and not offered after an event', async () => {
    await compose('Evening sale');
    await button(/^Best hour All at the configured time/).press('Enter');
    await use().press('Space');
    await share().fill('60');
    await page.getByText('Enter a number from 0 to 50.').waitFor();
    await world.inspect(page, 'best-hour-wrong');
    const isSaved = (request: Request) => /"controlShare":"25"/.test(request.postData() ?? '');
    const saved = page.waitForResponse((response) => isSaved(response.request()));
    await field('Allowed from').fill('07:30');
    await share().fill('25');
    await saved;
    await page.getByText('From 07:30 to 22:00 · 25% for comparison').waitFor();
    await world.inspect(page, 'best-hour');
    await page.getByText('Draft saved').waitFor();

    await page.reload();
    await step('When');
    await soon(async () => expect(await use().isChecked()).toBe(true));
    await soon(async () => expect(await field('Allowed from').inputValue()).toBe('07:30'));
    await soon(async () => expect(await share().inputValue()).toBe('25'));
    await page.getByRole('radio', { name: 'After an event' }).press('Space');
    await button(/^Speed/).waitFor();
    await soon(async () => expect(await button(/^Best hour/).count()).toBe(0));
    await page.getByRole('radio', { name: 'Now' }).press('Space');
    await step('Review');
    await button('Save for later').press('Enter');
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    expect(await read('Evening sale')).toEqual(BEST_HOUR);

    await page.getByRole('link', { name: 'Edit' }).click();
    await step('When');
    await share().fill('12.5');
    await step('Review');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    const changed = { ...BEST_HOUR, controlShare: 0.125 };
    expect(await read('Evening sale')).toEqual(changed);
    await button('Actions for Evening sale').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Copy of Evening sale', level: 1 }).waitFor();
    expect(await read('Copy of Evening sale')).toEqual(changed);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('refused by the service shows the error at the field', async () => {
    await compose('Refused');
    await button(/^Best hour/).click();
    await use().press('Space');
    await step('Review');
    await page.route('**/graphql', (route) => {
      const body = route.request().postData() ?? '';
      if (!body.includes('"operationName":"CampaignCreate"')) return route.fallback();
      return route.continue({ postData: body.replace('"controlShare":0.1', '"controlShare":0.6') });
    });
    await button('Save for later').click();
    await page.getByRole('heading', { name: 'Step 3 of 4: When' }).waitFor();
    const described = await share().getAttribute('aria-describedby');
    const texts = (described ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).innerText());
    expect((await Promise.all(texts)).join(' ')).toContain('This entry is not valid.');
    await world.inspect(page, 'best-hour-refused');
    await page.unroute('**/graphql');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('shows the hours of the audience on a saved campaign and before it starts, and held messages on its run', async () => {
    const [berlin] = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit' })
      .format()
      .split(':');
    const hour = (after: number) => `${String((Number(berlin) + after + 24) % 24).padStart(2, '0')}:00`;
    const composeHeld = async (title: string): Promise<void> => {
      await compose(title);
      await button(/^Best hour/).click();
      await use().press('Space');
      // The activity was in this hour, and the next hour gets a part of it.
      await field('Allowed from').fill(hour(1));
      await field('Allowed until').fill(hour(-1));
      await share().fill('0');
      await step('Review');
    };
    await composeHeld('At its best');
    await button('Send now').click();
    await dialog().getByText('Messages wait for the best hour of their users, for up to a day.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    const letGo = await failOnce(page, 'BestHourPreview');
    await button('Save for later').click();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await card().getByRole('status', { name: 'Loading…' }).waitFor();
    letGo();
    await card().getByRole('button', { name: 'Try again' }).click();
    const hours = card().getByRole('list', { name: 'Devices by local hour' });
    await hours.waitFor();
    await soon(async () =>
      expect(await hours.getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringMatching(/^\d\d:00 to \d\d:00\s+8$/),
      ]),
    );
    await soon(async () => expect(await fact('By the activity of the user')).toBe('5'));
    await soon(async () => expect(await fact('By the activity in the application')).toBe('3'));
    await soon(async () => expect(await fact('because no activity is known')).toBe('0'));
    await soon(async () => expect(await fact('for comparison')).toBe('0'));
    world.takeComplaints();
    await card().scrollIntoViewIfNeeded();
    await world.inspect(page, 'best-hour-campaign');
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.reload();
    await page.getByRole('list', { name: 'Geräte nach Stunde (Ortszeit)' }).waitFor();
    await page.getByText('Nach der Aktivität des Nutzers').scrollIntoViewIfNeeded();
    await world.inspect(page, 'de-best-hour-campaign');
    await page.getByRole('link', { name: 'Bearbeiten' }).click();
    await page.getByRole('navigation', { name: 'Schritte' }).getByRole('button', { name: 'Zeitpunkt' }).click();
    await page.getByRole('checkbox', { name: 'Jedem Nutzer in seiner besten Stunde senden' }).scrollIntoViewIfNeeded();
    await world.inspect(page, 'de-best-hour');
    await page.evaluate(`localStorage.removeItem('pushgraph:language')`);
    await page.goBack();
    await page.reload();

    await button('Start').click();
    await dialog().getByRole('list', { name: 'Devices by local hour' }).waitFor();
    await world.inspect(page, 'best-hour-start');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await composeHeld('At its best, now');
    await button('Send now').click();
    await dialog().getByRole('button', { name: 'Send now' }).click();
    const held = page.getByRole('region', { name: 'Held on purpose' });
    await held.getByText('It is waiting for the user’s most active hour').waitFor();
    await held.getByText(/^Will be sent from /).waitFor();
    await soon(async () => expect(await held.getByRole('listitem').count()).toBe(1));
    await world.inspect(page, 'run-best-hour');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('reports that nobody is reached, or that too little activity is known', async () => {
    const { serviceId } = await world.makeApp('A new shop', []);
    const { apps } = await world.service.graphql<{ apps: { nodes: { id: string; name: string }[] } }>(
      '{ apps { nodes { id name } } }',
    );
    const id = apps.nodes.find(({ name }) => name === 'A new shop')?.id;
    const [date, time] = ['2030-01-01', '09:00'];
    const audience = { apps: { appIds: [id] } };
    const scheduler = { name: 'For nobody', audience, date, time, timeZone: 'UTC', bestHour: {} };
    await world.service.graphql(
      'mutation ($input: CampaignInput!) { campaignCreate(input: $input) { userErrors { message } } }',
      { input: { oneTime: { scheduler, pushes: [PUSH] } } },
    );
    await page.goto(world.at('/campaigns'));
    await page.getByRole('link', { name: 'For nobody', exact: true }).click();
    await card().getByText('It does not reach any devices at the moment.').waitFor();
    await card().getByText('At any hour of the day · 10% for comparison').waitFor();
    const [subscription] = await world.world.fakes.makeSubscriptions();
    await world.registerDevice(serviceId, { subscription, language: 'en' });
    await page.reload();
    await card().getByText('Too little activity is known, so all devices get it at the configured time.').waitFor();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
});

const PUSH = { defaultLang: 'en', translations: [{ language: 'en', title: 'News', text: 'What is new.' }] };

const setAccount = (world: ConsoleWorld, input: object) =>
  world.service.graphql(
    'mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) { userErrors { message } } }',
    { input },
  );

/** Holds the first request of an operation, and fails it once it is released. */
const failOnce = async (page: Page, operation: string): Promise<() => void> => {
  let letGo = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isFailed = false;
  await page.route('**/graphql', async (route) => {
    const isAsked = (route.request().postData() ?? '').includes(`"operationName":"${operation}"`);
    if (isFailed || !isAsked) return route.fallback();
    isFailed = true;
    await promise;
    const errors = [{ message: 'Broken.', extensions: { code: 'INTERNAL' } }];
    return route.fulfill({ contentType: 'application/json', body: JSON.stringify({ errors }) });
  });
  return () => letGo();
};
