import type { Database } from '../../src/database/database.js';
import { type Answer, GO, type JudgementRule } from '../../src/delivery/judgement/rule.js';
import type { Sender } from '../../src/providers/sender.js';
import { countWaitingReasons } from '../../src/services/runs/run-details.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { DeliveryWorld } from '../../test/support/delivery-world.js';
import { startFakes } from '../../test/support/fakes/start-fakes.js';
import { multiplyDevices } from '../../test/support/multiply-devices.js';
import { readTableSizes } from '../../test/support/table-sizes.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { serverCpuUs } from '../support/server-cpu.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

const HOUR = 3_600_000;
/** The product's own sizes. */
const CONFIG = { checkpointSize: 2_000, batchSize: 10_000, leaseMs: 600_000 };
const DEVICES = Number(process.env.BENCH_DEVICES ?? 1_000_000);
const QUICK_DEVICES = Number(process.env.BENCH_DEVICES ?? 100_000);
const SPREAD_MS = 600_000;
/** Devices with neighbouring ids that are released at one instant. */
const BLOCK = 1_000;

/** When messages are released. */
const SPREADS = {
  'at one instant': () => 0,
  'spread by blocks of devices': (deviceId: number) => spread(Math.floor(deviceId / BLOCK)),
  'spread by device': (deviceId: number) => spread(deviceId),
} as const satisfies Record<string, (deviceId: number) => number>;

/** Multiplied by a large prime: as even as a hash, and the same in each round. */
const spread = (value: number): number => (value * 2_654_435_761) % SPREAD_MS;

interface Work {
  readonly perSecond: number;
  /** CPU time of a message, ours and the database server's: other load hardly affects it. */
  readonly cpuUs: number;
}

interface Row {
  readonly database: string;
  readonly release: string;
  /** The rate without being held. */
  readonly sentAtOnce: Work;
  readonly held: Work;
  readonly released: Work;
  /** Milliseconds. */
  readonly counts: number;
  readonly reasons: number;
  /** The size of a held message, with indexes. */
  readonly bytes: number;
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
const releases = (): (keyof typeof SPREADS)[] =>
  (Object.keys(SPREADS) as (keyof typeof SPREADS)[]).filter((name) => name === (process.env.BENCH_RELEASE ?? name));

const measureSent = async (kind: TestDatabaseKind, devices: number): Promise<Work> => {
  await using stage = await Stage.open(kind, devices, []);
  return await stage.measure(() => stage.world.advance(HOUR));
};

const measureHeld = async (kind: TestDatabaseKind, devices: number, release: keyof typeof SPREADS) => {
  let isNight = true;
  let until = 0;
  const hold = (deviceId: number): Answer => ({
    ...({ kind: 'wait', code: 'RULE:NIGHT', detail: 'it is night' } as const),
    until: until + SPREADS[release](deviceId),
  });
  const night: JudgementRule = {
    name: 'night',
    asked: 'page',
    open: () => (isNight ? (pairs) => pairs.map(({ deviceId }) => (isNight ? hold(deviceId) : GO)) : null),
  };
  await using stage = await Stage.open(kind, devices, [night]);
  until = stage.world.clock.now() + 9 * HOUR;
  const held = await stage.measure(() => stage.world.advance(HOUR));
  const { bytes = 0 } = (await readTableSizes(stage.database)).get('retry_send') ?? {};
  const runs = [await stage.runId()];
  const counts = await timeOf(() => new RunQueryService(stage.database).countsOf(runs));
  const reasons = await timeOf(() => countWaitingReasons(stage.database, runs));
  isNight = false;
  const released = await stage.measure(() => stage.world.advance(8 * HOUR + SPREAD_MS));
  const outcomes = await stage.world.outcomes();
  if (outcomes.sent !== devices) throw new Error(`of ${devices} messages ${JSON.stringify(outcomes)}`);
  return { database: kind.name, release, held, released, counts, reasons, bytes: bytes / devices };
};

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
  static async open(kind: TestDatabaseKind, devices: number, rules: readonly JudgementRule[]): Promise<Stage> {
    const database = await kind.open();
    const fakes = await startFakes();
    const world = new DeliveryWorld({ database, fakes, rules, senders: { provider_c: TAKES_ALL }, config: CONFIG });
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
    const tookMs = await timeOf(work);
    const { user, system } = process.cpuUsage(own);
    const cpuUs = user + system + serverCpuUs(this.database) - server;
    return { perSecond: (devices * 1_000) / tookMs, cpuUs: cpuUs / devices };
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

const describe = ({ perSecond, cpuUs }: Work): string => `${whole.format(perSecond)} (${whole.format(cpuUs)} µs)`;

const report = (rows: readonly Row[], devices: number): void => {
  console.log(`${whole.format(devices)} messages: rate a second, and CPU time of each\n`);
  const table = toTable<Row>(
    [
      { title: 'database, released', cell: ({ database, release }) => `${databaseName(database)}, ${release}` },
      { title: 'sent at once', cell: ({ sentAtOnce }) => describe(sentAtOnce) },
      { title: 'held', cell: ({ held }) => describe(held) },
      { title: 'released', cell: ({ released }) => describe(released) },
      { title: 'counts, ms', cell: ({ counts }) => counts.toFixed(1) },
      { title: 'reasons, ms', cell: ({ reasons }) => reasons.toFixed(1) },
      { title: 'bytes each', cell: ({ bytes }) => whole.format(bytes) },
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
