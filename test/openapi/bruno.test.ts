import { expect, test } from '@jest/globals';
import { bruToEnvJsonV2, bruToJsonV2 } from '@usebruno/lang';
import { toCollection } from '../../scripts/bruno.mjs';
import { createOpenapiDocument } from '../../src/openapi/create-openapi-document.js';

test('the Bruno collection has a valid request for each operation of the OpenAPI document', () => {
  const document = createOpenapiDocument();
  const files: ReadonlyMap<string, string> = toCollection(document);
  const requests = [...files].filter(([name]) => name.endsWith('.bru') && !name.startsWith('environments/'));
  const read = requests.map(([, text]) => bruToJsonV2(text));
  const sent = read.map(({ http }) => `${http.method} ${http.url.replace('{{baseUrl}}', '')}`);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => `${method} ${path.startsWith('/sdk/') ? '' : '/api/b/v2'}${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(sent.toSorted()).toEqual(operations.toSorted());
  for (const { http, body, auth, params = [] } of read) {
    expect([http.url, http.body === 'json']).toEqual([http.url, body?.json !== undefined]);
    if (body?.json) expect(() => JSON.parse(body.json)).not.toThrow();
    if (http.auth === 'bearer') expect(auth.bearer.token).toMatch(/^\{\{(?:apiKey|deviceSecret)\}\}$/);
    for (const { type, value, enabled } of params) {
      if (type === 'path') expect([http.url, enabled, value]).toEqual([http.url, true, expect.stringMatching(/./)]);
    }
  }
  const { variables } = bruToEnvJsonV2(files.get('environments/local.bru') ?? '');
  const secrets = variables.filter(({ secret }: { secret: boolean }) => secret);
  expect(secrets.map(({ name }: { name: string }) => name)).toEqual(['apiKey', 'deviceSecret']);
});
