import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { purgeDeletedUsers } from '../../src/delivery/upkeep/purge-users.js';
import { FolderStore } from '../../src/services/media/folder-store.js';
import { MediaStoreError } from '../../src/services/media/media-store.js';
import { MAXIMA } from '../../src/services/rules/maxima.js';
import type { Json } from '../schema/support/graph-app.js';
import { type Account, type Browser, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { IMAGES } from '../support/images.js';

const LIST = `{ media { totalCount nodes { id name type bytes width height url pushCount } }
  mediaUsage { count maxCount bytes maxBytes maxFileBytes } }`;
const DELETE = `mutation ($id: ID!, $even: Boolean) { mediaDelete(id: $id, evenIfUsed: $even) {
  deletedId userErrors { field code message } } }`;

/** Makes different content each time, of the given size. The padding is in pixel chunks, which are kept. */
const padded = (n: number, bytes = 0): Buffer => {
  const gif = Buffer.from('47494638396101000100800000000000ffffff2c00000000010001000002024401003b', 'hex');
  const table = Buffer.from(gif);
  table.writeUIntBE(n, 13, 3);
  // Comment blocks would be removed, so the padding is a second frame with a long code.
  const blocks: Buffer[] = [];
  for (let left = bytes; left > 0; left -= 255)
    blocks.push(Buffer.from([Math.min(255, left)]), Buffer.alloc(Math.min(255, left), 7));
  const frame = Buffer.concat([table.subarray(19, 30), ...blocks, Buffer.from([0])]);
  return Buffer.concat([table.subarray(0, -1), ...(bytes > 0 ? [frame] : []), Buffer.from([0x3b])]);
};

describe.each(eachDatabase())('images, $name', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'media-'));
  const store = new FolderStore(folder);
  const app = useConsoleApp(kind, { media: { store, maxBytes: 200_000, quotaBytes: 300_000 } });
  const { most } = MAXIMA.media;
  afterEach(() => {
    (MAXIMA.media as { most: number }).most = most;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const files = (): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );

  const upload = async (account: Account, payload: Buffer, { name = 'a.png', headers = {} } = {}) => {
    const response = await app().server.inject({
      method: 'POST',
      url: `/media?name=${encodeURIComponent(name)}`,
      headers: { authorization: `Bearer ${account.apiKey}`, host: 'push.example', ...headers },
      payload,
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  };
  const fetchImage = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app().server.inject({ method, url: new URL(url).pathname, headers });
  const withKey = (account: Account): Browser => {
    const browser = app().browser();
    const { query } = browser;
    browser.query = (source, variables) =>
      query.call(browser, source, variables, { authorization: `Bearer ${account.apiKey}` });
    return browser;
  };

  test('are uploaded, served publicly as immutable, listed and deleted', async () => {
    const account = await app().newAccount();
    const { status, body, headers } = await upload(account, IMAGES.png, { name: 'Sommer schön.png' });
    expect(status).toBe(201);
    const hash = new URL(body.url).pathname.split('/').at(-1) ?? '';
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(body).toEqual({
      id: expect.any(String),
      url: `http://push.example/media/${hash}`,
      type: 'image/png',
      width: 24,
      height: 16,
      bytes: expect.any(Number),
    });
    expect(headers.location).toBe(body.url);
    const served = await fetchImage(body.url);
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(body.bytes),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${hash}"`,
    });
    expect(served.rawPayload.includes('SECRET')).toBe(false);
    expect(served.rawPayload).toHaveLength(body.bytes);
    const head = await fetchImage(body.url, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(body.bytes),
      0,
    ]);
    expect((await fetchImage(body.url, { 'if-none-match': `"${hash}"` })).statusCode).toBe(304);
    const { media, mediaUsage } = await withKey(account).data(LIST);
    expect(media.nodes).toEqual([
      { ...body, name: 'Sommer schön.png', url: expect.stringContaining(`/media/${hash}`), pushCount: 0 },
    ]);
    expect(mediaUsage).toEqual({
      count: 1,
      maxCount: 10_000,
      bytes: body.bytes,
      maxBytes: 300_000,
      maxFileBytes: 200_000,
    });
    const { mediaDelete } = await withKey(account).data(DELETE, { id: body.id });
    expect(mediaDelete).toEqual({ deletedId: body.id, userErrors: [] });
    expect((await fetchImage(body.url)).statusCode).toBe(404);
    expect(files()).toEqual([]);
  });

  test('are typed by their content, whatever the name and the header say', async () => {
    const account = await app().newAccount();
    for (const [bytes, type] of [
      [IMAGES.jpegTurned, 'image/jpeg'],
      [IMAGES.gif, 'image/gif'],
      [IMAGES.webp, 'image/webp'],
    ] as const) {
      const { body } = await upload(account, bytes, { name: 'page.html', headers: { 'content-type': 'text/html' } });
      expect(body.type).toBe(type);
      const served = await fetchImage(body.url);
      expect(served.headers['content-type']).toBe(type);
      expect(served.rawPayload.includes('SECRET')).toBe(false);
    }
    for (const [what, bytes] of [
      ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['html', '<!doctype html><script>alert(1)</script>'],
      ['pdf', '%PDF-1.4'],
      ['nothing', ''],
    ] as const) {
      const { status, body } = await upload(account, Buffer.from(bytes), {
        name: `${what}.png`,
        headers: { 'content-type': 'image/png' },
      });
      expect([what, status, body.field]).toEqual([what, 400, 'picture']);
    }
  });

  test('lose any trailing bytes, so that no second file hides behind them', async () => {
    const account = await app().newAccount();
    const { body } = await upload(account, Buffer.concat([IMAGES.png, Buffer.from('PK\u0003\u0004<script>')]));
    expect((await fetchImage(body.url)).rawPayload.includes('<script>')).toBe(false);
  });

  test('are the same image when they are uploaded again, and belong to one account', async () => {
    const [one, other] = [await app().newAccount(), await app().newAccount()];
    const first = await upload(one, IMAGES.gif);
    expect((await upload(one, IMAGES.gif)).body).toEqual(first.body);
    const theirs = await upload(other, IMAGES.gif);
    expect(theirs.body.url).not.toBe(first.body.url);
    const refused = await withKey(other).data(DELETE, { id: first.body.id });
    expect(refused.mediaDelete.userErrors).toMatchObject([{ field: ['id'], code: 'NOT_FOUND' }]);
    await withKey(other).data(DELETE, { id: theirs.body.id });
    expect((await fetchImage(first.body.url)).statusCode).toBe(200);
    expect((await withKey(other).data(LIST)).media.totalCount).toBe(0);
  });

  test('need a key that may write, or a session with the console header', async () => {
    const account = await app().newAccount();
    expect((await upload({ ...account, apiKey: 'wrong' }, IMAGES.png)).status).toBe(401);
    const { person } = app();
    const inject = (browser: Browser, headers: Record<string, string>) =>
      app().server.inject({
        method: 'POST',
        url: '/media',
        headers: { host: browser.host, cookie: browser.cookie, ...headers },
        payload: IMAGES.png,
      });
    const [editor, viewer] = [await person(account, 'EDITOR'), await person(account, 'VIEWER')];
    const mark = { 'x-pushgraph-console': '1' };
    expect((await inject(editor.browser, mark)).statusCode).toBe(201);
    expect((await inject(editor.browser, {})).statusCode).toBe(401);
    expect((await inject(editor.browser, { ...mark, origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await inject(viewer.browser, mark)).statusCode).toBe(403);
  });

  test('are limited in size, pixels, number and total, each with its own message', async () => {
    const account = await app().newAccount();
    const large = await upload(account, Buffer.alloc(200_001));
    expect([large.status, large.body.error]).toEqual([413, expect.stringContaining('MEDIA_MAX_BYTES')]);
    const bomb = Buffer.from(IMAGES.gif);
    bomb.writeUInt16LE(60_000, 6);
    bomb.writeUInt16LE(60_000, 8);
    const pixels = await upload(account, bomb);
    expect([pixels.status, pixels.body.error]).toEqual([400, expect.stringContaining('60000 × 60000 pixels')]);
    expect((await upload(account, padded(1, 180_000))).status).toBe(201);
    const full = await upload(account, padded(2, 180_000));
    expect([full.status, full.body.code, full.body.error]).toEqual([
      400,
      'TOO_MANY',
      expect.stringContaining('in total'),
    ]);
    (MAXIMA.media as { most: number }).most = 1;
    const fresh = await app().newAccount();
    expect((await upload(fresh, padded(3))).status).toBe(201);
    const another = await upload(fresh, padded(4));
    expect([another.body.code, another.body.error]).toEqual(['TOO_MANY', expect.stringContaining('at most 1 images')]);
    expect(files().filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('used by pushes are marked as used, and are deleted only on request', async () => {
    const account = await app().newAccount();
    const browser = withKey(account);
    const [image, icon] = [(await upload(account, padded(10))).body, (await upload(account, padded(11))).body];
    const push = async (shown: Json): Promise<string> => {
      const translations = [{ language: 'en', title: 'T', text: 'T', ...shown }];
      const made = await browser.data(
        'mutation ($i: PushInput!) { pushCreate(input: $i) { push { id } userErrors { message } } }',
        { i: { defaultLang: 'en', translations } },
      );
      return made.pushCreate.push.id;
    };
    const counts = async () =>
      Object.fromEntries((await browser.data(LIST)).media.nodes.map(({ id, pushCount }: Json) => [id, pushCount]));
    const id = await push({ image: image.url });
    await push({ image: image.url, icon: icon.url });
    expect(await counts()).toEqual({ [image.id]: 2, [icon.id]: 1 });
    const { mediaDelete } = await browser.data(DELETE, { id: image.id });
    expect(mediaDelete).toEqual({
      deletedId: null,
      userErrors: [
        {
          field: ['id'],
          code: 'CONFLICT',
          message: '2 pushes show this image. Remove it there first, or set `evenIfUsed`.',
        },
      ],
    });
    await browser.data(
      'mutation ($id: ID!, $i: PushInput!) { pushUpdate(id: $id, input: $i) { userErrors { message } } }',
      { id, i: { defaultLang: 'en', translations: [{ language: 'en', title: 'T', text: 'T', icon: icon.url }] } },
    );
    expect(await counts()).toEqual({ [image.id]: 1, [icon.id]: 2 });
    await browser.data('mutation ($id: ID!) { pushDelete(id: $id) { deletedId } }', { id });
    expect(await counts()).toEqual({ [image.id]: 1, [icon.id]: 1 });
    const forced = await browser.data(DELETE, { id: image.id, even: true });
    expect(forced.mediaDelete.deletedId).toBe(image.id);
  });

  test('count as used by the copies of a campaign too', async () => {
    const account = await app().newAccount();
    const browser = withKey(account);
    await browser.data('mutation { appCreate(input: { name: "Shop", provider: { webpush: true } }) { app { id } } }');
    const { body } = await upload(account, padded(12));
    const made = await browser.data(
      `mutation ($i: CampaignInput!) { campaignCreate(input: $i) { scheduler { id } userErrors { message } } }`,
      {
        i: {
          autoPush: {
            scheduler: { name: 'C', audience: { apps: { all: true } } },
            pushes: [{ defaultLang: 'en', translations: [{ language: 'en', title: 'T', text: 'T', image: body.url }] }],
            activate: false,
          },
        },
      },
    );
    await browser.data('mutation ($id: ID!) { schedulerDuplicate(id: $id) { userErrors { message } } }', {
      id: made.campaignCreate.scheduler.id,
    });
    expect((await browser.data(LIST)).media.nodes[0].pushCount).toBe(2);
  });

  test('leave neither row nor file after a failed upload; a full disk has its own message', async () => {
    const account = await app().newAccount();
    const { put } = store;
    for (const [isFull, says] of [
      [true, 'no room for more images'],
      [false, 'check MEDIA_URL'],
    ] as const) {
      store.put = () => Promise.reject(new MediaStoreError('the folder of MEDIA_URL answers ENOSPC', isFull));
      const { status, body } = await upload(account, padded(20));
      store.put = put;
      expect([status, body.error]).toEqual([503, expect.stringContaining(says)]);
    }
    expect((await withKey(account).data(LIST)).media.totalCount).toBe(0);
    expect((await upload(account, padded(20))).status).toBe(201);
  });

  test('of an upload that a kill interrupted are hidden, can be uploaded again, and are swept after an hour', async () => {
    const account = await app().newAccount();
    const { body } = await upload(account, padded(21));
    await app().database.tx((tx) => tx.query("UPDATE media SET state = 'storing'"));
    expect((await withKey(account).data(LIST)).media.nodes[0].url).toBeNull();
    expect((await upload(account, padded(21))).body).toEqual(body);
    expect((await withKey(account).data(LIST)).media.nodes[0].url).toContain('/media/');
    await app().database.tx((tx) =>
      tx.query("UPDATE media SET state = 'deleting' WHERE user_id = ?", [account.userId]),
    );
    expect((await fetchImage(body.url)).statusCode).toBe(404);
    expect((await upload(account, padded(21))).status).toBe(409);
    const signal = new AbortController().signal;
    await app().services.media.sweep(signal);
    expect((await withKey(account).data(LIST)).media.totalCount).toBe(1);
    app().clock.advance(3_600_001);
    await app().services.media.sweep(signal);
    expect((await withKey(account).data(LIST)).media.totalCount).toBe(0);
  });

  test('of a deleted account are swept with their files', async () => {
    const account = await app().newAccount();
    const { body } = await upload(account, padded(22));
    const hash = new URL(body.url).pathname.slice('/media/'.length);
    expect(files()).toContain(hash);
    await app().services.users.delete(account.userId, null);
    await purgeDeletedUsers(app().database, new AbortController().signal);
    const { delete: remove } = store;
    store.delete = () => Promise.reject(new MediaStoreError('the bucket of MEDIA_URL answers 503'));
    await app().services.media.sweep(new AbortController().signal);
    store.delete = remove;
    expect(files()).toContain(hash);
    await app().services.media.sweep(new AbortController().signal);
    expect(files()).not.toContain(hash);
    expect((await fetchImage(body.url)).statusCode).toBe(404);
  });

  test('of four concurrent uploads by one account are accepted; a fifth waits', async () => {
    const account = await app().newAccount();
    const other = await app().newAccount();
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { put } = store;
    let stored = 0;
    store.put = async (hash, bytes) => {
      stored += 1;
      await opened;
      return put.call(store, hash, bytes);
    };
    const waiting = [30, 31, 32, 33].map((n) => upload(account, padded(n)));
    await eventually('four uploads', () => (stored === 4 ? true : null));
    const fifth = await upload(account, padded(34));
    expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '2']);
    const theirs = upload(other, padded(35));
    open();
    expect((await Promise.all([...waiting, theirs])).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    store.put = put;
    expect((await upload(account, padded(34))).status).toBe(201);
  });

  test('of clients that disconnect before their key is checked occupy no slot', async () => {
    const account = await app().newAccount();
    const { keys } = app().services;
    const { authenticate } = keys;
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const places = new Set<ServerResponse>();
    const checked: Promise<unknown>[] = [];
    keys.authenticate = (header) => {
      const caller = opened.then(() => authenticate.call(keys, header));
      checked.push(caller);
      return caller;
    };
    const note = (_: IncomingMessage, response: ServerResponse) => void places.add(response);
    app().server.server.on('request', note);
    const leaving = new AbortController();
    const url = `${app().origin}/media`;
    const headers = { authorization: `Bearer ${account.apiKey}`, 'content-type': 'image/gif' };
    const left = [40, 41, 42, 43].map((n) =>
      fetch(url, { method: 'POST', headers, body: new Uint8Array(padded(n)), signal: leaving.signal }),
    );
    await eventually('four requests', () => (places.size === 4 ? true : null));
    leaving.abort();
    expect((await Promise.allSettled(left)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    await eventually('four closed requests', () => ([...places].every(({ closed }) => closed) ? true : null));
    app().server.server.off('request', note);
    open();
    expect(await Promise.all(checked)).toHaveLength(4);
    keys.authenticate = authenticate;
    // The requests continue after their checks.
    await setImmediate();
    await eventually('a place', async () => ((await upload(account, padded(44))).status === 201 ? true : null));
  });

  test('uploaded several times at once are stored once', async () => {
    const account = await app().newAccount();
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(account, padded(40))));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await withKey(account).data(LIST)).media.totalCount).toBe(1);
  });

  test('have a name that reveals nothing about the images of other accounts', async () => {
    const account = await app().newAccount();
    const { body } = await upload(account, padded(50));
    expect(body.url).not.toContain(createHash('sha256').update(padded(50)).digest('hex'));
  });

  test.each(['x', '..%2f..%2fmaster.key', 'A'.repeat(64), `${'a'.repeat(64)}.png`, 'a'.repeat(64)])(
    'GET /media/%s is no image',
    async (path) => {
      const { statusCode, headers } = await app().server.inject({ method: 'GET', url: `/media/${path}` });
      expect([statusCode, headers['cache-control']]).toEqual([404, undefined]);
    },
  );

  test('are in the audit log with their names', async () => {
    const account = await app().newAccount();
    const { body } = await upload(account, padded(60), { name: 'logo.gif' });
    await withKey(account).data(DELETE, { id: body.id });
    const { auditLog } = await withKey(account).data('{ auditLog { nodes { action subject } } }');
    expect(auditLog.nodes).toEqual([
      { action: 'mediaDelete', subject: 'logo.gif' },
      { action: 'mediaUpload', subject: 'logo.gif' },
    ]);
  });
});
