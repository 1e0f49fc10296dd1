import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createOpenapiDocument } from '../../src/openapi/create-openapi-document.js';
import { type FreshDatabaseUrl, freshDatabaseUrl } from '../support/databases.js';
import { ServiceProcess } from '../support/service-process.js';

/** The service runs in its own process, because Jest cannot load the page's plugin. */
describe('the page that describes the REST interface', () => {
  let database: FreshDatabaseUrl;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await freshDatabaseUrl('sqlite', { migrated: true });
    service = await ServiceProcess.start({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });
  const ask = (path: string): Promise<Response> => fetch(new URL(path, service.address));

  test('loads all its resources from the service itself', async () => {
    const page = await ask('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    const paths = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((path) => path.includes('favicon'))).toEqual(['/docs/static/theme/favicon.svg']);
    for (const path of paths) {
      expect(path).toMatch(/^\/docs\//);
      expect((await ask(path)).status).toBe(200);
    }
    expect(await (await ask('/docs/static/swagger-initializer.js')).text()).not.toMatch(/https?:\/\/(?!stackoverflow)/);
  });

  test('shows the served document', async () => {
    const document = JSON.parse(JSON.stringify(createOpenapiDocument()));
    expect(await (await ask('/docs/json')).json()).toEqual(document);
    expect(await (await ask('/api/b/v2/openapi.json')).json()).toEqual(document);
  });

  test('does not weaken the policy of other answers', async () => {
    for (const path of ['/api/b/v2/openapi.json', '/api/b/v2/apps', '/nowhere']) {
      const policy = (await ask(path)).headers.get('content-security-policy');
      expect({ path, policy }).toEqual({ path, policy: "default-src 'none';frame-ancestors 'none'" });
    }
  });
});
