import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { makeDue, prepareRun, untilTaken } from '../process/crash-run.js';
import { withChromium } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { ConsoleWorld } from './support/console-world.js';

const DEVICES = { apple: 3_000, web: 100 };
const TOTAL = DEVICES.apple + DEVICES.web;
/** So many that a busy browser has cancelled the run long before the last one is sent to. */
const TOO_MANY = { apple: 40_000, web: 100 };
/** Small pages, so that results are recorded continuously. */
const ENV = { CHECKPOINT_SIZE: '50', BATCH_SIZE: '200' };
/** How long the browser is disconnected. */
const OFFLINE_MS = 30_000;

withChromium('a run watched in the console', () => {
  test('shows the right numbers after a reload, half a minute without a network, and a killed server', async () => {
    await using console = await ConsoleWorld.open(undefined, ENV);
    const { world } = console;
    const page = await console.join();
    // Slow enough to be in progress until the end of the test.
    await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: 8_000 } });
    const { schedulerId } = await prepareRun(world, console.service, DEVICES);
    await makeDue(world, schedulerId);
    await untilTaken(world.fakes, 100);
    await page.goto(console.at(`/runs/${await findRun(console)}`));
    const before = await shownBeyond(page, 0);

    await page.reload();
    const reloaded = await shownBeyond(page, before - 1);

    await page.context().setOffline(true);
    await page.locator('.offline-bar').waitFor();
    await sleep(OFFLINE_MS);
    await page.context().setOffline(false);
    const online = await shownBeyond(page, reloaded);

    await console.restart(ENV);
    await shownBeyond(page, online);

    await world.fakes.behave();
    await page.locator('.badge').getByText('Finished').waitFor();
    await eventually('the last number', async () => ((await shown(page)) === TOTAL ? true : null));
    await page.reload();
    expect(await shownBeyond(page, TOTAL - 1)).toBe(TOTAL);
    // The test causes refused connections.
    expect(console.takeComplaints().outside).toEqual([]);
    // After a kill, a message may arrive twice, but none is lost.
    expect((await world.fakes.summary()).accepted).toBeGreaterThanOrEqual(TOTAL);
  });

  test('shows messages on the wire when it was cancelled, without a reload', async () => {
    await using console = await ConsoleWorld.open(undefined, { CHECKPOINT_SIZE: '2000', BATCH_SIZE: '2000' });
    const { world } = console;
    const page = await console.join();
    await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: 2_500 } });
    const { schedulerId } = await prepareRun(world, console.service, TOO_MANY);
    await makeDue(world, schedulerId);
    await untilTaken(world.fakes, 100);
    await page.goto(console.at(`/runs/${await findRun(console)}`));
    const cancel = { name: 'Cancel the run' };
    await page.getByRole('button', cancel).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Go back', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', cancel).click();
    await question.getByRole('button', cancel).click();
    await page.locator('.badge').getByText('Cancelled').waitFor();
    await page.locator('.stat').filter({ hasText: 'Not reached' }).waitFor();
    const { accepted } = await world.fakes.summary();
    expect(accepted).toBeLessThan(TOO_MANY.apple);
    await eventually('the last number', async () => ((await shown(page)) === accepted ? true : null));
    expect(console.takeComplaints().outside).toEqual([]);
  });
});

const findRun = (console: ConsoleWorld): Promise<string> =>
  eventually('the run', async () => {
    const { runs } = await console.service.graphql<{ runs: { nodes: { id: string }[] } }>('{ runs { nodes { id } } }');
    return runs.nodes[0]?.id ?? null;
  });

/** The number sent according to the page. Null before the first one. */
const shown = async (page: Page): Promise<number | null> => {
  const value = page.locator('.stat').filter({ hasText: 'Sent' }).locator('.stat-value').first();
  const text = await value.textContent({ timeout: 1_000 }).catch(() => null);
  return text === null ? null : Number(text.replaceAll(',', ''));
};

const shownBeyond = (page: Page, count: number): Promise<number> =>
  eventually(`a number beyond ${count}`, async () => {
    const now = await shown(page);
    return now !== null && now > count ? now : null;
  });
