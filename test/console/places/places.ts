import { afterAll, beforeAll } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eachDatabase } from '../../support/databases.js';
import { ConsoleWorld } from '../support/console-world.js';

/** The service, the browser and the page that all of these tests share. */
export const usePlaces = () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    // Uses MariaDB if it is installed. The tests of campaigns run on SQLite.
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
  /** Reads a secret from its dialog, and closes the dialog. */
  const storeSecret = async (like: RegExp): Promise<string> => {
    const dialog = page.getByRole('dialog');
    const secret = (await dialog.getByText(like).last().textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
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
