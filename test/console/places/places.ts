import { afterAll, beforeAll } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eachDatabase } from '../../support/databases.js';
import { ConsoleWorld } from '../support/console-world.js';

export const LONG = 400_000;

/** What the tests of all places share, one after the other: a service, a browser and a page. */
export const usePlaces = () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    // MariaDB where there is one: campaigns are composed, sent and watched on SQLite.
    world = await ConsoleWorld.open(eachDatabase().at(-1));
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
  return {
    get world(): ConsoleWorld {
      return world;
    },
    get page(): Page {
      return page;
    },
    go,
    button,
    heading,
    actOn,
    createAndCheck,
    storeSecret,
    inspect,
  };
};

export type Places = ReturnType<typeof usePlaces>;
