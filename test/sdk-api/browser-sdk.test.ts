import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { browserSdkPlugin } from '../../src/sdk-api/browser-sdk-plugin.js';

const REPOSITORY = new URL('../../', import.meta.url);
const FILES = ['/sdk/web.js', '/sdk/sw.js'];
let server: FastifyInstance;

beforeAll(async () => {
  server = fastify();
  await server.register(browserSdkPlugin());
});
afterAll(() => server.close());

const ask = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

describe.each(FILES)('%s', (url) => {
  test('is served in the best encoding that the client accepts, and caches keep the encodings apart', async () => {
    const plain = await ask(url);
    const gzip = await ask(url, { 'accept-encoding': 'gzip, deflate' });
    const brotli = await ask(url, { 'accept-encoding': 'gzip, deflate, br' });
    expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect([plain, gzip, brotli].map(({ headers }) => headers.vary)).toEqual(Array(3).fill('accept-encoding'));
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  test('honours quality values and refused encodings', async () => {
    const encodingFor = async (accepted: string) =>
      (await ask(url, { 'accept-encoding': accepted })).headers['content-encoding'];
    expect(await encodingFor('GZIP;q=0.5')).toBe('gzip');
    expect(await encodingFor('br;q=0, gzip;q=0.8')).toBe('gzip');
    expect(await encodingFor('gzip;q=0.000')).toBeUndefined();
    expect(await encodingFor('zstd')).toBeUndefined();
  });

  test('is not sent again to a cache that has it', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { etag } = (await ask(url, { 'accept-encoding': encoding })).headers;
      expect(etag).toMatch(/^"[\w-]+"$/);
      const known = [`${etag}`, `"another", ${etag}`, `W/${etag}`, '*'];
      for (const condition of known) {
        const answer = await ask(url, { 'accept-encoding': encoding, 'if-none-match': condition });
        expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
        expect(answer.headers).toMatchObject({ vary: 'accept-encoding', 'access-control-allow-origin': '*' });
      }
      const answer = await ask(url, { 'accept-encoding': encoding, 'if-none-match': '"another"' });
      expect(answer.statusCode).toBe(200);
    }
  });
});

test('the SDK can be imported for server rendering, and supports nothing there', async () => {
  const script = `
    const { Pushgraph } = await import('./public/sdk/web.js');
    const push = new Pushgraph({ serviceId: 'app', baseUrl: 'https://push.example.com' });
    const failed = await Promise.all([push.subscribe(), push.track('reg'), push.unsubscribe()].map(
      (call) => call.catch(({ code }) => code)));
    push.onPermissionChange(() => {})();
    const state = [Pushgraph.isSupported, push.permission, push.deviceId, await push.subscribe({ prompt: false })];
    console.log(JSON.stringify([...state, ...failed]));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: REPOSITORY });
  expect(JSON.parse(stdout)).toEqual([false, 'unsupported', null, null, ...Array(3).fill('unsupported')]);
  expect(stderr).toBe('');
});
