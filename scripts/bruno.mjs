// `npm run bruno [FOLDER]`: generates a Bruno collection (https://www.usebruno.com) of REST and the device API from the
// OpenAPI document of this version, by default in artifacts/bruno. Each operation gets one request, with its first
// example.
import './check-node.mjs';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { root } from './freshness.mjs';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const indent = (text) => text.replace(/^(?=.)/gm, '  ');
const block = (name, text) => `${name} {\n${indent(text)}\n}\n`;
const pairs = (values) => values.map(([name, value]) => `${name}: ${value}`).join('\n');

const readDocument = async () => {
  const cli = join(await build(), 'cli', 'main.js');
  return JSON.parse(execFileSync(process.execPath, [cli, 'openapi'], { encoding: 'utf8' }));
};

/** The value of a parameter, so that the request can be sent unchanged. */
const exampleOf = ({ example, schema = {} }) =>
  example ?? schema.example ?? schema.enum?.[0] ?? schema.default ?? (schema.type === 'integer' ? 1 : '');

const bodyOf = ({ requestBody }) => {
  const { example, examples = {} } = requestBody?.content?.['application/json'] ?? {};
  return example ?? Object.values(examples)[0]?.value;
};

/** An API key, a device secret, or nothing. */
const authOf = (operation, document) => {
  const schemes = (operation.security ?? document.security).flatMap((way) => Object.keys(way));
  if (schemes.includes('apiKey')) return '{{apiKey}}';
  return schemes.includes('deviceSecret') ? '{{deviceSecret}}' : null;
};

const toRequest = ({ document, path, item, method, seq }) => {
  const operation = item[method];
  const resolved = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1)] : parameter,
  );
  const inPlace = (place) =>
    resolved.filter((parameter) => parameter.in === place).map((parameter) => [parameter.name, exampleOf(parameter)]);
  const [{ url: base }] = operation.servers ?? item.servers ?? document.servers;
  const url = `{{baseUrl}}${base.replace(/\/$/, '')}${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const body = bodyOf(operation);
  const auth = authOf(operation, document);
  const places = inPlace('path').map(([name, value]) => [name, name === 'service_id' ? '{{serviceId}}' : value || 1]);
  const lines = [
    ['url', url],
    ['body', body === undefined ? 'none' : 'json'],
    ['auth', auth === null ? 'none' : 'bearer'],
  ];
  // Optional parameters are included but disabled.
  const query = inPlace('query').map(([name, value]) => [`~${name}`, value]);
  return [
    block(
      'meta',
      pairs([
        ['name', operation.summary],
        ['type', 'http'],
        ['seq', seq],
      ]),
    ),
    block(method, pairs(lines)),
    ...(query.length > 0 ? [block('params:query', pairs(query))] : []),
    ...(places.length > 0 ? [block('params:path', pairs(places))] : []),
    ...(auth === null ? [] : [block('auth:bearer', `token: ${auth}`)]),
    ...(body === undefined ? [] : [block('body:json', JSON.stringify(body, null, 2))]),
    block('docs', operation.description ?? operation.summary),
  ].join('\n');
};

/** Returns every file of the collection by path. @param document the OpenAPI document */
export const toCollection = (document) => {
  const collection = { version: '1', name: 'pushgraph', type: 'collection', ignore: ['node_modules', '.git'] };
  const variables = [
    ['baseUrl', 'http://127.0.0.1:4000'],
    ['serviceId', 'SERVICE_ID'],
  ];
  const files = new Map([
    ['bruno.json', `${JSON.stringify(collection, null, 2)}\n`],
    ['environments/local.bru', `${block('vars', pairs(variables))}vars:secret [\n  apiKey,\n  deviceSecret\n]\n`],
  ]);
  let seq = 0;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => item[name])) {
      seq += 1;
      const { tags = ['others'], operationId } = item[method];
      files.set(`${tags[0]}/${operationId}.bru`, toRequest({ document, path, item, method, seq }));
    }
  }
  return files;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const target = resolve(process.argv[2] ?? join(root, 'artifacts', 'bruno'));
  const files = toCollection(await readDocument());
  rmSync(target, { recursive: true, force: true });
  for (const [name, text] of files) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), text);
  }
  process.stdout.write(`${target}: ${files.size} files\n`);
}
