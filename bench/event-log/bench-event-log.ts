import { loadavg } from 'node:os';
import type { Database } from '../../src/database/database.js';
import { logMessages } from '../../src/delivery/record/log-messages.js';
import type { MessageResult } from '../../src/delivery/record/message-result.js';
import { recordResults } from '../../src/delivery/record/record-results.js';
import { EventLog } from '../../src/services/event-log/event-log.js';
import { signRequest } from '../../src/services/webhooks/sign-request.js';
import { MAX_BATCH, messageBody } from '../../src/services/webhooks/webhook-messages.js';
import { BatchWorld, HOUR } from '../../test/delivery/batch-world.js';
import { eachDatabase } from '../../test/support/databases.js';
import type { Fakes } from '../../test/support/fakes/fakes.js';
import { startFakes } from '../../test/support/fakes/start-fakes.js';
import { RecordingSender } from '../../test/support/recording-sender.js';
import { bars, databaseName, type Measured } from '../support/chart.js';
import { median } from '../support/median.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

/** The product's own size. */
const PAGE = 2_000;

interface Result {
  readonly database: string;
  /** Our CPU time for a checkpoint without the log, and for its row in the log. Elapsed time depends on other load. */
  readonly checkpointMs: number;
  readonly logMs: number;
  /** For a run with the log, whose provider takes no time. */
  readonly runPageMs: number;
  readonly bytesPerMessage: number;
  /** Our CPU time for an event that a webhook reads, and for its request. */
  readonly readUs: number;
  readonly bodyUs: number;
}

/**
 * Compares the CPU time of a checkpoint of 2,000 messages with that of its row in the event log, within the same
 * transactions.
 */
export const benchEventLog = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const fakes = await startFakes();
    const results: Result[] = [];
    for (const kind of eachDatabase()) {
      await using database = await kind.open();
      const result = { database: kind.name, ...(await measure(database, fakes, quick ? 30 : 100)) };
      console.log(JSON.stringify(result));
      results.push(result);
    }
    await fakes.close();
    report(results);
    return { page: PAGE, load: loadavg()[0] ?? 0, results, charts: [chartOf(results)] };
  });

const measure = async (database: Database, fakes: Fakes, rounds: number): Promise<Omit<Result, 'database'>> => {
  const config = { checkpointSize: PAGE, batchSize: 10_000 };
  await using world = await BatchWorld.start({ database, fakes, sender: new RecordingSender(), config });
  const app = await world.makeApp('provider_c');
  await world.seedDevices(app, rounds * PAGE);
  await world.makeRun();
  const startedAt = process.cpuUsage();
  await world.advance(HOUR);
  const runPageMs = cpuMsSince(startedAt) / rounds;
  const [run] = await database.query<{ id: number }>('SELECT id FROM run');
  const record = checkpoints(database, { runId: Number(run?.id), appId: app.id });
  const times: Cost[] = [];
  for (let round = 0; round < rounds * 2; round += 1) times.push(await record());
  const logMs = median(times.map((cost) => cost.logMs));
  const checkpointMs = median(times.map((cost) => cost.checkpointMs));
  const [size] = await database.query<{ bytes: number }>(
    "SELECT AVG(LENGTH(entries) + LENGTH(payload)) AS bytes FROM outbox WHERE type = 'messages'",
  );
  const bytesPerMessage = Number(size?.bytes) / PAGE;
  return { checkpointMs, logMs, runPageMs, bytesPerMessage, ...(await measureReading(database)) };
};

