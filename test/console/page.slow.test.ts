import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FreshDatabaseUrl, freshDatabaseUrl } from '../support/databases.js';
import { ServiceProcess } from '../support/service-process.js';

const FOLDER = fileURLToPath(new URL('../../dist-web/console/', import.meta.url));
/** The gzipped size of everything that the browser loads before the first page is shown. */
const FIRST_LOAD_BYTES = 220 * 1024;

describe('the page of the console', () => {
  let database: FreshDatabaseUrl;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await freshDatabaseUrl('sqlite', { migrated: true });
    service = await ServiceProcess.start({ DATABASE_URL: database.url, ROLE: 'api' });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });
  const ask = (path: string, encoding = 'identity', language = '*'): Promise<Response> =>
    fetch(new URL(path, service.address), { headers: { 'accept-encoding': encoding, 'accept-language': language } });
  const filesOf = (html: string): string[] =>
    [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

  test('is served at every address that is neither a file nor an API, with one strict policy', async () => {
    for (const path of ['/console', '/console/campaigns/abc', '/console/join']) {
      const answer = await ask(path);
      expect({ status: answer.status, cache: answer.headers.get('cache-control') }).toEqual({
        status: 200,
        cache: 'no-cache',
      });
      const policy = answer.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']{20,}';/);
      expect(policy).not.toContain('unsafe');
      const html = await answer.text();
      expect(html).toContain(`content="${nonce}"`);
      expect(html).not.toMatch(/<script>|<style|\{\{/);
    }
    const policies = await Promise.all([ask('/console'), ask('/console')]);
    expect(new Set(policies.map(({ headers }) => headers.get('content-security-policy'))).size).toBe(2);
  });

  test('has files that are cached indefinitely and compressed, and refuses missing ones', async () => {
    const paths = filesOf(await (await ask('/console')).text());
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      const answer = await ask(path, 'br');
      expect({ path, status: answer.status, encoding: answer.headers.get('content-encoding') }).toEqual({
        path,
        status: 200,
        encoding: path.endsWith('.woff2') ? null : 'br',
      });
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect((await ask('/console/assets/gone-12345678.js')).status).toBe(404);
    expect((await ask('/console/assets/..%2f..%2fpackage.json')).status).toBe(404);
  });

  test("loads everything for the overview at once, in the browser's language, at most 220 KB", async () => {
    const html = await (await ask('/console', 'identity', 'fr-CH, de-AT;q=0.9, en;q=0.8')).text();
    const first = filesOf(html).map((path) => path.replace('/console/assets/', ''));
    expect(html).toContain('<link rel="preload" as="fetch" crossorigin href="/console/session">');
    const texts = await readScripts(await readdir(FOLDER));
    expect(first).toEqual(expect.arrayContaining([languageChunk(texts), ...overviewChunks(texts)]));
    expect(new Set(first).size).toBe(first.length);
    const sizes = await Promise.all(
      first.map(async (file) => (await stat(`${FOLDER}${file}${file.endsWith('.woff2') ? '' : '.gz'}`)).size),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    process.stdout.write(`first load of the console: ${Math.round(total / 1024)} KB\n`);
    expect(total).toBeLessThan(FIRST_LOAD_BYTES);
    // Only one language is loaded, and English is the default.
    const english = filesOf(await (await ask('/console')).text());
    expect(english).toHaveLength(first.length);
    expect(english).not.toContain(`/console/assets/${languageChunk(texts)}`);
  });
});

type Texts = ReadonlyMap<string, string>;

const readScripts = async (files: readonly string[]): Promise<Texts> => {
  const scripts = files.filter((file) => file.endsWith('.js'));
  return new Map(
    await Promise.all(scripts.map(async (file) => [file, await readFile(`${FOLDER}${file}`, 'utf8')] as const)),
  );
};

const fileWith = (texts: Texts, isWanted: (text: string) => boolean): string => {
  const [found] = [...texts].find(([, text]) => isWanted(text)) ?? [];
  if (found === undefined) throw new Error('no script is like that');
  return found;
};

/** Loads German, whose texts are longer. */
const languageChunk = (texts: Texts): string =>
  fileWith(texts, (text) => /"overview\.title":"(?:Ü|\\xDC)bersicht"/.test(text));

/** The chunk of the overview and its static imports. */
const overviewChunks = (texts: Texts): string[] => {
  const open = [fileWith(texts, (text) => /"overview\.title"(?!:)/.test(text))];
  const found = new Set<string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const names = [...(texts.get(file) ?? '').matchAll(/from"\.\/([\w-]+\.js)"/g)].map(([, name = '']) => name);
    open.push(...names);
  }
  return [...found];
};
