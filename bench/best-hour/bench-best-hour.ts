import { type Database, execute } from '../../src/database/database.js';
import { insertRows } from '../../src/database/write-rows.js';
import { activeSubjectOf, periodOf } from '../../src/delivery/judgement/active-hours.js';
import { bestHour } from '../../src/delivery/judgement/best-hour.js';
import { RULES } from '../../src/delivery/judgement/index.js';
import { ACTIVE_HOUR_TABLE } from '../../src/entities/active-hour.js';
import type { Sender } from '../../src/providers/sender.js';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { DeliveryWorld } from '../../test/support/delivery-world.js';
import { startFakes } from '../../test/support/fakes/start-fakes.js';
import { multiplyDevices } from '../../test/support/multiply-devices.js';
import { bars, databaseName, type Measured } from '../support/chart.js';
import { interleave } from '../support/interleave.js';
import { median } from '../support/median.js';
import { serverCpuUs } from '../support/server-cpu.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

const HOUR = 3_600_000;
const ROUNDS = 5;
/** The product's own sizes. */
const CONFIG = { checkpointSize: 2_000, batchSize: 10_000, leaseMs: 600_000 };
const DEVICES = Number(process.env.BENCH_DEVICES ?? 200_000);
const QUICK_DEVICES = Number(process.env.BENCH_DEVICES ?? 40_000);
const USERS_PER_INSERT = 2_000;
/** The hours in which each user is active. */
const ACTIVE_HOURS = [8, 12, 13, 18, 19, 22];

/**
 * `at once`: every message expires too soon to wait, so that only the decision is measured. `held`: every message waits
 * for the same hour.
 */
const CASES = ['without the rule', 'no setting', 'at once', 'held'] as const;
type Case = (typeof CASES)[number];

interface Row {
  readonly database: string;
  /** The CPU time per message in µs, ours and the database server's. Medians. */
  readonly cpuUs: Readonly<Record<Case, number>>;
}

/** Measures the cost of the best hour in whole runs with a sender that accepts everything. Real senders cost more. */
export const benchBestHour = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const devices = quick ? QUICK_DEVICES : DEVICES;
    const rows: Row[] = [];
    for (const kind of eachDatabase()) {
      const measured = await interleave(CASES, ROUNDS, (name) => measure(kind, devices, name));
      const cpuUs = Object.fromEntries(CASES.map((name, index) => [name, median(measured[index] ?? [])]));
      rows.push({ database: kind.name, cpuUs: cpuUs as Row['cpuUs'] });
    }
    report(rows, devices);
    const groups = rows.map((row) => bars(databaseName(row.database), CASES, (name) => [name, row.cpuUs[name]]));
    return { devices, rows, charts: [{ title: 'Best hour', unit: 'µs of CPU a message', groups }] };
  });

/** Accepts every message at once, so that only judgement and the database are measured. */
const TAKES_ALL: Sender = {
  provider: 'provider_c',
  send: async ({ messages }) => messages.map(() => ({ kind: 'sent', providerMessageId: null }) as const),
  check: async () => ({ accepted: true, reason: null }),
  close: async () => undefined,
};

const measure = async (kind: TestDatabaseKind, devices: number, name: Case): Promise<number> => {
  await using database = await kind.open();
  const fakes = await startFakes();
  const rules = name === 'without the rule' ? RULES.filter((rule) => rule !== bestHour) : RULES;
  const config = { ...CONFIG, timeToLiveSeconds: name === 'at once' ? 3_600 : 86_400 };
  const senders = { provider_c: TAKES_ALL };
  await using world = await new DeliveryWorld({ database, fakes, rules, senders, config }).init();
  const app = await world.makeApp('provider_c');
  await multiplyDevices(database, app.id, devices);
  await nameUsers(database);
  await fillHours(database, { userId: world.caller.userId, now: world.clock.now() });
  const setting = { from: '00:00', to: '00:00', controlShare: 0 };
  const input = name === 'at once' || name === 'held' ? { bestHour: setting } : {};
  await world.makeActive('one-time', { pushes: [await world.makePush()], input });
  const [own, server] = [process.cpuUsage(), serverCpuUs(database)];
  await world.advance(HOUR);
  if (name === 'held') await world.advance(23 * HOUR);
  const { user, system } = process.cpuUsage(own);
  const cpuUs = user + system + serverCpuUs(database) - server;
  const outcomes = await world.outcomes();
  if (outcomes.sent !== devices) throw new Error(`not every message was sent: ${JSON.stringify(outcomes)}`);
  await fakes.close();
  return cpuUs / devices;
};

/** A user for each device. */
const nameUsers = async (database: Database): Promise<void> => {
  const user = database.dialect.name === 'sqlite' ? "'user-' || id" : "CONCAT('user-', id)";
  await database.tx((tx) => execute(tx, `UPDATE device SET external_user_id = ${user}`));
};

const fillHours = async (database: Database, { userId, now }: { userId: number; now: number }): Promise<void> => {
  const users = await database.query<{ id: number; name: string }>('SELECT id, external_user_id AS name FROM device');
  const period = periodOf(now);
  for (let from = 0; from < users.length; from += USERS_PER_INSERT) {
    const rows = users.slice(from, from + USERS_PER_INSERT).flatMap(({ id, name }) => {
      const subject = activeSubjectOf(userId, { deviceId: Number(id), externalUserId: name });
      return ACTIVE_HOURS.map((hour) => ({ userId, subject, hour, weight: 2, period }));
    });
    await database.tx((tx) => insertRows(tx, ACTIVE_HOUR_TABLE, rows));
  }
};

const report = (rows: readonly Row[], devices: number): void => {
  const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  console.log(`${number.format(devices)} messages: CPU time of each in µs, medians of ${ROUNDS}\n`);
  const columns = CASES.map((name) => ({ title: name, cell: ({ cpuUs }: Row) => number.format(cpuUs[name]) }));
  console.log(toTable<Row>([{ title: 'database', cell: ({ database }) => databaseName(database) }, ...columns], rows));
};
