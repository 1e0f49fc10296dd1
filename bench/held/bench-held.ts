import { type Database, execute } from '../../src/database/database.js';
import { type QuietHours, WEEKDAYS } from '../../src/ports/quiet-hours.js';
import type { Sender } from '../../src/providers/sender.js';
import { countWaitingReasons } from '../../src/services/runs/run-details.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { DeliveryWorld } from '../../test/support/delivery-world.js';
import { startFakes } from '../../test/support/fakes/start-fakes.js';
import { multiplyDevices } from '../../test/support/multiply-devices.js';
import { readTableSizes } from '../../test/support/table-sizes.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { readPeakMb } from '../support/read-peak-mb.js';
import { serverCpuUs } from '../support/server-cpu.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

const HOUR = 3_600_000;
/** The product's own sizes. */
const CONFIG = { checkpointSize: 2_000, batchSize: 10_000, leaseMs: 600_000 };
const DEVICES = Number(process.env.BENCH_DEVICES ?? 1_000_000);
const QUICK_DEVICES = Number(process.env.BENCH_DEVICES ?? 100_000);
/** Released messages are sent in steps of this length, like in a running service. */
const STEP_MS = 10_000;
const NIGHT_MS = 8 * HOUR;

/** `releaseOver` of the quiet hours that hold the messages, in seconds. */
const RELEASES = { 'at one instant': 0, 'over ten minutes': 600 } as const;
type Release = keyof typeof RELEASES;

interface Work {
  readonly perSecond: number;
  /** The CPU time per message, ours and the database server's, which other load hardly affects. */
  readonly cpuUs: number;
  /** Statements for 1,000 messages. */
  readonly statements: number;
}

interface Row {
  readonly database: string;
  readonly release: string;
  /** The rate without holding. */
  readonly sentAtOnce: Work;
  readonly held: Work;
  readonly released: Work;
  /** Milliseconds. */
  readonly counts: number;
  readonly reasons: number;
  /** The size of a held message, with indexes. */
  readonly bytes: number;
  /** The peak of this process so far, MB. */
  readonly peakMb: number;
}

/** A whole audience held overnight: the rates of writing, releasing and sending, and the time of its counts. */
export const benchHeld = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const devices = quick ? QUICK_DEVICES : DEVICES;
    const only = process.env.BENCH_ONLY;
    const kinds = eachDatabase().filter(({ name }) => only === undefined || name === only);
    const rows: Row[] = [];
    for (const kind of kinds) {
      const sentAtOnce = await measureSent(kind, devices);
      for (const release of releases()) {
        rows.push({ sentAtOnce, ...(await measureHeld(kind, devices, release)) });
      }
    }
    report(rows, devices);
    return { devices, rows, charts: [chart(rows, devices)] };
  });

/** `BENCH_RELEASE` chooses one. */
const releases = (): Release[] =>
  (Object.keys(RELEASES) as Release[]).filter((name) => name === (process.env.BENCH_RELEASE ?? name));

const measureSent = async (kind: TestDatabaseKind, devices: number): Promise<Work> => {
  await using stage = await Stage.open(kind, devices);
  return await stage.measure(() => stage.world.advance(HOUR));
};

const measureHeld = async (kind: TestDatabaseKind, devices: number, release: Release) => {
  await using stage = await Stage.open(kind, devices);
  const { world, database } = stage;
  const releaseOverSeconds = RELEASES[release];
  await setQuietHours(database, nightAfter(world.clock.now() + HOUR, releaseOverSeconds));
  const held = await stage.measure(() => world.advance(HOUR));
  const { bytes = 0 } = (await readTableSizes(database)).get('retry_send') ?? {};
  const runs = [await stage.runId()];
  const counts = await timeOf(() => new RunQueryService(database).countsOf(runs));
  const reasons = await timeOf(() => countWaitingReasons(database, runs));
  world.clock.advance(NIGHT_MS - STEP_MS);
  const released = await stage.measure(async () => {
    for (let ms = 0; ms <= releaseOverSeconds * 1_000 + STEP_MS; ms += STEP_MS) await world.advance(STEP_MS);
  });
  const outcomes = await world.outcomes();
  if (outcomes.sent !== devices) throw new Error(`of ${devices} messages ${JSON.stringify(outcomes)}`);
  const peakMb = await readPeakMb(process.pid);
  return { database: kind.name, release, held, released, counts, reasons, bytes: bytes / devices, peakMb };
};

