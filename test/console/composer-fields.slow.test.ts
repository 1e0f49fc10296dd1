import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { soon } from '../support/eventually.js';
import { ConsoleWorld, NOTHING_WRONG, SIZES } from './support/console-world.js';

/** Loopback addresses, for which the test returns a text and an image. */
const NO_PICTURE = 'https://127.0.0.1/nothing.png';
const PICTURE = 'https://127.0.0.1/picture.svg';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="teal"/></svg>';

/** The focused element, and how far it lies under the fixed bars. */
const COVERED = `(() => {
  const focused = document.activeElement;
  if (!focused || !document.querySelector('main').contains(focused)) return null;
  const foot = document.querySelector('.composer-foot');
  if (foot.contains(focused)) return null;
  // The label hides the input of a choice.
  const seen = focused.closest('label') ?? focused;
  const shown = (element) => element && getComputedStyle(element).display !== 'none';
  const top = document.querySelector('.top-bar');
  const bottomEdge = Math.min(foot.getBoundingClientRect().top, innerHeight);
  const topEdge = shown(top) ? top.getBoundingClientRect().bottom : 0;
  const { top: from, bottom: to, height } = seen.getBoundingClientRect();
  const below = height > bottomEdge - topEdge ? 0 : Math.max(to - bottomEdge, topEdge - from);
  return { what: (focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 40) + ' ' + focused.tagName, below };
})()`;

/** The focused element of a dialog, and how far it lies outside its visible part above the actions. */
const COVERED_IN_DIALOG = `(() => {
  const focused = document.activeElement;
  const actions = document.querySelector('.dialog-actions');
  if (actions.contains(focused)) return null;
  const { top, bottom } = (focused.closest('label') ?? focused).getBoundingClientRect();
  return { what: focused.tagName, below: Math.max(bottom - actions.getBoundingClientRect().top, -top) };
})()`;

