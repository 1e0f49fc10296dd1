import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { SinkOutage, SinkWriter } from '../../../src/services/sinks/sink-writer.js';
import { clickhouse } from '../../../src/sinks/clickhouse.js';
import { defineSink, type SinkEvent } from '../../../src/sinks/definition.js';

const makeEvents = (...ids: string[]): SinkEvent[] =>
  ids.map((id) => ({
    ...{ id, type: 'alert.raised', accountId: '1', key: 'account-1', occurredAt: new Date(0) },
    ...{ position: 1, entry: 0, deviceId: null, data: '{}', json: '{}' },
  }));

/** A server in memory that can be down, slow or silent. */
class Pigeon {
  opened = 0;
  closed = 0;
  readonly writes: string[][] = [];
  refusal: Error | null = null;
  answer: () => Promise<void> = () => Promise.resolve();

  readonly definition = defineSink({
    ...{ name: 'pigeon', title: 'Pigeon', setting: 'PIGEON_URL', example: 'pigeon://loft' },
    parse: (url: string) => url,
    connect: async () => {
      this.opened += 1;
      if (this.refusal) throw this.refusal;
      return {
        write: async (events) => {
          if (this.refusal) throw this.refusal;
          this.writes.push(events.map(({ id }) => id));
          await this.answer();
        },
        close: async () => {
          this.closed += 1;
        },
      };
    },
  });
}

let pigeon: Pigeon;
let lines: { level: string; details: Record<string, unknown>; text: string }[];
let counts: { written: number; changes: boolean[] };

const openWriter = () => {
  const log = (level: string) => (details: Record<string, unknown>, text: string) => {
    lines.push({ level, details, text });
  };
  const writer = new SinkWriter({
    definition: pigeon.definition,
    url: 'pigeon://me:hunter%402@loft',
    log: { info: log('info'), warn: log('warn') },
    watch: {
      written: (count) => {
        counts.written += count;
      },
      changed: (isUp) => counts.changes.push(isUp),
    },
    pauseMs: () => 5,
  });
  return Object.assign(writer, { [Symbol.asyncDispose]: () => writer.close() });
};

beforeEach(() => {
  pigeon = new Pigeon();
  lines = [];
  counts = { written: 0, changes: [] };
});

describe('the writer of a sink', () => {
  test('has one write in progress; pages that arrive during it share the next one, in order', async () => {
    await using writer = openWriter();
    let inside = 0;
    pigeon.answer = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await sleep(10);
      inside -= 1;
    };
    await Promise.all([
      writer.write(makeEvents('a')),
      ...['b', 'c', 'd'].map(async (id) => {
        await sleep(2);
        await writer.write(makeEvents(id));
      }),
    ]);
    expect(pigeon.writes).toEqual([['a'], ['b', 'c', 'd']]);
    expect([pigeon.opened, counts.written, lines]).toEqual([1, 4, []]);
  });

  test('logs an outage once at its start and once at its end, without the password', async () => {
    await using writer = openWriter();
    await writer.write(makeEvents('a'));
    pigeon.refusal = new Error('refused', {
      cause: new Error('me:hunter@2 is not admitted to pigeon://me:hunter%402@loft'),
    });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(writer.write(makeEvents('b'))).rejects.toThrow(SinkOutage);
    }
    pigeon.refusal = null;
    await writer.write(makeEvents('b'));
    expect(lines.map(({ level, text }) => [level, text])).toEqual([
      ['warn', 'Pigeon accepts no events; they wait and are retried'],
      ['info', 'Pigeon accepts events again'],
    ]);
    expect(lines[0]?.details).toEqual({ sink: 'pigeon', reason: '***:*** is not admitted to pigeon://***:***@loft' });
    expect(counts.changes).toEqual([true, false, true]);
    // A connection is not used again after a failure.
    expect([pigeon.opened, pigeon.closed]).toEqual([4, 1]);
    expect(pigeon.writes).toEqual([['a'], ['b']]);
  });

  test('ends quickly while a write hangs, and confirms nothing', async () => {
    const writer = openWriter();
    pigeon.answer = () => new Promise(() => undefined);
    const written = writer.write(makeEvents('a'));
    const refused = expect(written).rejects.toThrow(SinkOutage);
    await sleep(10);
    const startedAt = performance.now();
    await writer.close();
    // The write itself would hang for a minute.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await refused;
    await expect(writer.write(makeEvents('b'))).rejects.toThrow(SinkOutage);
    expect([counts.written, lines]).toEqual([0, []]);
  });
});

/** Stores inserts like ClickHouse, which skips a token that it knows, whatever the rows are. */
const openTable = async () => {
  const stored: string[] = [];
  const tokens = new Set<string>();
  const table = { stored, url: '', losesAnswer: false };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { searchParams } = new URL(request.url ?? '', 'http://table');
    if (searchParams.get('query')?.startsWith('EXISTS')) return response.end('1');
    const token = searchParams.get('insert_deduplication_token') ?? '';
    const rows = body.split('\n').filter(Boolean);
    if (!tokens.has(token)) stored.push(...rows.map((row) => JSON.parse(row).id));
    tokens.add(token);
    if (!table.losesAnswer) return response.end();
    table.losesAnswer = false;
    return request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  table.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const dispose = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return Object.assign(table, { [Symbol.asyncDispose]: dispose });
};

describe('ClickHouse', () => {
  test('stores events that join a page whose answer was lost, and stores that page only once', async () => {
    await using table = await openTable();
    table.losesAnswer = true;
    const sink = await clickhouse.open(table.url);
    await expect(sink.write(makeEvents('a1', 'b1'))).rejects.toThrow();
    await sink.write(makeEvents('a1', 'b1'));
    expect(table.stored).toEqual(['a1', 'b1']);
    // The first account has more events than before.
    await sink.write(makeEvents('a1', 'a2', 'b1'));
    expect(table.stored).toContain('a2');
  });
});
