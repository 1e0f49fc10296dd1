import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createOpenapiDocument, createSdkDocument } from '../../src/openapi/create-openapi-document.js';
import { openapiPlugin } from '../../src/openapi/openapi-plugin.js';
import { eachDatabase } from '../support/databases.js';
import { startHttpApp } from '../support/http-app.js';
import { OPENAPI_3_1 } from '../support/openapi-schema.js';

const document = JSON.parse(JSON.stringify(createSdkDocument()));
const PREFIX = '/sdk/v1';

describe('the OpenAPI document of the device API', () => {
  test('is valid OpenAPI 3.1 without unresolved references or unused parts', () => {
    const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: false });
    ajv.validate(OPENAPI_3_1, document);
    expect(ajv.errorsText(ajv.errors)).toBe('No errors');
    const used = new Set([...JSON.stringify(document).matchAll(/"#\/components\/([^"]+)"/g)].map(([, name]) => name));
    const { securitySchemes, ...referenced } = document.components;
    const present = Object.entries(referenced).flatMap(([kind, parts]) =>
      Object.keys(parts as object).map((name) => `${kind}/${name}`),
    );
    expect([...used].sort()).toEqual(present.sort());
    expect(Object.keys(securitySchemes)).toEqual(['deviceSecret']);
  });

  test('has one server and no server per path, so that generated clients need no changes', () => {
    expect(document.servers.map(({ url }: { url: string }) => url)).toEqual([PREFIX]);
    for (const path of Object.values(document.paths)) expect(path).not.toHaveProperty('servers');
  });

  test('describes the same operations as the REST document, under its own server', () => {
    const whole = JSON.parse(JSON.stringify(createOpenapiDocument())).paths;
    const ofDevices = Object.keys(whole).filter((path) => path.startsWith(`${PREFIX}/`));
    expect(Object.keys(document.paths).map((path) => PREFIX + path)).toEqual(ofDevices);
    for (const path of ofDevices) {
      const { servers: _, ...operations } = whole[path];
      expect(document.paths[path.slice(PREFIX.length)]).toEqual(operations);
    }
  });

  test('is public, including for pages of other origins', async () => {
    const [sqlite] = eachDatabase();
    if (!sqlite) throw new Error('SQLite is always there');
    await using app = await startHttpApp(sqlite, { plugins: [openapiPlugin] });
    const answer = await app.server.inject({ url: `${PREFIX}/openapi.json` });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(answer.json()).toEqual(document);
  });
});