withChromium('the fields of the composer', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en', 'fr']);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
  const errorAt = async (name: string): Promise<string | null> => {
    const ids = (await label(name).getAttribute('aria-describedby'))?.split(' ') ?? [];
    const errors = await Promise.all(ids.map((id) => page.locator(`[id="${id}"].field-error`).allTextContents()));
    return errors.flat()[0] ?? null;
  };

  test('a wrong address is marked at its field during editing, and a missing picture in the preview', async () => {
    await page.goto(world.at('/campaigns/new'));
    await label('Title').fill('Sale');
    await label('Text').fill('Until Sunday.');
    await label('Link').focus();
    await page.keyboard.type('www.example.com');
    await page.getByText('This is not a valid link.').waitFor();
    await soon(async () => expect(await errorAt('Link')).toContain('Start with https://'));
    await soon(async () => expect(await label('Link').getAttribute('aria-invalid')).toBe('true'));
    await label('Link').fill('myapp://sale');
    await page.getByText('This is not a valid link.').waitFor({ state: 'detached' });
    await label('Link').fill('javascript:alert(1)');
    await page.getByText('This is not a valid link.').waitFor();

    await button('Image and icon').click();
    await label('Image').fill('picture.png');
    await label('Icon').fill('ftp://example.com/icon.png');
    await page.getByText('This is not the address of an image.').nth(1).waitFor();
    await soon(async () => expect(await errorAt('Image')).toContain('Start with https://'));
    await soon(async () => expect(await errorAt('Icon')).toContain('Start with https://'));
    await world.inspect(page, 'composer-addresses');

    await label('Link').fill('https://example.com/sale');
    await label('Icon').fill('');
    await page.route(NO_PICTURE, (route) => route.fulfill({ contentType: 'text/plain', body: 'no picture' }));
    const asked = page.waitForResponse(NO_PICTURE);
    await label('Image').fill(NO_PICTURE);
    await asked;
    const broken = page.locator('.preview-image.preview-broken');
    // The image is missing in every preview, and the icon is not.
    await soon(async () => {
      expect(await broken.count()).toBe(2);
      expect(await page.locator('.preview-broken').count()).toBe(3);
    });
    await broken.first().getByText('This image cannot be loaded.').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await world.inspect(page, 'composer-broken-picture');
    await page.route(PICTURE, (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }));
    await label('Image').fill(PICTURE);
    await broken.first().waitFor({ state: 'detached' });
    await page.locator('img.preview-image').first().waitFor();
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await label('Link').fill('www.example.com');
    await page.getByText('Das ist kein Link.').waitFor();
    await world.inspect(page, 'de-composer-addresses');
    await page.evaluate(`localStorage.removeItem('pushgraph:language')`);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test.each(SIZES)('the focused element is visible and not under a bar, in a window of $width pixels', async (size) => {
    await page.setViewportSize({ ...size, height: 600 });
    await page.goto(world.at('/campaigns/new'));
    await label('Title').fill('Sale');
    await label('Text').fill('Until Sunday.');
    await button('Image and icon').click();
    for (const name of ['Message', 'Audience', 'When', 'Review']) {
      await step(name);
      if (name === 'When') await page.getByText('Every week').click();
      await page.getByRole('heading', { name: new RegExp(`of 4: ${name}`) }).waitFor({ state: 'attached' });
      for (const key of ['Tab', 'Shift+Tab']) {
        const visited = await walk(key);
        expect({ name, key, covered: visited.filter(({ below }) => below > 0) }).toEqual({ name, key, covered: [] });
        expect(visited.length).toBeGreaterThan(1);
      }
    }
    await page.setViewportSize(SIZES[0]);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('the fields of segments take the focus only once it stays with them', async () => {
    const input = '{ name: "Germans", tree: { country: { in: ["DE"] } } }';
    await world.service.graphql(`mutation { segmentCreate(input: ${input}) { userErrors { message } } }`);
    await page.goto(world.at('/campaigns/new'));
    await label('Title').fill('Sale');
    // Each answer waits until the test releases it.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/graphql$/, async (route) => {
      await held;
      await route.continue();
    });
    await step('Audience');
    const field = page.getByRole('combobox', { name: 'In these segments', exact: true });
    await soon(async () => expect(await field.isDisabled()).toBe(true));
    release();
    await field.click();
    // A search has an answer of its own, which leaves the field as it is.
    await page.keyboard.type('Ger');
    await page.getByRole('option', { name: 'Germans' }).waitFor();
    await page.keyboard.type('mans');
    await soon(async () => expect(await field.inputValue()).toBe('Germans'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.chips-group', { hasText: 'Germans' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('the focused element of a long dialog is visible and not under its actions', async () => {
    await page.setViewportSize({ width: SIZES[1].width, height: 560 });
    for (const [path, opener] of [
      ['/categories', 'New category'],
      ['/settings/alerts', 'New rule'],
      ['/settings/webhooks', 'New webhook'],
    ] as const) {
      await page.goto(world.at(path));
      await button(opener).first().click();
      await page.getByRole('dialog').waitFor();
      for (const key of ['Tab', 'Shift+Tab']) {
        const visited: unknown[] = [];
        for (let tabs = 0; tabs < 20; tabs += 1) {
          await page.keyboard.press(key);
          const focused = await page.evaluate<{ what: string; below: number } | null>(COVERED_IN_DIALOG);
          if (focused !== null && focused.below > 0) visited.push(focused);
        }
        expect({ path, key, covered: visited }).toEqual({ path, key, covered: [] });
      }
    }
    await page.setViewportSize(SIZES[0]);
  });

  /** Tabs to the footer of the composer, or back to its top. */
  const walk = async (key: string): Promise<{ what: string; below: number }[]> => {
    const visited: { what: string; below: number }[] = [];
    if (key === 'Tab') {
      await page.evaluate('scrollTo(0, 0)');
      await page.locator('.step').last().focus();
    } else await page.locator('.composer-foot button').first().focus();
    for (let tabs = 0; tabs < 60; tabs += 1) {
      await page.keyboard.press(key);
      const covered = await page.evaluate<{ what: string; below: number } | null>(COVERED);
      // An open list of options covers the page.
      if (covered === null) break;
      visited.push(covered);
    }
    return visited;
  };
});
