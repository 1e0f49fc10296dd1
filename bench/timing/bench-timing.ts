import { type Database, execute } from '../../src/database/database.js';
import { countActivities } from '../../src/delivery/judgement/active-hours.js';
import type { App } from '../../src/entities/app.js';
import type { FrequencyCap } from '../../src/ports/frequency-caps.js';
import { WEEKDAYS } from '../../src/ports/quiet-hours.js';
import type { Sender } from '../../src/providers/sender.js';
import type { SchedulerInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { DeliveryWorld } from '../../test/support/delivery-world.js';
import { spawnFakes } from '../../test/support/fakes/spawn-fakes.js';
import { multiplyDevices } from '../../test/support/multiply-devices.js';
import { bars, databaseName, type Measured } from '../support/chart.js';
import { interleave } from '../support/interleave.js';
import { median } from '../support/median.js';
import { serverCpuUs } from '../support/server-cpu.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

const HOUR = 3_600_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** The product's own sizes. */
const CONFIG = { checkpointSize: 2_000, batchSize: 10_000, leaseMs: 600_000 };
/** A run that takes longer never ends. */
const PATIENCE_MS = 60_000;
/** A speed allows no more at one instant. */
const MAX_DEVICES = 150_000;
const DEVICES = Math.min(MAX_DEVICES, Number(process.env.BENCH_DEVICES ?? 100_000));
const QUICK_DEVICES = Math.min(MAX_DEVICES, Number(process.env.BENCH_DEVICES ?? 20_000));

/**
 * Nothing is held: quiet hours are at night, the speed allows all messages at once, and no best hour is known. In the
 * last case the account has had some activity, too little to know an hour.
 */
const ALL_CASES = ['off', 'frequency caps', 'quiet hours', 'speed', 'best hour', 'best hour, some activity'] as const;
type Case = (typeof ALL_CASES)[number];

const CHOSEN_CASES = process.env.BENCH_CASES?.split(';');
const CASES = ALL_CASES.filter((name) => name === 'off' || (CHOSEN_CASES?.includes(name) ?? true));

const ALL_SENDERS = ['accepts at once', 'FCM over HTTP/2'] as const;
type SenderName = (typeof ALL_SENDERS)[number];

const SENDERS = ALL_SENDERS.filter((name) => name === (process.env.BENCH_SENDER ?? name));

const CAPS: readonly FrequencyCap[] = [
  { max: 10, window: { kind: 'ROLLING', seconds: 7 * 86_400 }, subject: 'USER', categories: null, minGap: null },
  { max: 5, window: { kind: 'CALENDAR_DAY' }, subject: 'USER', categories: null, minGap: null },
];

const BEST_HOUR = { from: '08:00', to: '22:00', controlShare: 0.1 } as const;

const INPUTS: Readonly<Record<Case, Partial<SchedulerInput>>> = {
  off: {},
  'frequency caps': {},
  'quiet hours': {
    quietHours: {
      ...({ start: '22:00', end: '07:00', days: WEEKDAYS, policy: 'HOLD' } as const),
      ...({ unknownZone: 'ACCOUNT_ZONE', releaseOverSeconds: 600 } as const),
    },
  },
  speed: { speed: { maxPerMinute: 10_000_000, ramp: null, stopOnTrouble: null } },
  'best hour': { bestHour: BEST_HOUR },
  'best hour, some activity': { bestHour: BEST_HOUR },
};

interface Row {
  readonly database: string;
  readonly sender: SenderName;
  /** The CPU time per message in µs, ours and the database server's. Medians. */
  readonly cpuUs: Readonly<Record<Case, number>>;
  /** The share that each case adds: the medians of the rounds' own shares. */
  readonly added: Readonly<Record<Case, number>>;
  /** Messages a second, and the share of the rate without any feature; medians as above. */
  readonly perSecond: Readonly<Record<Case, number>>;
  readonly rate: Readonly<Record<Case, number>>;
}

/** One run. */
interface Sample {
  readonly cpuUs: number;
  readonly perSecond: number;
}

/** Alternates whole runs with each feature on and off. The fakes' own process does not count towards the CPU time. */
export const benchTiming = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const devices = quick ? QUICK_DEVICES : DEVICES;
    const rows: Row[] = [];
    for (const kind of chosenDatabases()) {
      for (const sender of SENDERS) {
        // Code that runs for the first time is slow.
        await measure(kind, { devices, name: 'off', sender });
        const measured = await interleave(CASES, ROUNDS, (name) => measure(kind, { devices, name, sender }));
        rows.push(toRow(kind, sender, measured));
        report(rows.slice(-1), devices);
      }
    }
    const groups = rows.map((row) =>
      bars(`${databaseName(row.database)}, ${row.sender}`, CASES, (name) => [name, row.cpuUs[name]]),
    );
    return { devices, rows, charts: [{ title: 'Timing', unit: 'µs of CPU a message', groups }] };
  });

/** `BENCH_ONLY` chooses one. */
const chosenDatabases = (): readonly TestDatabaseKind[] =>
  eachDatabase().filter(({ name }) => name === (process.env.BENCH_ONLY ?? name));

