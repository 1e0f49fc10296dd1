import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findPackageRoot } from '../../src/package-root.js';
import { type FreshDatabaseUrl, freshDatabaseUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { ServiceProcess } from '../support/service-process.js';

const REQUESTS = 400;
/** Separate copies would take 80 MB for the smallest of these answers, and 750 MB for the largest. */
const MAX_GROWTH_MB = 60;
/** After this many round trips of another client, an earlier request is being answered. */
const TURNS = 20;

const largestOf = async (folder: string): Promise<string> => {
  const path = `${await findPackageRoot()}/dist-web/${folder}`;
  const scripts = readdirSync(path).filter((name) => name.endsWith('.js'));
  const sizes = scripts.map((name) => ({ name, size: readFileSync(`${path}/${name}`).length }));
  return sizes.reduce((one, other) => (other.size > one.size ? other : one)).name;
};

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** Requests without a key, which anyone who reaches the port can send. */
(process.platform === 'linux' ? describe : describe.skip)('large answers to whoever asks', () => {
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

  /** Sends all requests on one connection, and reads nothing while the service may still prepare answers. */
  const ask = async (path: string) => {
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(REQUESTS - 1));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    for (let turn = 0; turn < TURNS; turn += 1) await service.request('GET', '/healthz');
    return socket;
  };

  test.each([
    ['GraphiQL', async () => `/graphiql/${await largestOf('graphiql')}`],
    ['the console', async () => `/console/assets/${await largestOf('console')}`],
    ['Swagger UI', async () => '/docs/static/swagger-ui-bundle.js'],
    ['the description as JSON', async () => '/docs/json'],
    ['the description as YAML', async () => '/docs/yaml'],
    ['the description for programs', async () => '/api/b/v2/openapi.json'],
  ])('of %s are in memory once, and leave nothing open when the client disconnects', async (_what, find) => {
    const { pid } = service.process;
    const path = await find();
    expect(await (await fetch(service.address + path)).text()).not.toBe('');
    const descriptors = () => readdirSync(`/proc/${pid}/fd`).length;
    const [open, usedMb] = [descriptors(), residentMb(pid)];
    const unread = await ask(path);
    expect(residentMb(pid) - usedMb).toBeLessThan(MAX_GROWTH_MB);
    unread.destroy();
    await eventually('the descriptors', () => descriptors() <= open + 5 || null);
  });

  test('arrive completely, and as often as requested', async () => {
    const path = '/docs/static/swagger-ui.css';
    const { length } = await (await fetch(service.address + path)).text();
    const socket = await ask(path);
    let bytes = 0;
    for await (const part of socket) bytes += part.length;
    expect(bytes).toBeGreaterThan(length * REQUESTS);
  });
});
