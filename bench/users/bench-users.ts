import { randomBytes } from 'node:crypto';
import { chunk } from '../../src/collections.js';
import { Keyring } from '../../src/crypto/keyring.js';
import type { Database } from '../../src/database/database.js';
import { updateRows } from '../../src/database/update-rows.js';
import { writeRows } from '../../src/database/write-rows.js';
import { systemClock } from '../../src/ports/clock.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { RecordingJobs } from '../../test/support/recording-jobs.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { interleave } from '../support/interleave.js';
import { medianOf } from '../support/median.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PER_CALL = 1_000;

/** Users a second. */
interface Sample {
  readonly created: number;
  /** Users with one device each, whose copy changes too. */
  readonly changed: number;
  readonly unchanged: number;
}

/** `usersUpsert` with 1,000 users a call, against a bare loop that writes the same rows and checks nothing. */
export const benchUsers = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const users = Number(process.env.BENCH_USERS ?? (quick ? 5_000 : 50_000));
    const results: Record<string, { readonly ours: readonly Sample[]; readonly bare: readonly Sample[] }> = {};
    for (const kind of eachDatabase()) {
      if (process.env.BENCH_ONLY && process.env.BENCH_ONLY !== kind.name) continue;
      const [ours, bare] = await interleave(['ours', 'bare'], ROUNDS, (what) => measure(kind, { users, what }));
      results[kind.name] = { ours, bare };
      report(`${kind.name}, ${whole.format(users)} users`, [
        ['usersUpsert', ours],
        ['by hand: the limit', bare],
      ]);
    }
    return { ...results, charts: [chart(results)] };
  });

const measure = async (
  kind: TestDatabaseKind,
  { users, what }: { users: number; what: 'ours' | 'bare' },
): Promise<Sample> => {
  await using database = await kind.open();
  const keyring = new Keyring(randomBytes(32));
  const services = createServices({ database, clock: systemClock, keyring, jobs: new RecordingJobs() });
  const { userId } = await services.keys.createUser('somebody');
  const caller = { userId, keyId: 0, scopes: ['write' as const] };
  const credentials = { topic: 't', team_id: 'x', private_key_id: 'y', private_key: '' };
  const app = await services.apps.create(caller, { pushProvider: 'provider_c', name: 'App', link: null, credentials });
  const ids = Array.from({ length: users }, (_, n) => `user-${n}`);
  const upsert = async (level: number): Promise<void> => {
    for (const part of chunk(ids, PER_CALL)) {
      const changes = part.map((externalUserId) => ({ externalUserId, attributes: { plan: 'pro', level } }));
      if (what === 'ours') await services.endUsers.upsertMany(userId, changes);
      else await writeByHand(database, { userId, part, level });
    }
  };
  const created = await rateOf(users, () => upsert(1));
  for (const part of chunk(ids, PER_CALL)) {
    const devices = part.map((externalUserId) => ({ token: randomBytes(32).toString('hex'), externalUserId }));
    await services.devices.registerMany(app, devices, { startSends: false });
  }
  return { created, changed: await rateOf(users, () => upsert(2)), unchanged: await rateOf(users, () => upsert(2)) };
};

const rateOf = async (users: number, work: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return (users * 1_000) / (performance.now() - startedAt);
};

/** Two statements: one for the users, and one for the devices, found by their users' ids. */
const writeByHand = (
  database: Database,
  { userId, part, level }: { userId: number; part: readonly string[]; level: number },
): Promise<void> =>
  database.tx(async (tx) => {
    const text = `{"level":${level},"plan":"pro"}`;
    const onClash = database.dialect.upsert(['user_id', 'external_user_id'], (incoming) =>
      ['attributes', 'updated_at'].map((column) => `${column} = ${incoming(column)}`).join(', '),
    );
    const columns = ['user_id', 'external_user_id', 'attributes', 'created_at', 'updated_at'];
    const rows = part.map((id) => [userId, id, text, 1, 1]);
    await writeRows(tx, { table: 'end_user', columns, onClash }, rows);
    const among = database.dialect.among('external_user_id', part);
    const sql = `SELECT app_id, id FROM device ${database.dialect.forceIndex('device_external')}
      WHERE app_id IN (SELECT id FROM app WHERE user_id = ${userId}) AND ${among.sql}`;
    const devices: { app_id: number; id: number }[] = await tx.query(sql, [...among.parameters]);
    const update = { table: 'device', key: ['app_id', 'id'], set: ['attributes'] };
    await updateRows(
      tx,
      update,
      devices.map((device) => [Number(device.app_id), Number(device.id), text]),
    );
  });

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

type Row = readonly [name: string, samples: readonly Sample[]];

const report = (title: string, rows: readonly Row[]): void => {
  const rate = (figure: (sample: Sample) => number) => (row: Row) => whole.format(medianOf(row[1], figure));
  const table = toTable<Row>(
    [
      { title, cell: ([name]) => name },
      { title: 'new/s', cell: rate(({ created }) => created) },
      { title: 'changed, with a device/s', cell: rate(({ changed }) => changed) },
      { title: 'unchanged/s', cell: rate(({ unchanged }) => unchanged) },
    ],
    rows,
  );
  console.log(`${table}\n`);
};

const chart = (
  results: Readonly<Record<string, { readonly ours: readonly Sample[]; readonly bare: readonly Sample[] }>>,
): Chart => ({
  title: 'Users whose attributes change, with a device each',
  unit: 'users/s',
  groups: Object.entries(results).map(([kind, { ours, bare }]) => {
    const rows: Row[] = [
      ['usersUpsert', ours],
      ['by hand: the limit', bare],
    ];
    return bars(databaseName(kind), rows, ([name, samples]) => [name, medianOf(samples, ({ changed }) => changed)]);
  }),
});
