import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { readCpuSeconds } from '../../bench/support/process-cpu.js';
import { readPeakMb } from '../../bench/support/read-peak-mb.js';
import { clickhouse } from '../../src/sinks/clickhouse.js';
import type { SinkDefinition } from '../../src/sinks/definition.js';
import { kafka } from '../../src/sinks/kafka.js';
import { nats } from '../../src/sinks/nats.js';
import { eachDatabase } from '../support/databases.js';
import { type EventServer, startClickhouse, startKafka, startNats } from '../support/event-servers/event-servers.js';
import {
  type ReadEvent,
  type ReadSink,
  readClickhouse,
  readKafka,
  readNats,
} from '../support/event-servers/read-sink.js';
import { eventually } from '../support/eventually.js';
import { ServiceProcess } from '../support/service-process.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { FilledLog } from './sinks/fill-log.js';
import { Judge } from './sinks/judge.js';

/* Uses the real servers, and our own receiver for webhooks. `npm run verify:sinks` runs this with a million events. */

const ROWS = Number(process.env.SINK_EVENTS ?? 80_000) / 2_000;
const DEADLINE_MS = Math.max(300_000, ROWS * 4_000);

interface Case {
  readonly definition: SinkDefinition;
  readonly start: (folder: string) => Promise<EventServer>;
  readonly read: ReadSink;
}

const CASES: readonly Case[] = [
  { definition: kafka, start: startKafka, read: readKafka },
  { definition: nats, start: startNats, read: readNats },
  { definition: clickhouse, start: startClickhouse, read: readClickhouse },
];

const [kind] = eachDatabase().slice(-1);

