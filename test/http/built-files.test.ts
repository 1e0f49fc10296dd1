import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { serveBuiltFiles } from '../../src/http/built-files.js';

const SOURCE = 'x'.repeat(100_000);
const sent: unknown[] = [];
let folder: string;
let server: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'built-files-'));
  await writeFile(join(folder, 'page.js'), SOURCE);
  await writeFile(join(folder, 'page.js.br'), 'small');
  server = fastify();
  server.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload);
  });
  serveBuiltFiles(server, { folder, files: ['page.js', 'page.js.br', 'index.html'], path: '/page' });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const ask = (headers: Record<string, string> = {}) => server.inject({ url: '/page/page.js', headers });

test('all answers in progress share the same bytes', async () => {
  sent.length = 0;
  const atOnce = await Promise.all(Array.from({ length: 50 }, () => ask()));
  const later = await ask();
  for (const { body } of [...atOnce, later]) expect(body).toBe(SOURCE);
  expect(sent).toHaveLength(51);
  expect(new Set(sent).size).toBe(1);
});

test('each encoding is a separate file', async () => {
  const { body, headers } = await ask({ 'accept-encoding': 'gzip, br' });
  expect([body, headers['content-encoding'], headers.vary]).toEqual(['small', 'br', 'accept-encoding']);
  expect((await ask({ 'accept-encoding': 'deflate' })).headers['content-encoding']).toBeUndefined();
});

test('a missing file is read again at the next request', async () => {
  const path = join(folder, 'page.js.gz');
  expect((await ask({ 'accept-encoding': 'gzip' })).statusCode).toBe(500);
  await writeFile(path, 'gzipped');
  expect((await ask({ 'accept-encoding': 'gzip' })).body).toBe('gzipped');
});
