import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fastify from 'fastify';
import { chunk } from '../../src/collections.js';
import { Keyring } from '../../src/crypto/keyring.js';
import type { Database } from '../../src/database/database.js';
import { insertRows } from '../../src/database/write-rows.js';
import { encodeLog } from '../../src/delivery/record/delivery-log-codec.js';
import { DELIVERY_LOG_TABLE } from '../../src/entities/delivery-log.js';
import { csvExportsPlugin } from '../../src/export-api/csv-exports-plugin.js';
import { systemClock } from '../../src/ports/clock.js';
import { DIMENSIONS } from '../../src/services/reports/dimensions.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { RecordingJobs } from '../../test/support/recording-jobs.js';
import { insertCounts, insertRuns } from '../../test/support/seed-runs.js';
import type { Measured } from '../support/chart.js';
import { medianOf } from '../support/median.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

const DAY = 86_400_000;
const YEARS = 3;
const ROUNDS = 5;
const MESSAGES_PER_ROW = 2_000;
/** A file is read in this many parts; the heap is measured after each. */
const PARTS = 8;

/** Reports over three years of runs, and the export of a run's outcomes. */
export const benchReports = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const runs = quick ? 1_000 : 10_000;
    const messages = quick ? 100_000 : 1_000_000;
    const results: Record<string, object> = {};
    for (const kind of eachDatabase()) {
      const { times, exported } = await measure(kind, { runs, messages });
      results[kind.name] = { ...times, ...exported };
      console.log(`\n${kind.name}: ${runs} runs in ${YEARS} years; load ${loadavg()[0]?.toFixed(1)}`);
      console.log(
        toTable<[string, number]>(
          [
            { title: 'report by', cell: ([by]) => by },
            { title: 'ms', cell: ([, ms]) => ms.toFixed(0) },
          ],
          Object.entries(times),
        ),
      );
      console.log(`${messages} outcomes as CSV:`, exported);
    }
    return { ...results, charts: [] };
  });

const measure = async (kind: TestDatabaseKind, { runs, messages }: { runs: number; messages: number }) => {
  await using database = await kind.open();
  const keyring = new Keyring(randomBytes(32));
  const services = createServices({ database, clock: systemClock, keyring, jobs: new RecordingJobs() });
  const { userId } = await services.keys.createUser('somebody');
  await seed(database, { userId, runs });
  const now = Date.now();
  const period = { from: new Date(now - YEARS * 365 * DAY), to: new Date(now), timeZone: 'Europe/Berlin' };
  const where = { appId: null, schedulerId: null, pushId: null };
  const times: Record<string, number> = {};
  for (const { name: by } of DIMENSIONS) {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      const request = { period, by, where, compare: false, orderBy: null, first: 50, offset: 0 };
      await services.reports.read(userId, request);
      rounds.push(performance.now() - startedAt);
    }
    times[by] = medianOf(rounds, (ms) => ms);
  }
  return { times, exported: await measureExport(database, services, { userId, messages }) };
};

/** Each run has 4 batches of 2 applications and 3 outcomes in 2 languages, and receipts in 2 shards. */
const seed = async (database: Database, { userId, runs }: { userId: number; runs: number }): Promise<void> => {
  const all = Array.from({ length: runs }, (_, index) => ({
    ...{ id: index + 1, userId, schedulerId: 1 + (index % 200) },
    dueAt: new Date(Date.now() - Math.floor((index * YEARS * 365 * DAY) / runs) - 60_000),
  }));
  await insertRuns(database, all);
  for (const part of chunk(all, 50)) await seedCounts(database, part);
};

const seedCounts = (database: Database, runs: readonly { readonly id: number }[]): Promise<void> => {
  const counts = runs.map(({ id: runId }) => {
    const messages = [1, 2, 3, 4].flatMap((batchId) =>
      [1, 2].flatMap((appId) =>
        (['sent', 'failed', 'invalid_token'] as const).map((outcome) => {
          const pushId = 1 + (runId % 300);
          return { runId, batchId, appId, pushId, language: batchId % 2 ? 'en' : 'de', outcome, count: 1_000 };
        }),
      ),
    );
    const receipts = [1, 2].flatMap((appId) =>
      (['delivered', 'clicked', 'dismissed'] as const).flatMap((kind) =>
        [0, 1].map((shard) => ({ runId, appId, pushId: 1 + (runId % 300), kind, shard, count: 100 })),
      ),
    );
    return { messages, receipts };
  });
  return insertCounts(
    database,
    counts.flatMap(({ messages }) => messages),
    counts.flatMap(({ receipts }) => receipts),
  );
};

const measureExport = async (
  database: Database,
  services: ReturnType<typeof createServices>,
  { userId, messages }: { userId: number; messages: number },
) => {
  for (let first = 1; first <= messages; first += MESSAGES_PER_ROW) {
    const entries = Array.from({ length: MESSAGES_PER_ROW }, (_, index) => {
      return { deviceId: first + index, outcome: 'sent' } as const;
    });
    const range = { firstId: first, lastId: first + MESSAGES_PER_ROW - 1, batchId: first, loggedAt: Date.now() };
    const row = { runId: 1, appId: 1, pushId: 1, ...range, ...encodeLog(entries) };
    await database.tx((tx) => insertRows(tx, DELIVERY_LOG_TABLE, [row as never]));
  }
  const { apiKey } = await services.keys.createKey(userId, ['read']);
  const caller = await services.keys.authenticate(`Bearer ${apiKey}`);
  const { path } = await services.csvExports.signedPath(caller, { kind: 'outcomes', runId: 1 });
  const server = fastify();
  await server.register(csvExportsPlugin(services));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const collect = exposedGc();
  collect();
  const before = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  const heapMb: number[] = [];
  const lines = await countLines(`http://127.0.0.1:${port}${path}`, messages / PARTS, () => {
    collect();
    heapMb.push(Math.round((process.memoryUsage().heapUsed - before) / 2 ** 18) / 4);
  });
  await server.close();
  return { lines, seconds: (performance.now() - startedAt) / 1_000, heapMb: heapMb.join(' ') };
};

/** Garbage would hide whether the export keeps rows, so the heap is measured after a collection. */
const exposedGc = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
};

const countLines = (url: string, every: number, onPart: () => void): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, (response) => {
      let lines = 0;
      response.on('data', (chunk: Buffer) => {
        const before = lines;
        for (const byte of chunk) if (byte === 10) lines += 1;
        if (Math.floor(lines / every) > Math.floor(before / every)) onPart();
      });
      response.on('end', () => resolve(lines));
    }).on('error', reject);
  });