for (const { definition, start, read } of CASES) {
  const { name, title, setting } = definition;
  const folder = process.env[`TEST_${name.toUpperCase()}_PATH`];
  (folder && kind ? describe : describe.skip)(`${title}, while the service and the server are killed`, () => {
    test(
      'gets every event at least once, and the events of a device in order',
      async () => {
        if (!folder || !kind) return;
        await using place = await kind.url({ migrated: true });
        await using log = await FilledLog.open(place.url);
        await log.append(ROWS * 0.9);
        await using server = await start(folder);
        const env = {
          ...{ DATABASE_URL: place.url, MASTER_KEY: randomBytes(32).toString('base64'), ROLE: 'worker' },
          [setting]: server.url,
        };
        const startedAt = performance.now();
        const reached = (share: number) =>
          eventually(
            `${share} of the events`,
            async () => ((await log.progressOf(name)) >= share ? true : null),
            DEADLINE_MS,
          );
        let service = await ServiceProcess.start(env);
        await reached(0.2);
        await service.kill();
        expect(await log.progressOf(name)).toBeLessThan(1);
        service = await ServiceProcess.start(env);
        await using _last = { [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
        await reached(0.4);
        await server.kill();
        await log.append(ROWS * 0.1);
        await eventually('the outage', () => (linesAbout(service, name).length > 0 ? true : null));
        expect((await fetch(new URL('/readyz', service.address))).status).toBe(200);
        await server.start();
        await reached(0.6);
        await eventually('the end of the outage', () => (linesAbout(service, name).length > 1 ? true : null));
        expect(linesAbout(service, name).map(({ level, msg }) => [level, msg])).toEqual([
          ['warn', `${title} accepts no events; they wait and are retried`],
          ['info', `${title} accepts events again`],
        ]);
        await service.kill();
        service = await ServiceProcess.start(env);
        await reached(1);
        const seconds = (performance.now() - startedAt) / 1_000;
        const judge = new Judge();
        await read(server.url, judge.see);
        const lost = log.events - judge.unique;
        const { duplicates, orderViolations } = judge;
        if (process.env.FIGURES === '1') {
          const perSecond = Math.round(log.events / seconds);
          const figures = { sink: name, events: log.events, seconds: Math.round(seconds), perSecond, duplicates };
          process.stderr.write(`${JSON.stringify({ ...figures, lost, orderViolations })}\n`);
        }
        expect({ lost, orderViolations }).toEqual({ lost: 0, orderViolations: 0 });
        const metrics = await (await fetch(new URL('/metrics', service.address))).text();
        expect(metrics).toContain(`pushgraph_sink_lag_rows{sink="${name}"} 0`);
        expect(metrics).toContain(`pushgraph_sink_lag_seconds{sink="${name}"} 0`);
        expect(metrics).toMatch(new RegExp(`pushgraph_sink_events_total\\{sink="${name}"\\} [1-9]`));
        expect(metrics).toContain(`pushgraph_sink_up{sink="${name}"} 1`);
        const { code } = await service.terminate();
        expect(code).toBe(0);
      },
      DEADLINE_MS,
    );
  });
}

/** Single requests are tried with a tenth of the events. A kill repeats at most `page` events. */
const MODES = [
  { mode: 'BATCH', rows: ROWS, page: 2_000 },
  { mode: 'SINGLE', rows: ROWS / 10, page: 100 },
] as const;

describe.each(eachDatabase())('a webhook, while the service is killed, on $name', (database) => {
  test.each(MODES)(
    'gets every event at least once in the mode $mode',
    async ({ mode, rows, page }) => {
      await using place = await database.url({ migrated: true });
      await using receiver = await WebhookReceiver.open();
      const env = {
        ...{ DATABASE_URL: place.url, MASTER_KEY: randomBytes(32).toString('base64') },
        OUTBOUND_ALLOW_PRIVATE: 'true',
      };
      let service = await ServiceProcess.start(env);
      await using _last = { [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
      const { viewer } = await service.graphql<{ viewer: { user: { databaseId: number } } }>(
        '{ viewer { user { databaseId } } }',
      );
      await service.graphql(
        'mutation ($input: WebhookInput!) { webhookCreate(input: $input) { userErrors { message } } }',
        { input: { url: receiver.url, mode } },
      );
      await service.terminate();
      await using log = await FilledLog.open(place.url, [viewer.user.databaseId]);
      await log.append(rows);
      const judge = new Judge();
      receiver.answer = (response, { body }) => {
        receiver.received.length = 0;
        const event = JSON.parse(body) as ReadEvent & { readonly data: ReadEvent[] };
        for (const one of mode === 'BATCH' ? event.data : [event]) judge.see(one);
        response.end();
      };
      const reached = (share: number) =>
        eventually(`${share} of the events`, () => (judge.unique >= share * log.events ? true : null), DEADLINE_MS);
      const cost = { cpuSeconds: 0, peakMb: 0 };
      const note = async ({ process: { pid } }: ServiceProcess) => {
        cost.cpuSeconds += await readCpuSeconds(pid);
        cost.peakMb = Math.max(cost.peakMb, await readPeakMb(pid));
      };
      const startedAt = performance.now();
      for (const share of [0.5, 1]) {
        service = await ServiceProcess.start(env);
        await reached(share);
        await note(service);
        if (share < 1) await service.kill();
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      const lost = log.events - judge.unique;
      const { duplicates, orderViolations } = judge;
      if (process.env.FIGURES === '1') {
        const perSecond = Math.round(log.events / seconds);
        const figures = { webhook: mode, database: database.name, events: log.events, seconds, perSecond, ...cost };
        process.stderr.write(`${JSON.stringify({ ...figures, duplicates, lost, orderViolations })}\n`);
      }
      expect({ lost, orderViolations }).toEqual({ lost: 0, orderViolations: 0 });
      expect(duplicates).toBeLessThanOrEqual(page);
      expect((await service.terminate()).code).toBe(0);
    },
    DEADLINE_MS,
  );
});

const linesAbout = (service: ServiceProcess, sink: string) => service.log.filter((line) => line.sink === sink);
