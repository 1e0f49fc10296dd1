import { type Database, execute } from '../../src/database/database.js';
import { RULES } from '../../src/delivery/judgement/index.js';
import { optedOut } from '../../src/delivery/judgement/opted-out.js';
import { ALL_MARKETING } from '../../src/ports/preferences.js';
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

const CASES = ['without the rule', 'nobody opted out', 'one in ten opted out'] as const;
type Case = (typeof CASES)[number];

interface Row {
  readonly database: string;
  /** The CPU time per message in µs, ours and the database server's. Medians. */
  readonly cpuUs: Readonly<Record<Case, number>>;
}

/** Measures the cost of opt-outs in whole runs with a sender that accepts everything. Real senders cost more. */
export const benchOptOuts = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
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
    return { devices, rows, charts: [{ title: 'The judgement of opt-outs', unit: 'µs of CPU a message', groups }] };
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
  const rules = name === 'without the rule' ? RULES.filter((rule) => rule !== optedOut) : RULES;
  const senders = { provider_c: TAKES_ALL };
  await using world = await new DeliveryWorld({ database, fakes, rules, senders, config: CONFIG }).init();
  const app = await world.makeApp('provider_c');
  await multiplyDevices(database, app.id, devices);
  await nameUsers(database);
  if (name === 'one in ten opted out') await optOut(database, world.caller.userId);
  await world.makeActive('one-time', { pushes: [await world.makePush()] });
  const [own, server] = [process.cpuUsage(), serverCpuUs(database)];
  await world.advance(HOUR);
  const { user, system } = process.cpuUsage(own);
  const cpuUs = user + system + serverCpuUs(database) - server;
  await fakes.close();
  return cpuUs / devices;
};

/** A user for each device. */
const nameUsers = async (database: Database): Promise<void> => {
  const user = database.dialect.name === 'sqlite' ? "'user-' || id" : "CONCAT('user-', id)";
  await database.tx((tx) => execute(tx, `UPDATE device SET external_user_id = ${user}`));
};

const optOut = (database: Database, userId: number): Promise<unknown> =>
  database.tx((tx) =>
    execute(
      tx,
      `INSERT INTO category_choice (user_id, subject_kind, subject, category_id, choice, source, changed_at)
       SELECT ?, 'user', external_user_id, ${ALL_MARKETING}, 'OFF', 'API', 1 FROM device WHERE id % 10 = 0`,
      [userId],
    ),
  );

const report = (rows: readonly Row[], devices: number): void => {
  const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  console.log(`${number.format(devices)} messages: CPU time of each in µs, medians of ${ROUNDS}\n`);
  const columns = CASES.map((name) => ({ title: name, cell: ({ cpuUs }: Row) => number.format(cpuUs[name]) }));
  console.log(toTable<Row>([{ title: 'database', cell: ({ database }) => databaseName(database) }, ...columns], rows));
};
