import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FreshDatabaseUrl, freshDatabaseUrl } from '../support/databases.js';
import { ServiceProcess } from '../support/service-process.js';

describe('the files of GraphiQL', () => {
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
  const ask = (path: string, encoding = 'identity'): Promise<Response> =>
    fetch(new URL(path, service.address), { headers: { 'accept-encoding': encoding } });

  test('include a page that runs only its own scripts and is revalidated each time', async () => {
    const page = await ask('/graphiql');
    expect({ status: page.status, cache: page.headers.get('cache-control') }).toEqual({
      status: 200,
      cache: 'no-cache',
    });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect(await page.text()).not.toMatch(/<script>|https?:/);
  });

  test('include scripts and styles that are named after their content, cached indefinitely, and compressed', async () => {
    const html = await (await ask('/graphiql')).text();
    const [icon, ...paths] = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(icon).toBe('/favicon.svg');
    expect(paths).toEqual([expect.stringMatching(/-[A-Z0-9]{8}\.css$/), expect.stringMatching(/-[A-Z0-9]{8}\.js$/)]);
    for (const path of paths) {
      const plain = await ask(path);
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(plain.headers.get('content-encoding')).toBeNull();
      const content = await plain.text();
      for (const encoding of ['br', 'gzip']) {
        const compressed = await ask(path, encoding);
        expect(compressed.headers.get('content-encoding')).toBe(encoding);
        expect(Number(compressed.headers.get('content-length'))).toBeLessThan(content.length * 0.6);
        expect(await compressed.text()).toBe(content);
      }
    }
  });

  test('include nothing else; any other path is not a route', async () => {
    for (const path of [
      '/graphiql/',
      '/graphiql/index.html.br',
      '/graphiql/..%2f..%2fpackage.json',
      '/graphiql/nothing.js',
    ]) {
      const answer = await ask(path);
      expect({ path, status: answer.status, body: await answer.json() }).toEqual({
        path,
        status: 404,
        body: { error: 'There is no such route.', req_id: expect.any(String) },
      });
    }
  });

  test('are not served by a worker', async () => {
    await using place = await freshDatabaseUrl('sqlite', { migrated: true });
    await using worker = await ServiceProcess.start({ DATABASE_URL: place.url, ROLE: 'worker' });
    expect(await worker.request('GET', '/graphiql')).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
  });
});
