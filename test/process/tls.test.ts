import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { generate } from 'selfsigned';
import { NodeProcess } from '../support/child-process.js';
import { eventually } from '../support/eventually.js';
import { ServiceProcess } from '../support/service-process.js';
import type { StartedService } from '../support/services/guarded-process.js';
import { findMysqld, startMysql } from '../support/services/mysql-server.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const LOCALHOST = [
  {
    name: 'subjectAltName' as const,
    altNames: [
      { type: 2 as const, value: 'localhost' },
      { type: 7 as const, ip: '127.0.0.1' },
    ],
  },
];

const makeCertificate = async () => {
  const options = { keyType: 'ec' as const, curve: 'P-256' as const, extensions: LOCALHOST };
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], options);
  return { key, cert };
};

const servers: Server[] = [];
const sockets = new Set<Socket>();

/** A TLS front end for a server that has no TLS. */
const serveTls = (tls: { key: string; cert: string }, behind: number): Promise<number> => {
  const server = createTlsServer(tls, (socket) => {
    const upstream = connectTcp(behind, '127.0.0.1');
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => void [socket.destroy(), upstream.destroy()]);
    }
    socket.pipe(upstream).pipe(socket);
  });
  server.on('tlsClientError', () => undefined);
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
};

let folder: string;
let mysql: StartedService | null = null;
let trusted: { key: string; cert: string };

const canRun = findMysqld() !== null && process.env.TEST_MYSQL_URL;
const withMysql = canRun ? describe : describe.skip;

withMysql('TLS', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushgraph-tls-'));
    trusted = await makeCertificate();
    await writeFile(join(folder, 'ca.pem'), trusted.cert);
    await writeFile(join(folder, 'other.pem'), (await makeCertificate()).cert);
    mysql = await startMysql({ tls: trusted });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
    await mysql?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** @param name the name of a new database */
  const databaseUrl = async (name: string, { host = 'localhost', query = '' } = {}): Promise<string> => {
    const url = new URL(mysql?.url ?? '');
    const admin = await createConnection({ uri: url.href, ssl: { rejectUnauthorized: false } });
    await admin.query(`CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4`);
    await admin.end();
    url.hostname = host;
    url.pathname = `/${name}`;
    return url.href + query;
  };

  const secret = async (name: string, value: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, `${value}\n`);
    return path;
  };

  test('protects the database, the jobs and Redis of a service whose secrets are in files', async () => {
    const ca = join(folder, 'ca.pem');
    const url = await databaseUrl('whole', { query: `?ssl=true&ssl-ca=${ca}` });
    const key = 'a-key-that-lies-in-a-file';
    const env: Record<string, string> = {
      DATABASE_URL_FILE: await secret('database-url', url),
      MASTER_KEY_FILE: await secret('master-key', MASTER_KEY),
      BOOTSTRAP_API_KEY_FILE: await secret('bootstrap-key', key),
      BOOTSTRAP_API_KEY: '',
      NODE_EXTRA_CA_CERTS: ca,
    };
    const { TEST_REDIS_URL: redis, TEST_MONGO_URL: mongo } = process.env;
    if (redis) {
      const port = await serveTls(trusted, Number(new URL(redis).port));
      // Connects by IP address: the certificate names that too.
      env.REDIS_URL_FILE = await secret('redis-url', `rediss://127.0.0.1:${port}`);
    }
    if (mongo) {
      const port = await serveTls(trusted, Number(new URL(mongo).port));
      const path = `${new URL(mongo).pathname.slice(1) || 'tls'}`;
      env.JOBS_URL_FILE = await secret('jobs-url', `mongodb://localhost:${port}/${path}?tls=true&tlsCAFile=${ca}`);
    }
    await using service = await ServiceProcess.start(env);
    expect(await service.request('GET', '/readyz')).toMatchObject({ status: 200, body: { ready: true } });
    expect(await service.request('GET', '/api/b/v2/apps', { bearer: key })).toMatchObject({ status: 200 });
    if (redis) {
      await eventually('Redis', async () => {
        const metrics = await (await fetch(`${service.address}/metrics`)).text();
        return /^pushgraph_redis_connected 1$/m.test(metrics) || null;
      });
    }
    expect(await service.terminate()).toMatchObject({ code: 0 });
    const written = [...service.process.stdout, ...service.process.stderr].join('\n');
    for (const hidden of [key, MASTER_KEY, new URL(url).password, 'DeprecationWarning']) {
      expect(written).not.toContain(hidden);
    }
  });

  test.each([
    ['ssl-mode=REQUIRED', '127.0.0.1'],
    ['ssl-mode=VERIFY_CA&ssl-ca=ca.pem', '127.0.0.1'],
    ['ssl-mode=VERIFY_IDENTITY&ssl-ca=ca.pem', 'localhost'],
  ])('with %s works at %s', async (query, host) => {
    const url = await databaseUrl('modes', { host, query: `?${query.replace('ca.pem', join(folder, 'ca.pem'))}` });
    await using service = await ServiceProcess.start({ DATABASE_URL: url, MASTER_KEY });
    expect(await service.request('GET', '/readyz')).toMatchObject({ status: 200 });
  });

  test.each([
    ['without TLS where it is demanded', '', /(?:must connect with TLS|accepts only TLS connections).*\?ssl=true/],
    ['with an unknown authority', '?ssl=true', /TLS with the database failed \(self.signed certificate.*\); /],
    ['with the authority of another', '?ssl=true&ssl-ca=other.pem', /TLS with the database failed \(.*\); /],
  ])('%s is refused with one line', async (_, query, problem) => {
    const url = await databaseUrl('refused', { query: query.replace('other.pem', join(folder, 'other.pem')) });
    expect(await refusal(url)).toMatch(problem);
  });

  test('to a server without TLS fails with one line', async () => {
    const plain = new URL(process.env.TEST_MYSQL_URL ?? '');
    plain.hostname = 'localhost';
    expect(await refusal(`${plain.href}?ssl=true`)).toMatch(
      /the database does not support TLS|TLS with the database failed/,
    );
  });

  const refusal = async (url: string): Promise<string> => {
    await using starting = new NodeProcess('src/main.js', { PORT: '0', DATABASE_URL: url, MASTER_KEY });
    expect(await starting.exited).toMatchObject({ code: 1 });
    expect(starting.stdout).toEqual([]);
    expect(starting.stderr).toEqual([expect.stringMatching(/^DATABASE_URL: .*\.$/)]);
    expect(starting.stderr.join()).not.toContain(new URL(url).password);
    return starting.stderr.join();
  };
});
