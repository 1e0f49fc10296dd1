import { test } from '@jest/globals';
import { withChromium } from '../support/browser.js';
import { multiplyDevices } from '../support/multiply-devices.js';
import { ConsoleWorld } from './support/console-world.js';

withChromium('the devices of a very large account', () => {
  test('are listed; a search across too many suggests a filter, which then works', async () => {
    await using world = await ConsoleWorld.open();
    const page = await world.join();
    const { id } = await world.makeApp('Shop', ['en', 'de']);
    await multiplyDevices(await world.world.db(), id, 100_000);
    await page.goto(world.at('/devices'));
    await page.getByRole('link', { name: 'user-1' }).waitFor();
    await page.goto(world.at('/devices?state=retired'));
    await page.getByText('There are too many devices to check each one. Narrow the search').waitFor();
    await page.goto(world.at('/devices?state=all'));
    await page.getByRole('searchbox', { name: 'User ID' }).fill('user-2');
    await page.getByRole('link', { name: 'user-2' }).waitFor();
    await page.getByRole('link', { name: 'user-1' }).waitFor({ state: 'detached' });
  });
});
