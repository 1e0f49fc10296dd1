import { type Database, execute, select } from '../../src/database/database.js';
import { inList } from '../../src/database/in-list.js';
import { lockSends, messageKeyOf, subjectHash, writeSends } from '../../src/delivery/judgement/cap-sends.js';
import type { TestDatabaseKind } from '../../test/support/databases.js';
import { databaseName } from '../support/chart.js';
import { median } from '../support/median.js';
import { toTable } from '../support/table.js';

const PAGE = 2_000;
const PAGES = 10;
/** Each subject has been sent this many messages already when the last round is measured. */
const ROUNDS = 8;
const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;

export interface LayoutRow {
  readonly database: string;
  /** Time to reserve a page of 2,000 subjects, in ms; medians over the last round. */
  readonly perSubjectMs: number;
  readonly perReservationMs: number;
}

/** Compares one row per subject with one narrow row per reservation. Both lock the subjects first. */
export const measureLayouts = async (kind: TestDatabaseKind): Promise<LayoutRow> => {
  await using database = await kind.open();
  await createReservations(database);
  const [bySubject, byReservation]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let page = 0; page < PAGES; page += 1) {
      const devices = Array.from({ length: PAGE }, (_, index) => page * PAGE + index + 1);
      const isLast = round === ROUNDS - 1;
      const now = NOW + round * DAY_MS;
      const [one, other] = [
        await timed(() => reserveInSubjects(database, { round, devices, now })),
        await timed(() => reserveInRows(database, { round, devices, now })),
      ];
      if (isLast) bySubject.push(one);
      if (isLast) byReservation.push(other);
    }
  }
  return { database: kind.name, perSubjectMs: median(bySubject), perReservationMs: median(byReservation) };
};

interface Reserved {
  readonly round: number;
  readonly devices: readonly number[];
  readonly now: number;
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const keyOf = (round: number, deviceId: number) =>
  messageKeyOf({ runId: round + 1, pushId: 1, deviceId, occurrence: 0 });

const reserveInSubjects = (database: Database, { round, devices, now }: Reserved): Promise<void> =>
  database.tx(async (tx) => {
    const subjects = new Map(devices.map((device) => [subjectHash(1, { device }), device]));
    const sends = await lockSends(tx, { userId: 1, subjects: [...subjects.keys()], now });
    for (const [subject, device] of subjects) {
      sends.set(subject, [...(sends.get(subject) ?? []), [now, keyOf(round, device), '']]);
    }
    await writeSends(tx, { userId: 1, sends, reachMs: 7 * DAY_MS });
  });

const createReservations = (database: Database): Promise<void> =>
  database.tx(async (tx) => {
    const isSqlite = database.dialect.name === 'sqlite';
    const text = isSqlite ? 'TEXT' : 'VARCHAR(22) CHARACTER SET ascii COLLATE ascii_bin';
    const end = isSqlite ? 'WITHOUT ROWID' : 'ENGINE = InnoDB';
    await execute(
      tx,
      `CREATE TABLE bench_reservation (user_id BIGINT NOT NULL, subject ${text} NOT NULL, sent_at BIGINT NOT NULL,
        message ${text} NOT NULL, category ${text} NOT NULL,
        PRIMARY KEY (user_id, subject, sent_at, message)) ${end}`,
    );
    await execute(
      tx,
      `CREATE TABLE bench_subject (user_id BIGINT NOT NULL, subject ${text} NOT NULL, PRIMARY KEY (user_id, subject)) ${end}`,
    );
  });

const reserveInRows = (database: Database, { round, devices, now }: Reserved): Promise<void> =>
  database.tx(async (tx) => {
    const subjects = new Map(devices.map((device) => [subjectHash(1, { device }), device]));
    const keys = [...subjects.keys()].sort();
    const { dialect } = database;
    if (dialect.writesSideBySide) {
      const sql = `INSERT IGNORE INTO bench_subject (user_id, subject) VALUES ${keys.map(() => '(1, ?)').join(', ')}`;
      await execute(tx, sql, keys);
      const lock = `SELECT subject FROM bench_subject WHERE user_id = 1 AND subject IN ${inList(keys)} ORDER BY subject`;
      await select(tx, `${lock} ${dialect.forUpdate}`, keys);
    }
    const { sql, parameters } = dialect.among('subject', keys);
    await select(
      tx,
      `SELECT subject, sent_at, message, category FROM bench_reservation WHERE user_id = 1 AND ${sql} AND sent_at > ?`,
      [...parameters, now - 7 * DAY_MS],
    );
    const rows = keys.map((subject) => [1, subject, now, keyOf(round, subjects.get(subject) ?? 0), '']);
    const insert = `INSERT INTO bench_reservation (user_id, subject, sent_at, message, category)
      VALUES ${rows.map(() => '(?, ?, ?, ?, ?)').join(', ')}`;
    await execute(tx, insert, rows.flat());
    await execute(tx, `DELETE FROM bench_reservation WHERE user_id = 1 AND ${sql} AND sent_at <= ?`, [
      ...parameters,
      now - 7 * DAY_MS,
    ]);
  });

export const reportLayouts = (rows: readonly LayoutRow[]): void => {
  const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
  console.log(`\nTime to reserve for ${number.format(PAGE)} subjects with ${ROUNDS - 1} messages each, ms\n`);
  console.log(
    toTable<LayoutRow>(
      [
        { title: 'database', cell: ({ database }) => databaseName(database) },
        { title: 'a row per subject', cell: ({ perSubjectMs }) => number.format(perSubjectMs) },
        { title: 'a row per reservation', cell: ({ perReservationMs }) => number.format(perReservationMs) },
      ],
      rows,
    ),
  );
};
