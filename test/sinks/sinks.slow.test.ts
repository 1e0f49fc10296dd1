import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SinkWriter } from '../../src/services/sinks/sink-writer.js';
import { clickhouse } from '../../src/sinks/clickhouse.js';
import type { SinkDefinition, SinkEvent } from '../../src/sinks/definition.js';
import { kafka } from '../../src/sinks/kafka.js';
import { nats } from '../../src/sinks/nats.js';
import { type EventServer, startClickhouse, startKafka, startNats } from '../support/event-servers/event-servers.js';
import {
  type ReadEvent,
  type ReadSink,
  readClickhouse,
  readKafka,
  readNats,
} from '../support/event-servers/read-sink.js';

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

const DEVICES = 7;

/** Events that rotate through seven devices. */
const makeEvents = (from: number, count: number): SinkEvent[] =>
  Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const [id, deviceId] = [`event-${n}`, 1 + (n % DEVICES)];
    const data = JSON.stringify({ device_id: String(deviceId), run_id: '1', n });
    const occurredAt = new Date(Date.UTC(2026, 0, 1) + n);
    const json = `{"id":"${id}","type":"message.sent","timestamp":"${occurredAt.toISOString()}","data":${data}}`;
    const place = { accountId: '1', key: String(deviceId), position: n, entry: 0 };
    return { id, type: 'message.sent', occurredAt, deviceId, data, json, ...place };
  });

for (const { definition, start, read } of CASES) {
  const folder = process.env[`TEST_${definition.name.toUpperCase()}_PATH`];
  (folder ? describe : describe.skip)(definition.title, () => {
    let server: EventServer;
    const log: [string, object][] = [];
    const changes: boolean[] = [];
    let writer: SinkWriter;

    beforeAll(async () => {
      server = await start(folder ?? '');
      writer = new SinkWriter({
        definition,
        url: server.url,
        log: { info: (details, text) => log.push([text, details]), warn: (details, text) => log.push([text, details]) },
        watch: { written: () => undefined, changed: (isUp) => changes.push(isUp) },
        pauseMs: () => 200,
      });
    });
    afterAll(async () => {
      await writer?.close();
      await server?.[Symbol.asyncDispose]();
    });

    test("stores every event, and each device's events in order", async () => {
      await Promise.all([writer.write(makeEvents(0, 500)), writer.write(makeEvents(500, 500))]);
      const found = await readAll(read, server.url);
      expect(found).toHaveLength(1_000);
      expect(numbersByDevice(found)).toEqual(expectedByDevice(1_000));
      expect(log).toEqual([]);
    });

    test('loses nothing and keeps the order if the server is killed in between', async () => {
      const all = makeEvents(1_000, 20_000);
      const pages = Array.from({ length: 40 }, (_, page) => all.slice(page * 500, (page + 1) * 500));
      const writing = (async () => {
        for (const page of pages) await untilWritten(writer, page);
      })();
      await new Promise((resolve) => setTimeout(resolve, 150));
      await server.kill();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await server.start();
      await writing;
      const found = firstOfEach(await readAll(read, server.url));
      expect(found).toHaveLength(21_000);
      expect(numbersByDevice(found)).toEqual(expectedByDevice(21_000));
      expect(log.map(([text]) => text)).toEqual([
        `${definition.title} accepts no events; they wait and are retried`,
        `${definition.title} accepts events again`,
      ]);
      expect(changes).toContain(false);
      expect(changes.at(-1)).toBe(true);
    });
  });
}

const untilWritten = async (writer: SinkWriter, page: SinkEvent[]): Promise<void> => {
  for (;;) {
    const isWritten = await writer.write(page).then(
      () => true,
      () => false,
    );
    if (isWritten) return;
  }
};

const readAll = async (read: ReadSink, url: string): Promise<ReadEvent[]> => {
  const found: ReadEvent[] = [];
  await read(url, (event) => found.push(event));
  return found;
};

const firstOfEach = (found: readonly ReadEvent[]): ReadEvent[] => {
  const seen = new Map<string, ReadEvent>();
  for (const event of found) if (!seen.has(event.id)) seen.set(event.id, event);
  return [...seen.values()];
};

const numbersByDevice = (found: readonly ReadEvent[]): Map<string, number[]> => {
  const numbers = new Map<string, number[]>();
  for (const { data } of found) {
    const device = String(data.device_id);
    numbers.set(device, [...(numbers.get(device) ?? []), Number(data.n)]);
  }
  return new Map([...numbers].sort(([a], [b]) => (a < b ? -1 : 1)));
};

const expectedByDevice = (count: number): Map<string, number[]> =>
  new Map(
    Array.from({ length: DEVICES }, (_, device) => [
      String(1 + device),
      Array.from({ length: Math.ceil((count - device) / DEVICES) }, (_, index) => device + index * DEVICES),
    ]),
  );