const toRow = (kind: TestDatabaseKind, sender: SenderName, measured: readonly (readonly Sample[])[]): Row => {
  const [off = []] = measured;
  const ofCase = (value: (sample: Sample, withoutAny: Sample) => number) =>
    Object.fromEntries(
      CASES.map((name, index) => [
        name,
        median((measured[index] ?? []).map((sample, round) => value(sample, off[round] ?? sample))),
      ]),
    ) as Row['cpuUs'];
  return {
    ...{ database: kind.name, sender },
    cpuUs: ofCase(({ cpuUs }) => cpuUs),
    added: ofCase(({ cpuUs }, withoutAny) => cpuUs / withoutAny.cpuUs - 1),
    perSecond: ofCase(({ perSecond }) => perSecond),
    rate: ofCase(({ perSecond }, withoutAny) => perSecond / withoutAny.perSecond),
  };
};

/** Accepts every message at once, so that only judgement and the database are measured. */
const TAKES_ALL: Sender = {
  provider: 'provider_a',
  send: async ({ messages }) => messages.map(() => ({ kind: 'sent', providerMessageId: null }) as const),
  check: async () => ({ accepted: true, reason: null }),
  close: async () => undefined,
};

interface Measuring {
  readonly devices: number;
  readonly name: Case;
  readonly sender: SenderName;
}

const measure = async (kind: TestDatabaseKind, { devices, name, sender }: Measuring): Promise<Sample> => {
  await using database = await kind.open();
  const fakes = await spawnFakes({ keepContent: false });
  const senders = sender === 'accepts at once' ? { provider_a: TAKES_ALL } : {};
  await using world = await new DeliveryWorld({ database, fakes, senders, config: CONFIG }).init();
  const app = await world.makeApp('provider_a');
  await multiplyDevices(database, app.id, devices);
  await nameUsers(database);
  if (name === 'frequency caps') await setCaps(database, world.caller.userId);
  if (name === 'best hour, some activity') await beActive(world, app);
  await world.makeActive('one-time', { pushes: [await world.makePush()], input: INPUTS[name] });
  const [own, server, began] = [process.cpuUsage(), serverCpuUs(database), performance.now()];
  await world.advance(HOUR);
  // FCM's quota allows only a part of the messages at each instant.
  while ((await database.query("SELECT 1 FROM run WHERE status IN ('planning', 'running')")).length > 0) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`${name}: the run does not end: ${world.log.at(-1)}`);
    await world.advance(1_000);
  }
  const perSecond = (devices / (performance.now() - began)) * 1_000;
  const { user, system } = process.cpuUsage(own);
  const cpuUs = user + system + serverCpuUs(database) - server;
  const outcomes = await world.outcomes();
  if (outcomes.sent !== devices) throw new Error(`${name}: not every message was sent: ${JSON.stringify(outcomes)}`);
  await fakes.close();
  return { cpuUs: cpuUs / devices, perSecond };
};

/** A user for each device. */
const nameUsers = async (database: Database): Promise<void> => {
  const user = database.dialect.name === 'sqlite' ? "'user-' || id" : "CONCAT('user-', id)";
  await database.tx(async (tx) => {
    await execute(tx, `UPDATE device SET external_user_id = ${user}`);
    const columns = 'user_id, external_user_id, created_at, updated_at';
    const sql = `SELECT a.user_id, d.external_user_id, 1, 1 FROM device d JOIN app a ON a.id = d.app_id ORDER BY d.id`;
    await execute(tx, `INSERT INTO end_user (${columns}) ${sql}`);
  });
};

const beActive = ({ options, clock }: DeliveryWorld, { id: appId, userId }: App): Promise<void> =>
  options.database.tx((tx) => {
    const device = { deviceId: 1, externalUserId: 'user-1', timezone: null };
    return countActivities(tx, [{ kind: 'session', userId, appId, ...device }], clock.now());
  });

const setCaps = (database: Database, userId: number): Promise<unknown> =>
  database.tx((tx) =>
    execute(tx, 'UPDATE user_account SET frequency_caps = ? WHERE id = ?', [
      JSON.stringify({ onCapped: 'DROP', caps: CAPS }),
      userId,
    ]),
  );

const report = (rows: readonly Row[], devices: number): void => {
  const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
  const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  const title = { title: 'database, sender', cell: (row: Row) => `${databaseName(row.database)}, ${row.sender}` };
  const show = (what: string, cell: (name: Case, row: Row) => string): void => {
    console.log(`${number.format(devices)} messages: ${what}; medians of ${ROUNDS}\n`);
    const columns = CASES.map((name) => ({ title: name, cell: (row: Row) => cell(name, row) }));
    console.log(toTable<Row>([title, ...columns], rows));
  };
  show('CPU time of each in µs, and the share added', (name, { cpuUs, added }) => {
    const share = name === 'off' ? '' : ` (${number.format(100 * added[name])} %)`;
    return `${number.format(cpuUs[name])}${share}`;
  });
  show('messages a second, and the share of the rate that stays', (name, { perSecond, rate }) => {
    const share = name === 'off' ? '' : ` (${number.format(100 * rate[name])} %)`;
    return `${whole.format(perSecond[name])}${share}`;
  });
};
