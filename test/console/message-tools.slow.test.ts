import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { LANGUAGE_CODES } from '../../web/console/pages/composer/languages.js';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { IMAGES } from '../support/images.js';
import { ConsoleWorld } from './support/console-world.js';

const fileOf = (name: string, buffer: Buffer, mimeType = 'application/octet-stream') => ({ name, mimeType, buffer });

withChromium('the tools of a message', () => {
  let world: ConsoleWorld;
  let page: Page;
  let site: Server;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en', 'fr']);
    site = createServer((request, response) => {
      if (request.url?.startsWith('/moved')) return response.writeHead(301, { location: '/sale' }).end();
      return response.writeHead(request.url?.startsWith('/sale') ? 200 : 404).end();
    });
    await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    site.close();
    await world[Symbol.asyncDispose]();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const dialog = () => page.getByRole('dialog');
  const tool = async (name: string | RegExp) => {
    await button('More for this message').click();
    await page.getByRole('menuitem', { name }).click();
  };
  const start = async (): Promise<void> => {
    await page.goto(world.at('/campaigns/new'));
    await label('Title').fill('Sale');
    await label('Text').fill('Until Sunday.');
  };
  const addLanguage = async (name: string): Promise<void> => {
    await button('Add language').click();
    await page.getByRole('combobox', { name: 'Language' }).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  };
  const choose = async (opener: Locator, file: ReturnType<typeof fileOf>, press?: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    if (press) {
      await opener.focus();
      await page.keyboard.press(press);
    } else await opener.click();
    await (await chooser).setFiles(file);
  };
  /** Playwright cannot drop files, but the browser's protocol can. */
  const drop = async (zone: Locator, path: string): Promise<void> => {
    await zone.scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await zone.boundingBox()) ?? {};
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: x + 8, y: y + 8, data });
    }
  };
  /** The width of the decoded picture. */
  const widthOf = (address: string) =>
    page.evaluate(
      `new Promise((resolve) => { const image = new Image(); image.onload = () => resolve(image.naturalWidth);
        image.onerror = () => resolve(0); image.src = ${JSON.stringify(address)}; })`,
    );

  test('images are uploaded by button, keyboard and drop, are shown, and are chosen again or deleted', async () => {
    await start();
    await button(/image and icon/i).click();
    const upload = button('Upload: Image');
    const addressAfter = async (known: string): Promise<string> =>
      eventually('the address of the image', async () => {
        const value = await label('Image').inputValue();
        return value !== known && value !== '' ? value : null;
      });
    await choose(upload, fileOf('photo.jpg', IMAGES.jpegTurned));
    let address = await addressAfter('');
    expect(address).toMatch(new RegExp(`^${world.service.address}/media/[0-9a-f]{64}$`));
    // A photo stored on its side is shown upright.
    expect(await widthOf(address)).toBe(16);
    for (const [name, bytes, key] of [
      ['a.png', IMAGES.png, 'Enter'],
      ['b.webp', IMAGES.webpAnimated, ' '],
      ['c.gif', IMAGES.gif, undefined],
      ['d.png', IMAGES.apng, undefined],
      ['e.webp', IMAGES.webpLossless, undefined],
    ] as const) {
      await choose(upload, fileOf(name, bytes), key);
      address = await addressAfter(address);
      expect([name, await widthOf(address)]).toEqual([name, 24]);
    }
    await page.locator('img.image-shown').waitFor();
    await world.inspect(page, 'composer-image-uploaded');

    await choose(upload, fileOf('notes.png', Buffer.from('no image')));
    await page.getByText('This file is damaged').waitFor();
    await soon(async () => expect(await label('Image').inputValue()).toBe(address));
    await choose(upload, fileOf('large.png', Buffer.alloc(6 * 2 ** 20)));
    await page.getByText('The file is too large. Scale').waitFor();
    world.takeComplaints();

    const dropped = join(world.world.folder, 'dropped.jpg');
    await writeFile(dropped, IMAGES.jpegProgressive);
    await drop(page.locator('.image-drop').nth(1), dropped);
    await eventually('the dropped icon', async () => ((await label('Icon').inputValue()) ? true : null));

    await label('Image').fill('');
    await button('Choose an upload: Image').click();
    await dialog().getByText('dropped.jpg').waitFor();
    await world.inspect(page, 'image-library');
    await dialog().getByRole('button', { name: 'Use a.png' }).click();
    await soon(async () => expect(await label('Image').inputValue()).toContain('/media/'));
    await button('Choose an upload: Image').click();
    await dialog().getByRole('button', { name: 'Remove b.webp' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await dialog().getByText('b.webp').waitFor({ state: 'detached' });
  });

  test('a message is saved as a template, which starts another message, is renamed and deleted', async () => {
    await start();
    await label('Link').fill('https://shop.example/sale');
    await addLanguage('German');
    await label('Title').fill('Angebot');
    await label('Text').fill('Bis Sonntag.');
    await tool('Save as a template…');
    await dialog().getByLabel('Name of the template').fill('Weekend');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Template saved').waitFor();

    await page.goto(world.at('/campaigns/new'));
    await tool('Start from a template…');
    await dialog().getByText('Weekend').waitFor();
    await world.inspect(page, 'templates');
    await dialog().getByRole('button', { name: 'Rename Weekend' }).click();
    await page.getByLabel('Name of the template').fill('Every weekend');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await dialog().getByRole('button', { name: 'Use Every weekend' }).click();
    await soon(async () => expect(await label('Title').inputValue()).toBe('Sale'));
    await soon(async () => expect(await label('Link').inputValue()).toBe('https://shop.example/sale'));
    await page.getByRole('tab', { name: /German/ }).click();
    await soon(async () => expect(await label('Text').inputValue()).toBe('Bis Sonntag.'));

    await tool('Start from a template…');
    await page.getByText('A template replaces the content').waitFor();
    await dialog().getByRole('button', { name: 'Remove Every weekend' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await dialog().getByText('There are no templates yet.').waitFor();
  });

  test('translations are copied, exported, and imported with problems by line', async () => {
    await start();
    await label('Text').fill('=SUM(1), "quoted"');
    await addLanguage('German');
    await tool('Copy English to German');
    await soon(async () => expect(await label('Text').inputValue()).toBe('=SUM(1), "quoted"'));
    await label('Title').fill('Angebot');
    const download = page.waitForEvent('download');
    await tool('Export translations (CSV)');
    const file = await readFile(await (await download).path(), 'utf8');
    expect((await download).suggestedFilename()).toBe('Sale.csv');
    expect(file.split('\r\n').slice(0, 3)).toEqual([
      '\ufefflanguage,title,subtitle,text,image,icon,link',
      'en,Sale,,"\'=SUM(1), ""quoted""",,,',
      'de,Angebot,,"\'=SUM(1), ""quoted""",,,',
    ]);

    await tool('Import translations (CSV)…');
    const opener = dialog().getByRole('button', { name: 'Choose a file: CSV file' });
    const broken = `${file}xx,a,,b,,,\r\nfr,a,,b,,,ftp\r\n`;
    await choose(opener, fileOf('broken.csv', Buffer.from(broken)));
    await dialog().getByText('Nothing was imported: 2 problems').waitFor();
    await dialog().getByText('Line 4: “xx” is not a language code').waitFor();
    await dialog().getByText('Line 5: “ftp” is not a complete address.').waitFor();
    await world.inspect(page, 'translations-import');
    const other = dialog().getByRole('button', { name: 'Choose another file: CSV file' });
    const many = Array.from({ length: 10_000 }, (_each, n) => `q${n},a,,b,,,\r\n`).join('');
    const before = performance.now();
    await choose(other, fileOf('many.csv', Buffer.from(`${file.split('\r\n', 1)[0]}\r\n${many}`)));
    await dialog()
      .getByText('Nothing was imported: 10000 problems')
      .or(dialog().getByText('Nothing was imported: 10,000 problems'))
      .waitFor();
    expect(performance.now() - before).toBeLessThan(30_000);
    await choose(other, fileOf('latin.csv', Buffer.from('language,title,text\nde,\xfc,x\n', 'latin1')));
    await dialog().getByText('The file is not in UTF-8.').waitFor();
    const arabic = file.replace('de,Angebot', 'ar,تخفيضات');
    await choose(opener, fileOf('good.csv', Buffer.from(arabic)));
    await dialog().getByText('2 translations can be imported.').waitFor();
    await dialog().getByRole('button', { name: 'Import' }).click();
    await page.getByRole('tab', { name: 'Arabic' }).click();
    await soon(async () => expect(await label('Title').inputValue()).toBe('تخفيضات'));
    await page.getByRole('tab', { name: 'German' }).click();
    await soon(async () => expect(await label('Title').inputValue()).toBe('Angebot'));

    const links = LANGUAGE_CODES.slice(0, 60).map((code) => `${code},Sale,Today,myapp://${code}\n`);
    await tool('Import translations (CSV)…');
    await choose(opener, fileOf('links.csv', Buffer.from(`language,title,text,link\n${links.join('')}`)));
    await dialog().getByRole('button', { name: 'Import' }).click();
    await tool('Check links…');
    await dialog().getByText('10 more links are not checked.').waitFor();
  });

  test('UTM parameters are written into web links, and links are checked, without blocking anything', async () => {
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await start();
    await label('Link').fill(`${origin}/sale?x=1#top`);
    await addLanguage('German');
    await label('Title').fill('Angebot');
    await label('Text').fill('Bis Sonntag.');
    await label('Link').fill('myapp://sale');
    await addLanguage('French');
    await label('Link').fill(`${origin}/moved`);
    await addLanguage('Spanish');
    await label('Link').fill(`${origin}/gone`);
    await addLanguage('Italian');
    await label('Link').fill('https://shop.example/{{ user.code | default: "a b" }}');
    await tool('UTM parameters…');
    await dialog().getByLabel('Source').fill('push');
    await dialog().getByLabel('Campaign').fill('Spring sale');
    await world.inspect(page, 'utm');
    await dialog().getByRole('button', { name: 'Write into the links' }).click();
    await page.getByRole('tab', { name: /English/ }).click();
    await soon(async () =>
      expect(await label('Link').inputValue()).toBe(
        `${origin}/sale?x=1&utm_source=push&utm_campaign=Spring%20sale#top`,
      ),
    );
    await page.getByRole('tab', { name: /German/ }).click();
    await soon(async () => expect(await label('Link').inputValue()).toBe('myapp://sale'));

    await tool('Check links…');
    await dialog().getByText('Works', { exact: true }).waitFor();
    await dialog().getByText('Cannot be checked: not a usual web address').waitFor();
    await dialog().getByText('Cannot be checked: it is different for each person').waitFor();
    await dialog().getByText(`leads to ${origin}/sale`).waitFor();
    await dialog().getByText('The server has no such page (404)').waitFor();
    await world.inspect(page, 'link-check');
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await button('Mehr für diese Nachricht').click();
    await page.getByRole('menuitem', { name: 'Links prüfen…' }).waitFor();
    await world.inspect(page, 'de-message-tools');
    await page.evaluate(`localStorage.removeItem('pushgraph:language')`);
  });
});
