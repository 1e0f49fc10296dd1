import { expect, test } from '@jest/globals';
import { plant } from '../../demo/seed-plant.js';
import { makeDue } from '../../process/crash-run.js';
import { eventually } from '../../support/eventually.js';
import { createPush, must, startOneTime } from '../../support/service-steps.js';
import type { Places } from './places.js';

const HOUR_MS = 3_600_000;

/** Runs, watched to their end. */
export const testRuns = (places: Places): void => {
  const { go, button, heading, inspect } = places;

  test('a run is watched to its end: outcomes, reasons, the funnel, and why a device got it or not', async () => {
    const { page, world } = places;
    await seed();
    const { runs } = await world.service.graphql<{ runs: { nodes: { id: string }[] } }>('{ runs { nodes { id } } }');
    await go(`/runs/${runs.nodes[0]?.id}`);
    await heading('Basket reminder').waitFor();
    await page
      .getByText(/PayloadTooLarge/)
      .first()
      .waitFor();
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    await page.getByLabel('User ID').fill('user-1');
    await page.getByLabel('User ID').press('Enter');
    await page.locator('.trace-step').first().waitFor();
    await inspect('run');

    await page.getByText('Language', { exact: true }).first().click();
    await page.getByRole('cell', { name: 'German', exact: true }).first().waitFor();
    await button('Cancel the run').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  });

  test('a run is paused, resumed and watched to its end without a reload', async () => {
    const { page, world } = places;
    const { service, world: parts } = world;
    const fault = { kind: 'answer', status: 503, retryAfterSeconds: 20 } as const;
    await parts.fakes.behave('provider_c');
    await parts.fakes.misbehave({ provider: 'webpush', fault });
    const pushId = await createPush(service, [
      { language: 'en', title: 'Slow', text: 'One provider wants to be asked again.' },
    ]);
    const at = Date.now() + HOUR_MS;
    const schedulerId = await startOneTime(service, { pushId, at, body: { name: 'Slow news', all_apps: true } });
    const runId = await untilRun(schedulerId, 1);
    await go(`/runs/${runId}`);
    await button('Pause').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click();
    await page.locator('.badge').getByText('Paused').waitFor();
    await inspect('run-paused');
    await button('Resume').click();
    await parts.fakes.behave('webpush');
    await page.locator('.badge').getByText('Finished').waitFor();
    await page.getByText(/^The run took/).waitFor();

    // A second run of the campaign fails partly, and is compared with the first one.
    const refused = { kind: 'answer', status: 413, reason: 'PayloadTooLarge' } as const;
    await parts.fakes.misbehave({ provider: 'provider_c', fault: refused });
    await startAgain('Slow news');
    await go(`/runs/${await untilRun(schedulerId, 2)}`);
    await page.locator('.badge').getByText('Finished').waitFor();
    const table = page.getByRole('region', { name: 'Compare with another run' });
    await table.getByRole('row', { name: /^Messages/ }).waitFor();
    const lines = await table.getByRole('row').allInnerTexts();
    const [messages = [], sent = [], failed = []] = lines.slice(1).map((line) => line.split(/\s*\t\s*/));
    expect(messages[1]).toBe(messages[2]);
    expect(sent).toEqual(['Sent (share)', expect.stringMatching(/^7[\d.]+%$/), '100%']);
    expect(failed).toEqual(['Failed (share)', expect.stringMatching(/^2[\d.]+%$/), '0%']);
    await inspect('run-compared');
    await parts.fakes.behave('provider_c');
  });

  /** Sends messages of which some fail. */
  const seed = async (): Promise<void> => {
    const { service, world: parts } = places.world;
    const { devices, reminder } = await plant(service, parts.fakes, { webpushAt: parts.fakes.addresses.webpush });
    const targets = devices.flatMap(({ app, target }) => (app.provider === 'provider_c' ? [target] : []));
    const fault = { kind: 'answer', status: 413, reason: 'PayloadTooLarge' } as const;
    await parts.fakes.misbehave({ provider: 'provider_c', targets, fault });
    await must(204, service.api('POST', `/sched/conversion/${reminder}/activate`));
    for (const { app, deviceId, secret } of devices.slice(0, 80)) {
      const path = `/${app.serviceId}/devices/${deviceId}/events`;
      await must(202, service.sdk('POST', path, { body: { events: [{ code: 'basket_left' }] }, secret }));
    }
    await eventually('80 messages', async () => {
      const { runs } = await service.graphql<Counted>('{ runs { nodes { counts { total retrying } } } }');
      const counts = runs.nodes[0]?.counts;
      return counts && counts.total >= 80 && counts.retrying === 0 ? true : null;
    });
  };

  /** Makes the campaign due, at a later minute each time. Returns its latest run. */
  const untilRun = async (schedulerId: number, number: 1 | 2): Promise<string> => {
    await makeDue(places.world.world, schedulerId, 2 - number);
    return eventually(`run ${number}`, async () => {
      const query = '{ runs { nodes { id scheduler { name } } } }';
      const { runs } = await places.world.service.graphql<Named>(query);
      const own = runs.nodes.filter(({ scheduler }) => scheduler?.name === 'Slow news');
      return own.length === number ? (own[0]?.id ?? null) : null;
    });
  };

  /** A one-time campaign with a new date. */
  const startAgain = async (name: string): Promise<void> => {
    const { service } = places.world;
    const { schedulers } = await service.graphql<{ schedulers: { nodes: { id: string; name: string }[] } }>(
      '{ schedulers(first: 50) { nodes { id name } } }',
    );
    const id = schedulers.nodes.find((one) => one.name === name)?.id;
    const [date, time] = new Date(Date.now() + HOUR_MS).toISOString().split('T');
    await service.graphql(
      `mutation ($id: ID!, $input: OneTimeSchedulerInput!) {
        oneTimeSchedulerUpdate(id: $id, input: $input) { userErrors { message } }
        schedulerActivate(id: $id) { userErrors { message } }
      }`,
      { id, input: { name, audience: { apps: { all: true } }, date, time: time?.slice(0, 5), timeZone: 'UTC' } },
    );
  };
};

interface Named {
  readonly runs: {
    readonly nodes: readonly { readonly id: string; readonly scheduler: { readonly name: string } | null }[];
  };
}

interface Counted {
  readonly runs: {
    readonly nodes: readonly { readonly counts: { readonly total: number; readonly retrying: number } }[];
  };
}
