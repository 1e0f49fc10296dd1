import { existsSync, readFileSync } from 'node:fs';
import { Agent, request as open } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { freshDatabaseUrl } from '../support/databases.js';
import { ServiceProcess } from '../support/service-process.js';
import { HOSTILE_REQUESTS, type HostileRequest } from './support/hostile-requests.js';

const MAX_CPU_MS = 10;
/** A factor for a slow or busy machine: how much longer `JSON.parse` takes for the same size. */
const MAX_TIMES_PARSING = 2.6;
const TRIES = { atLeast: 2, atMost: 10 };
/** JSON of the maximum body size takes 8 ms, and longer while others use memory and CPU. */
const ROUNDS = { count: 20, pauseMs: 500 };

/** The CPU time of a process's main thread so far, if the system reports it. */
const readCpuMs = (pid: number): number => {
  const file = `/proc/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ', 1)[0]) / 1_000_000 : 0;
};

/** Objects with names and texts, of the maximum body size. */
const TO_PARSE = JSON.stringify(
  Array.from({ length: 20_000 }, (_, at) => ({ name: `name ${at}`, text: 'x'.repeat(20) })),
);

/** The minimum of several attempts in this process, which is as busy or slow as the service's. */
const readParsingMs = (): number => {
  const tries = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    JSON.parse(TO_PARSE);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
};

/** Connections follow one another, so each request has the process to itself. */
const sender = (address: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return ({ method = 'GET', path, headers = {}, body }: HostileRequest) =>
    new Promise<number>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const { hostname, port } = new URL(address);
      const options = { agent, hostname, port, method, path, headers: { ...headers, ...length } };
      const request = open(options, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      });
      request.once('error', reject);
      request.end(body);
    });
};

test('no hostile request to any API takes 10 ms of CPU or causes an internal error', async () => {
  await using place = await freshDatabaseUrl('sqlite', { migrated: true });
  await using service = await ServiceProcess.start({ DATABASE_URL: place.url, ROLE: 'api' });
  const { body: made } = await service.api('POST', '/apps', { push_provider: 'webpush', name: 'Shop' });
  const { body: app } = await service.api('GET', `/apps/${made.id}`);
  const send = sender(service.address);
  /** The minimum of several attempts excludes most other load. */
  const measure = async (request: HostileRequest, mostMs: number) => {
    const path = request.path.replace('SERVICE', app.service_id);
    let [status, cpuMs] = [0, Number.POSITIVE_INFINITY];
    for (let tried = 0; tried < TRIES.atLeast || (cpuMs >= mostMs && tried < TRIES.atMost); tried += 1) {
      const before = readCpuMs(service.process.pid);
      status = await send({ ...request, path });
      cpuMs = Math.min(cpuMs, readCpuMs(service.process.pid) - before);
    }
    return { request, status, cpuMs };
  };
  const measureAll = async (requests: readonly HostileRequest[]) => {
    const mostMs = Math.max(MAX_CPU_MS, MAX_TIMES_PARSING * readParsingMs());
    const found = [];
    for (const request of requests) found.push(await measure(request, mostMs));
    const failures = found.filter(({ status }) => status >= 500);
    expect(failures.map(({ request, status }) => `${request.name}: ${status}`)).toEqual([]);
    return found.filter(({ cpuMs }) => cpuMs >= mostMs);
  };
  let slow = await measureAll(HOSTILE_REQUESTS);
  for (let round = 1; slow.length > 0 && round < ROUNDS.count; round += 1) {
    await sleep(ROUNDS.pauseMs);
    slow = await measureAll(slow.map(({ request }) => request));
  }
  expect(slow.map(({ request: { name }, cpuMs }) => `${name}: ${cpuMs.toFixed(1)} ms`)).toEqual([]);
  expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
});
