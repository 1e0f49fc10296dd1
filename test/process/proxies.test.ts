import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test as allTests, beforeAll, describe, expect } from '@jest/globals';
import { generate } from 'selfsigned';
import { WebSocket } from 'ws';
import { freshDatabaseUrl } from '../support/databases.js';
import { readRepositoryFile } from '../support/repository.js';
import { SERVICE_KEY, ServiceProcess } from '../support/service-process.js';
import { findBinary } from '../support/services/find-binary.js';
import { freePort, type GuardedProcess, reachable, startGuarded } from '../support/services/guarded-process.js';

interface Ports {
  readonly service: string;
  readonly plain: number;
  readonly tls: number;
}

interface Proxy {
  readonly name: string;
  /** null if this machine does not have it. */
  readonly program: string | null;
  /** Writes the configuration from deploy/ with other ports and another certificate; returns the arguments. */
  readonly configure: (folder: string, ports: Ports) => Promise<string[]>;
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    program: process.env.NGINX_PATH || null,
    configure: (folder, ports) => configureNginx(folder, ports),
  },
  { name: 'Caddy', program: findBinary('caddy'), configure: (folder, ports) => configureCaddy(folder, ports) },
];

describe.each(PROXIES)('behind $name, as deploy/ configures it', ({ program, configure }) => {
  const bin: AsyncDisposable[] = [];
  let proxy: GuardedProcess;
  let [plain, tls] = [0, 0];
  let ca = '';

  // A proxy that is not installed counts as skipped.
  const test = program === null ? allTests.skip : allTests;

  beforeAll(async () => {
    if (program === null) return;
    const place = await freshDatabaseUrl('sqlite', { migrated: true });
    bin.push(place);
    const env = { DATABASE_URL: place.url, TRUST_PROXY: '127.0.0.1', BAD_KEYS_PER_MINUTE: '3' };
    const service = await ServiceProcess.start(env);
    bin.push(service);
    [plain, tls] = [await freePort(), await freePort()];
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-nginx-'));
    bin.push({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) });
    ca = await writeCertificate(folder);
    const options = await configure(folder, { service: new URL(service.address).port, plain, tls });
    // Caddy opens its ports one by one, in any order.
    proxy = await startGuarded([program, ...options], folder, async () => {
      for (const port of [plain, tls]) await reachable(port);
    });
  });
  afterAll(async () => {
    await proxy?.stop();
    for (const each of bin.reverse()) await each[Symbol.asyncDispose]();
  });

  const get = async (path: string, headers: Record<string, string> = {}, localAddress = '127.0.0.1') => {
    const options = { host: 'localhost', port: tls, path, ca, headers, localAddress, family: 4, agent: false };
    const [response] = await once(requestTls(options).end(), 'response');
    response.resume();
    return { status: response.statusCode as number, headers: response.headers as Record<string, string> };
  };

  test('plain HTTP redirects to https, whose answers carry HSTS', async () => {
    const options = { host: '127.0.0.1', port: plain, path: '/readyz?x=1', headers: { host: 'localhost' } };
    const [redirect] = await once(requestPlain(options).end(), 'response');
    redirect.resume();
    expect([301, 308]).toContain(redirect.statusCode);
    // The port differs from a real installation.
    expect(redirect.headers.location?.replace(/:\d+/, '')).toBe('https://localhost/readyz?x=1');
    const answer = await get('/readyz');
    expect(answer.status).toBe(200);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('subscriptions get through', async () => {
    const socket = new WebSocket(`wss://localhost:${tls}/graphql`, 'graphql-transport-ws', { ca, family: 4 });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${SERVICE_KEY}` } }));
    const [message] = await once(socket, 'message');
    expect(JSON.parse(String(message))).toMatchObject({ type: 'connection_ack' });
    socket.close();
    await once(socket, 'close');
  });

  test('a file of devices may be larger than any other request', async () => {
    const authorization = `Bearer ${SERVICE_KEY}`;
    const send = async (method: string, path: string, body: string, headers: Record<string, string> = {}) => {
      const options = { host: 'localhost', port: tls, method, path, ca, headers, family: 4, agent: false };
      const [response] = await once(requestTls(options).end(body), 'response');
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      return { status: response.statusCode as number, text: Buffer.concat(parts).toString() };
    };
    const ask = async (query: string) => {
      const headers = { authorization, 'content-type': 'application/json' };
      return JSON.parse((await send('POST', '/graphql', JSON.stringify({ query }), headers)).text).data;
    };
    const { appCreate } = await ask(
      'mutation { appCreate(input: { name: "a", provider: { webpush: true } }) { app { id } } }',
    );
    const { deviceImportCreate } = await ask(
      `mutation { deviceImportCreate(input: { appId: "${appCreate.app.id}", fileName: "a.csv", format: CSV }) { uploadUrl } }`,
    );
    const file = `endpoint,p256dh,auth\n${'x,y,z\n'.repeat(500_000)}`;
    expect(await send('PUT', deviceImportCreate.uploadUrl, file)).toEqual({ status: 204, text: '' });
  });

  test('metrics are for this machine only, and a caller cannot forge a different address', async () => {
    expect((await get('/metrics')).status).toBe(200);
    expect((await get('/metrics', {}, '127.0.0.2')).status).toBe(403);
    const statuses: number[] = [];
    for (let n = 1; n <= 5; n += 1) {
      const headers = { authorization: `Bearer not-a-key-${n}-of-anybody`, 'x-forwarded-for': `203.0.113.${n}` };
      statuses.push((await get('/api/b/v2/apps', headers, '127.0.0.2')).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    // Another address is not delayed by this.
    expect((await get('/api/b/v2/apps', { authorization: 'Bearer not-a-key-either-at-all' }, '127.0.0.3')).status).toBe(
      401,
    );
  });
});

/** Makes a certificate for localhost; returns its authority. */
const writeCertificate = async (folder: string): Promise<string> => {
  const altNames = [{ type: 2 as const, value: 'localhost' }];
  const extensions = [{ name: 'subjectAltName' as const, altNames }];
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    extensions,
  });
  await writeFile(join(folder, 'cert.pem'), made.cert);
  await writeFile(join(folder, 'key.pem'), made.private);
  return made.cert;
};

const configureNginx = async (folder: string, { service, plain, tls }: Ports): Promise<string[]> => {
  const site = readRepositoryFile('deploy/nginx/pushgraph.conf')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
    .replace('127.0.0.1:4000', `127.0.0.1:${service}`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`);
  await writeFile(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // A worker process would outlive a master that is killed.
  const main = `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\n${process.getuid?.() === 0 ? 'user root;\n' : ''}events {}
http {\n  access_log off;\n  ${temporary.join('\n  ')}\n  include site.conf;\n}\n`;
  await writeFile(join(folder, 'nginx.conf'), main);
  return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
};

const configureCaddy = async (folder: string, { service, plain, tls }: Ports): Promise<string[]> => {
  const site = readRepositoryFile('deploy/caddy/Caddyfile')
    .replace('push.example.com {', `localhost {\n\ttls ${folder}/cert.pem ${folder}/key.pem`)
    .replace('127.0.0.1:4000', `127.0.0.1:${service}`);
  const ports = `http_port ${plain}\n\thttps_port ${tls}\n\tdefault_bind 127.0.0.1`;
  const main = `{\n\tadmin off\n\t${ports}\n\tstorage file_system ${folder}/caddy\n}\n`;
  await writeFile(join(folder, 'Caddyfile'), main + site);
  return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
};