/** Eight hours from an instant, in UTC. */
const nightAfter = (from: number, releaseOverSeconds: number): QuietHours => {
  const clock = (at: number): string => new Date(at).toISOString().slice(11, 16);
  const rest = { days: WEEKDAYS, policy: 'HOLD', unknownZone: 'ACCOUNT_ZONE', releaseOverSeconds } as const;
  return { start: clock(from), end: clock(from + NIGHT_MS), ...rest };
};

const setQuietHours = (database: Database, quietHours: QuietHours): Promise<unknown> =>
  database.tx((tx) => execute(tx, 'UPDATE user_account SET quiet_hours = ?', [JSON.stringify(quietHours)]));

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** Accepts every message at once, so that only judgement and the database are measured. */
const TAKES_ALL: Sender = {
  provider: 'provider_c',
  send: async ({ messages }) => messages.map(() => ({ kind: 'sent', providerMessageId: null }) as const),
  check: async () => ({ accepted: true, reason: null }),
  close: async () => undefined,
};

/** A run to this many devices, due in an hour. */
class Stage implements AsyncDisposable {
  static async open(kind: TestDatabaseKind, devices: number): Promise<Stage> {
    const database = await kind.open();
    const fakes = await startFakes();
    const world = new DeliveryWorld({ database, fakes, senders: { provider_c: TAKES_ALL }, config: CONFIG });
    await world.init();
    const app = await world.makeApp('provider_c');
    await multiplyDevices(database, app.id, devices);
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    return new Stage(world, database, { devices, close: () => fakes.close() });
  }

  private constructor(
    readonly world: DeliveryWorld,
    readonly database: Database,
    private readonly parts: { readonly devices: number; readonly close: () => Promise<void> },
  ) {}

  /** The work on all messages. */
  async measure(work: () => Promise<void>): Promise<Work> {
    const { devices } = this.parts;
    const [own, server] = [process.cpuUsage(), serverCpuUs(this.database)];
    const before = this.database.statements.count;
    const tookMs = await timeOf(work);
    const statements = ((this.database.statements.count - before) * 1_000) / devices;
    const { user, system } = process.cpuUsage(own);
    const cpuUs = user + system + serverCpuUs(this.database) - server;
    return { perSecond: (devices * 1_000) / tookMs, cpuUs: cpuUs / devices, statements };
  }

  async runId(): Promise<number> {
    const [run] = await this.database.query<{ id: number }>('SELECT id FROM run');
    return Number(run?.id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
    await this.database[Symbol.asyncDispose]();
    await this.parts.close();
  }
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const describe = ({ perSecond, cpuUs, statements }: Work): string =>
  `${whole.format(perSecond)} (${whole.format(cpuUs)} µs, ${statements.toFixed(1)})`;

const report = (rows: readonly Row[], devices: number): void => {
  console.log(`${whole.format(devices)} messages: rate a second (CPU time of each, statements for 1,000)\n`);
  const table = toTable<Row>(
    [
      { title: 'database, released', cell: ({ database, release }) => `${databaseName(database)}, ${release}` },
      { title: 'sent at once', cell: ({ sentAtOnce }) => describe(sentAtOnce) },
      { title: 'held', cell: ({ held }) => describe(held) },
      { title: 'released', cell: ({ released }) => describe(released) },
      { title: 'counts, ms', cell: ({ counts }) => counts.toFixed(1) },
      { title: 'reasons, ms', cell: ({ reasons }) => reasons.toFixed(1) },
      { title: 'bytes each', cell: ({ bytes }) => whole.format(bytes) },
      { title: 'peak MB', cell: ({ peakMb }) => whole.format(peakMb) },
    ],
    rows,
  );
  console.log(table);
};

const chart = (rows: readonly Row[], devices: number): Chart => ({
  title: `${whole.format(devices)} messages held and released`,
  unit: 'messages/s',
  groups: rows.map((row) =>
    bars(`${databaseName(row.database)}, ${row.release}`, ['sentAtOnce', 'held', 'released'] as const, (name) => [
      NAMES[name],
      row[name].perSecond,
    ]),
  ),
});

const NAMES = { sentAtOnce: 'sent without being held', held: 'held', released: 'released and sent' } as const;
