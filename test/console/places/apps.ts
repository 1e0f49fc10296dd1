import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { completeCredentials } from '../../support/service-steps.js';
import type { Places } from './places.js';

/** Set-up of applications for each provider, and identity verification. */
export const testApps = (places: Places): void => {
  const { createAndCheck, go, button, heading, storeSecret, inspect } = places;

  test('an application is set up by keyboard, and another one with verified credentials', async () => {
    const { page, world } = places;
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
    await page.getByLabel('Or paste its contents').fill(given.private_key ?? '');
    await page.getByLabel('Key ID').fill(given.private_key_id ?? '');
    await page.getByLabel('Team ID').fill(given.team_id ?? '');
    await page.getByLabel('Bundle ID of the app').fill(given.topic ?? '');
    await inspect('apps-new-apple');
    await createAndCheck('The shop for iPhone');
    await inspect('app-checked');

    const google = completeCredentials(await world.world.fakes.makeApp('provider_a'));
    await go('/apps/new');
    await page.getByText('Firebase (Android)').click();
    await page.getByLabel('Name', { exact: true }).fill('The shop for Android');
    await page.locator('input[type="file"]').setInputFiles({
      name: 'google-services.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"project_info": {}}'),
    });
    await page.getByText('This is not the key file of a service account.').waitFor();
    await page.locator('input[type="file"]').setInputFiles({
      name: 'service-account.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(google)),
    });
    await page.getByText(`Project ${google.project_id}`).waitFor();
    await inspect('apps-new-firebase');
    await createAndCheck('The shop for Android');

    const oneSignal = (await world.world.fakes.makeApp('provider_b')).given;
    await go('/apps/new');
    await page.getByText('OneSignal', { exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('The shop by OneSignal');
    await page.getByLabel('OneSignal App ID').fill(oneSignal.app_id ?? '');
    await page.getByLabel('App API key').fill(oneSignal.api_key ?? '');
    await inspect('apps-new-onesignal');
    await createAndCheck('The shop by OneSignal');
  });

  test('devices of an application must prove their user once that is required; the secret is shown once', async () => {
    const { page, world } = places;
    // A secret is shown once, so a failed refetch of the page must not hide it.
    let isRefused = false;
    await page.route('**/graphql', (route) => {
      if (isRefused || !route.request().postData()?.includes('"operationName":"App"')) return route.fallback();
      isRefused = true;
      const body = JSON.stringify({ errors: [{ message: 'Busy right now; try again.' }] });
      return route.fulfill({ status: 503, contentType: 'application/json', body });
    });
    await button('New secret').click();
    await button('Create secret').click();
    await page.getByText('Busy right now; try again.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    world.takeComplaints();
    const first = await storeSecret(/^pgi_/);
    await button('Require verification').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Require verification' }).click();
    await page.getByText('Required', { exact: true }).waitFor();
    await page.getByText('"identity_hash": "HASH_FROM_YOUR_SERVER"').waitFor();
    await inspect('app-identity');
    const serviceId =
      (await page.locator('.fact').filter({ hasText: 'Service ID' }).locator('code').textContent()) ?? '';
    const register = async (secret: string | null): Promise<number> => {
      const hash =
        secret === null ? {} : { identity_hash: createHmac('sha256', secret).update('user-1').digest('hex') };
      const body = { subscription_id: randomUUID(), external_user_id: 'user-1', ...hash };
      return (await world.service.sdk('POST', `/${serviceId}/devices`, { body })).status;
    };
    expect([await register(null), await register(first)]).toEqual([401, 201]);

    // The refetched data contain the first device, and arrive while a button is pressed.
    let goOn = (): void => undefined;
    const isPressed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"operationName":"App"')) await isPressed;
      return route.continue();
    });
    await button('New secret').click();
    await page.getByRole('button', { name: /How long the old one keeps working/ }).click();
    await page.getByRole('option', { name: 'It ends immediately' }).click();
    await button('Create secret').click();
    const second = await storeSecret(/^pgi_/);
    expect([await register(first), await register(second)]).toEqual([401, 201]);
    const stop = button('Turn off verification');
    const isAt = () => stop.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
    await stop.hover();
    const before = await isAt();
    await page.mouse.down();
    goOn();
    await page.locator('.plot').first().waitFor();
    // Not every browser anchors the scroll position.
    expect(await isAt()).toBe(before);
    await page.mouse.up();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off verification' }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    expect(await register(null)).toBe(201);
  });
};
