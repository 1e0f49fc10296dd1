import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { soon } from '../support/eventually.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';
import { pickByPointer } from './support/hands.js';

withChromium('sending a message to certain people, in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en', 'de', 'en']);
    const { devices } = await world.service.graphql<{ devices: { nodes: { id: string }[] } }>(
      '{ devices(where: { externalUserIds: ["user-2"] }) { nodes { id } } }',
    );
    await world.service.graphql(
      'mutation ($id: ID!) { deviceUpdate(id: $id, input: { tags: ["vip", "gold"] }) { device { id } } }',
      { id: devices.nodes[0]?.id },
    );
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const write = async (title: string): Promise<void> => {
    await label('Title').fill(title);
    await label('Text').fill('Only for you.');
  };
  const send = async (people: string): Promise<void> => {
    await button('Send now').click();
    const question = page.getByRole('alertdialog');
    await question.getByText(people, { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Send now' }).click();
  };
  const seeRun = async (title: string, devices: number): Promise<void> => {
    await page.getByRole('heading', { name: new RegExp(title), level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/runs\//);
    const { runs } = await world.service.graphql<{ runs: { nodes: { target: { devices: number } }[] } }>(
      '{ runs(first: 1, where: { sentAtOnce: true }, orderBy: { field: ID, direction: DESC }) { nodes { target { devices } } } }',
    );
    expect(runs.nodes[0]?.target.devices).toBe(devices);
  };

  test('pasted user ids get the message after a question, and its run shows the progress', async () => {
    await page.goto(world.at('/devices'));
    await page.getByRole('link', { name: 'Send a message' }).click();
    await page.getByRole('heading', { name: 'Send a message', level: 1 }).waitFor();
    await write('Hello two');
    await soon(async () => expect(await button('Send now').isDisabled()).toBe(true));
    await label('Your user IDs').fill('user-1\nuser-2; user-1');
    await world.inspect(page, 'send');
    await send('To 2 people, on 2 devices.');
    await seeRun('Hello two', 2);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('users without a device are refused with a clear message, and nothing is sent', async () => {
    await page.goto(world.at('/send'));
    await write('Hello nobody');
    await label('Your user IDs').fill('nobody');
    await send('To 1 person, on 0 devices.');
    await page.getByText('None of these users has an active device').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/send');
  });

  test('the devices of a tag get the message', async () => {
    await page.goto(world.at('/tags'));
    await page.getByRole('link', { name: 'Send them a message: devices tagged vip' }).click();
    await write('Hello vip');
    await send('To everyone with the tag “vip”, on 1 device.');
    await seeRun('Hello vip', 1);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('choosing a tag closes the list and replaces the tag before', async () => {
    await page.goto(world.at('/send'));
    await page.getByText('A tag', { exact: true }).click();
    for (const tag of ['gold', 'vip']) {
      await pickByPointer(page, 'Tag', tag, tag);
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      await soon(async () => expect(await page.locator('.chip').allInnerTexts()).toEqual([tag]));
    }
    await write('Hello chosen tag');
    await send('To everyone with the tag “vip”, on 1 device.');
    await seeRun('Hello chosen tag', 1);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('selected devices get the message', async () => {
    await page.goto(world.at('/devices'));
    for (const user of ['user-1', 'user-3']) {
      await page
        .getByRole('row', { name: new RegExp(user) })
        .locator('.checkbox')
        .click();
    }
    await page.getByText('2 devices are selected.').waitFor();
    await world.inspect(page, 'send-selected');
    await page.getByRole('link', { name: 'Send them a message' }).click();
    await write('Hello devices');
    await send('To 2 devices.');
    await seeRun('Hello devices', 2);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('a viewer learns that the role may not send, and finds no way to do so', async () => {
    const { memberInvite } = await world.service.graphql<{ memberInvite: { link: string } }>(
      'mutation { memberInvite(input: { name: "Vera", email: "vera@example.com", role: VIEWER }) { link } }',
    );
    const viewer = await world.browser.openApart(memberInvite.link);
    await viewer.getByLabel('Password').fill('a password for looking on');
    await viewer.getByRole('button', { name: 'Continue' }).click();
    await viewer.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await viewer.goto(world.at('/devices'));
    await viewer.getByRole('row', { name: /user-1/ }).waitFor();
    await soon(async () => expect(await viewer.getByRole('link', { name: 'Send a message' }).count()).toBe(0));
    await soon(async () => expect(await viewer.locator('.checkbox').count()).toBe(0));
    await viewer.goto(world.at('/send?tag=vip'));
    await viewer.getByText('Your role cannot send messages. Ask an admin for the sender role.').waitFor();
    await viewer.getByRole('heading', { name: 'Send a message', level: 1 }).waitFor();
    await soon(async () => expect(await viewer.getByLabel('Title', { exact: true }).count()).toBe(0));
    await soon(async () => expect(await viewer.getByRole('button', { name: 'Send now' }).count()).toBe(0));
    await world.inspect(viewer, 'send-viewer');
    await viewer.context().close();
  });
});
