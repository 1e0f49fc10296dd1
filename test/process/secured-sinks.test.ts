import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { clickhouse } from '../../src/sinks/clickhouse.js';
import type { SinkDefinition } from '../../src/sinks/definition.js';
import { kafka } from '../../src/sinks/kafka.js';
import { nats } from '../../src/sinks/nats.js';
import { makeDataFolder } from '../support/data-folder.js';
import { eachDatabase } from '../support/databases.js';
import {
  type EventServer,
  type Lock,
  startClickhouse,
  startKafka,
  startNats,
} from '../support/event-servers/event-servers.js';
import { type ReadSink, readClickhouse, readKafka, readNats } from '../support/event-servers/read-sink.js';
import { eventually } from '../support/eventually.js';
import { makeTls } from '../support/fakes/tls.js';
import { ServiceProcess } from '../support/service-process.js';
import { FilledLog } from './sinks/fill-log.js';
import { Judge } from './sinks/judge.js';

/* The real servers with TLS and a login, except that the HTTP interface of ClickHouse is ours. */

interface Case {
  readonly definition: SinkDefinition;
  readonly start: (folder: string, lock: Lock) => Promise<EventServer>;
  readonly read: ReadSink;
}

const CASES: readonly Case[] = [
  { definition: kafka, start: startKafka, read: readKafka },
  { definition: nats, start: startNats, read: readNats },
  { definition: clickhouse, start: startClickhouse, read: readClickhouse },
];

const PASSWORD = 'p@ss-word/of:a sink';
const WRONG = 'not-the-password';
const [kind] = eachDatabase();

for (const { definition, start, read } of CASES) {
  const { name, title, setting } = definition;
  const folder = process.env[`TEST_${name.toUpperCase()}_PATH`];
  (folder && kind ? describe : describe.skip)(`${title} with TLS and a login`, () => {
    test('gets the events, and rejects a wrong password and a service that does not trust its certificate', async () => {
      if (!folder || !kind) return;
      const tls = await makeTls();
      const caFile = join(await makeDataFolder('ca'), 'ca.pem');
      await writeFile(caFile, tls.ca);
      await using server = await start(folder, { tls, user: 'pushgraph', password: PASSWORD });
      const { url, securedUrl } = server;
      if (securedUrl === null) throw new Error('the server has a lock');
      await using place = await kind.url({ migrated: true });
      await using log = await FilledLog.open(place.url);
      await log.append(4);
      const env = { DATABASE_URL: place.url, MASTER_KEY: randomBytes(32).toString('base64'), ROLE: 'worker' };

      const wrong = securedUrl.replace(encodeURIComponent(PASSWORD), WRONG);
      await using refused = await ServiceProcess.start({ ...env, [setting]: wrong, NODE_EXTRA_CA_CERTS: caFile });
      await using distrustful = await ServiceProcess.start({ ...env, [setting]: securedUrl });
      for (const service of [refused, distrustful]) {
        const reason = await reasonOfOutage(service, name);
        expect(reason).not.toMatch(/no answer|ECONNREFUSED/);
        expect(JSON.stringify(service.log)).not.toContain(WRONG);
        expect(JSON.stringify(service.log)).not.toContain(PASSWORD);
      }
      expect(await reasonOfOutage(distrustful, name)).toMatch(/certificate/i);
      expect(await log.progressOf(name)).toBe(0);
      await Promise.all([refused.terminate(), distrustful.terminate()]);

      await using service = await ServiceProcess.start({
        ...{ ...env, [setting]: securedUrl },
        NODE_EXTRA_CA_CERTS: caFile,
      });
      await eventually('all events', async () => ((await log.progressOf(name)) >= 1 ? true : null), 60_000);
      expect(service.log.filter(({ sink }) => sink === name)).toEqual([]);
      const judge = new Judge();
      await read(url, judge.see, tls);
      expect(judge.unique).toBe(log.events);
      expect(judge.orderViolations).toBe(0);
    });
  });
}

/** The logged reason for the outage. */
const reasonOfOutage = (service: ServiceProcess, name: string): Promise<string> =>
  eventually('the outage', () => {
    const line = service.log.find(({ sink, level }) => sink === name && level === 'warn');
    return line === undefined ? null : String(line.reason);
  });