/** Reads the log of the run in batches, like a webhook. */
const measureReading = async (database: Database): Promise<Pick<Result, 'readUs' | 'bodyUs'>> => {
  const log = new EventLog(database);
  const [user] = await database.query<{ id: number }>('SELECT user_id AS id FROM run');
  const keys = [{ hmac: Buffer.alloc(32, 7), ed25519: null }];
  let [cursor, isLast, count, readMs, bodyMs] = [{ position: 0, entry: 0 }, false, 0, 0, 0];
  while (!isLast) {
    const startedAt = process.cpuUsage();
    const page = await log.readAfter(Number(user?.id), cursor, { limit: MAX_BATCH });
    const readAt = process.cpuUsage();
    const request = { id: 'bench', body: messageBody(page.events, true), now: Date.now() };
    signRequest(request, keys);
    bodyMs += cpuMsSince(readAt);
    readMs += cpuMsSince(startedAt);
    count += page.events.length;
    ({ cursor, isLast } = page);
  }
  return { readUs: ((readMs - bodyMs) * 1_000) / count, bodyUs: (bodyMs * 1_000) / count };
};

interface Cost {
  readonly checkpointMs: number;
  readonly logMs: number;
}

/** Returns a function that records the next page, and appends it to the log again to measure that cost. */
const checkpoints = (database: Database, of: { readonly runId: number; readonly appId: number }) => {
  let batchId = 1_000;
  return async (): Promise<Cost> => {
    batchId += 1;
    const scope = {
      ...of,
      keepsLedger: false,
      batchId,
      logKey: batchId,
      now: Date.now(),
      expiresAt: Date.now() + HOUR,
    };
    const results = Array.from({ length: PAGE }, (_, index) => toResult(batchId * PAGE + index, index));
    const startedAt = process.cpuUsage();
    const logMs = await database.tx(async (tx) => {
      await recordResults(tx, database.dialect, { scope, results, lease: { owner: 'bench', until: Date.now() } });
      const loggedAt = process.cpuUsage();
      await logMessages(tx, scope, results);
      return cpuMsSince(loggedAt);
    });
    return { logMs, checkpointMs: cpuMsSince(startedAt) - 2 * logMs };
  };
};

const cpuMsSince = (startedAt: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1_000;
};

/** One message in fifty fails. */
const toResult = (deviceId: number, index: number): MessageResult => ({
  ...{ pushId: 1, deviceId, occurrence: 0, language: index % 4 === 0 ? 'de' : 'en' },
  ...{ retryAt: null, waitsForApp: false, deadAt: null },
  ...(index % 50 === 0
    ? { outcome: 'failed', code: 'REJECTED', detail: `400 no. ${index % 100}` }
    : { outcome: 'sent', code: null, detail: null }),
});

const shareOf = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

const report = (results: readonly Result[]): void => {
  const table = toTable<Result>(
    [
      { title: `pages of ${PAGE}`, cell: ({ database }) => databaseName(database) },
      { title: 'checkpoint, CPU ms', cell: ({ checkpointMs }) => checkpointMs.toFixed(2) },
      { title: 'log, CPU ms', cell: ({ logMs }) => logMs.toFixed(2) },
      { title: 'of a checkpoint', cell: ({ logMs, checkpointMs }) => shareOf(logMs, checkpointMs) },
      { title: 'of a run', cell: ({ logMs, runPageMs }) => shareOf(logMs, runPageMs - logMs) },
      { title: 'read an event, CPU µs', cell: ({ readUs }) => readUs.toFixed(1) },
      { title: 'its request, CPU µs', cell: ({ bodyUs }) => bodyUs.toFixed(1) },
      { title: 'bytes a message', cell: ({ bytesPerMessage }) => bytesPerMessage.toFixed(1) },
    ],
    results,
  );
  console.log(`${table}\nload ${loadavg()[0]?.toFixed(1)}`);
};

const chartOf = (results: readonly Result[]) => ({
  title: 'A checkpoint of 2,000 messages, and its row in the event log',
  unit: 'ms',
  groups: results.map(({ database, checkpointMs, logMs }) =>
    bars(databaseName(database), [checkpointMs, logMs], (ms) => [ms === logMs ? 'event log' : 'checkpoint', ms]),
  ),
});
