import { type Database, execute, placeholders, select, type Tx } from '../../database/database.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { DAY_MS, lockDeviceFlow } from '../record/add-device-flow.js';
import { deviceRanges } from './device-ranges.js';

/** Two years. */
export const COUNTED_DAYS = 731;

const APPS_PER_PAGE = 500;

interface CountedApp {
  readonly id: number;
  readonly userId: number;
  readonly archived: boolean;
  readonly devicesActiveSince: number;
}

/** The devices that came and went on a day, and the active ones at its end. */
interface Day {
  readonly day: number;
  readonly registered: number;
  readonly returned: number;
  readonly retired: number;
  readonly active: number;
}

/**
 * Counts the active devices of each application once a day. In between, the number follows from devices that came and
 * went. Past days are closed: one row each, which no longer changes. The first count of an application reconstructs its
 * past from the devices that still exist.
 */
export class DeviceCounting {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'log'>) {}

  async run(signal: AbortSignal): Promise<void> {
    const today = Math.floor(this.deps.clock.now() / DAY_MS);
    for (let after = 0; ; ) {
      const apps = await this.appsAfter(after);
      for (const app of apps) {
        if (signal.aborted) return;
        await this.keepSafely(app, today, signal);
      }
      const last = apps.at(-1);
      if (!last || apps.length < APPS_PER_PAGE) return;
      after = last.id;
    }
  }

  private async appsAfter(id: number): Promise<CountedApp[]> {
    const sql = `SELECT id, user_id, archived, devices_active_since AS since FROM app WHERE id > ? ORDER BY id LIMIT ${APPS_PER_PAGE}`;
    const rows = await this.deps.database.query<{ id: number; user_id: number; archived: number; since: number }>(sql, [
      id,
    ]);
    return rows.map((row) => ({
      id: Number(row.id),
      userId: Number(row.user_id),
      archived: Number(row.archived) === 1,
      devicesActiveSince: Number(row.since),
    }));
  }

  /** A failure stops no other application. The next upkeep tries again. */
  private async keepSafely(app: CountedApp, today: number, signal: AbortSignal): Promise<void> {
    try {
      await this.keep(app, today, signal);
    } catch (error) {
      this.deps.log.error({ err: error, app_id: app.id }, 'devices could not be counted; the next upkeep tries again');
    }
  }

  private async keep(app: CountedApp, today: number, signal: AbortSignal): Promise<void> {
    const { database } = this.deps;
    const [last] = await database.query<{ day: number; counted_at: number }>(
      'SELECT day, counted_at FROM device_count WHERE app_id = ? AND counted_at IS NOT NULL ORDER BY day DESC LIMIT 1',
      [app.id],
    );
    if (!last) return this.begin(app, today, signal);
    const day = Number(last.day);
    if (day >= today && Number(last.counted_at) > app.devicesActiveSince) return;
    if (day < today) await database.tx((tx) => closeDays(tx, database, { appId: app.id, from: day, until: today }));
    await this.count(app, today, signal);
  }

  private async count(app: CountedApp, today: number, signal: AbortSignal): Promise<void> {
    const { database, clock } = this.deps;
    const before = await database.query<FlowRow>(FLOWS_OF_DAY, [app.id, today]);
    const scanned = await this.scan(app, signal);
    if (!scanned) return;
    const row = [app.id, today, 0, 0, 0, 0, scanned.active, netOf(before[0]), clock.now()];
    const onClash = database.dialect.upsert(['app_id', 'day', 'shard'], (incoming) =>
      ['active', 'base', 'counted_at'].map((name) => `${name} = ${incoming(name)}`).join(', '),
    );
    await database.tx((tx) => execute(tx, `${INSERT} ${placeholders(1, row.length)} ${onClash}`, row));
  }

  /** The first count: reconstructs the past from the days on which devices registered and retired. */
  private async begin(app: CountedApp, today: number, signal: AbortSignal): Promise<void> {
    const { database, clock } = this.deps;
    const [before] = await database.query<FlowRow>(FLOWS_OF_DAY, [app.id, today]);
    const scanned = await this.scan(app, signal);
    if (!scanned) return;
    await database.tx(async (tx) => {
      // Otherwise the deletion would include rows that an import adds in between.
      await lockDeviceFlow(tx, app.id, today);
      const [now] = await select<FlowRow>(tx, FLOWS_OF_DAY, [app.id, today]);
      const days = toPast(scanned, today);
      await execute(tx, 'DELETE FROM device_count WHERE app_id = ? AND day <= ?', [app.id, today]);
      await insertDays(tx, { appId: app.id, countedAt: clock.now() }, days);
      // Devices that came and went during the count.
      await execute(
        tx,
        'UPDATE device_count SET registered = registered + ?, returned = ?, retired = retired + ? WHERE app_id = ? AND day = ?',
        [...FLOWS.map((name) => Number(now?.[name] ?? 0) - Number(before?.[name] ?? 0)), app.id, today],
      );
    });
  }

  /** Reads devices by ranges of ids, as long reads. null: aborted. */
  private async scan(app: CountedApp, signal: AbortSignal): Promise<Scan | null> {
    const { database } = this.deps;
    const scan: Scan = { active: 0, registered: new Map(), retired: new Map() };
    for await (const { table, after, upTo } of deviceRanges(database, app)) {
      if (signal.aborted) return null;
      const rows = await database.longRead<ScanRow>(
        app.userId,
        `SELECT ${dayOf('registered_at')} AS registered_on,
           CASE WHEN active = 0 THEN ${dayOf('inactive_at')} END AS retired_on,
           SUM(CASE WHEN active = 1 AND seen_at > ? THEN 1 ELSE 0 END) AS active, COUNT(*) AS n
         FROM ${table} WHERE app_id = ? AND id > ? AND id <= ? GROUP BY registered_on, retired_on`,
        [app.devicesActiveSince, app.id, after, upTo],
      );
      for (const row of rows) addTo(scan, row, app);
    }
    return scan;
  }
}

interface Scan {
  active: number;
  /** The number of devices by the day on which they registered. */
  readonly registered: Map<number, number>;
  readonly retired: Map<number, number>;
}

/** A row of the scan, with days as epoch ms. */
interface ScanRow {
  readonly registered_on: number;
  readonly retired_on: number | null;
  readonly active: number | string;
  readonly n: number;
}

const dayOf = (column: string): string => `${column} - ${column} % ${DAY_MS}`;

const addTo = (scan: Scan, row: ScanRow, { archived }: CountedApp): void => {
  const add = (days: Map<number, number>, at: number): void => {
    const day = Math.floor(at / DAY_MS);
    days.set(day, (days.get(day) ?? 0) + Number(row.n));
  };
  if (!archived) scan.active += Number(row.active);
  add(scan.registered, Number(row.registered_on));
  if (row.retired_on !== null) add(scan.retired, Number(row.retired_on));
};

/** The days from the first device on, up to today; at most as many as are kept. Today has the counted number. */
const toPast = ({ active, registered, retired }: Scan, today: number): Day[] => {
  const sum = (days: ReadonlyMap<number, number>, until: number): number =>
    [...days].reduce((total, [day, n]) => (day < until ? total + n : total), 0);
  const first = Math.max(today - COUNTED_DAYS, Math.min(today, ...registered.keys()));
  const days: Day[] = [];
  let present = sum(registered, first) - sum(retired, first);
  for (let day = first; day <= today; day += 1) {
    const [came, went] = [registered.get(day) ?? 0, retired.get(day) ?? 0];
    present += came - went;
    days.push({ day, registered: came, returned: 0, retired: went, active: day === today ? active : present });
  }
  return days;
};

const FLOWS = ['registered', 'returned', 'retired'] as const;
type FlowRow = Readonly<Record<(typeof FLOWS)[number], number | string | null>>;

const SUMS = FLOWS.map((name) => `SUM(${name}) AS ${name}`).join(', ');
const FLOWS_OF_DAY = `SELECT ${SUMS} FROM device_count WHERE app_id = ? AND day = ?`;

const netOf = (row: FlowRow | undefined): number =>
  Number(row?.registered ?? 0) + Number(row?.returned ?? 0) - Number(row?.retired ?? 0);

/** Closes the days since the last count: each becomes one row with the active devices at its end. */
const closeDays = async (
  tx: Tx,
  database: Database,
  { appId, from, until }: { appId: number; from: number; until: number },
): Promise<void> => {
  const where = 'WHERE app_id = ? AND day >= ? AND day < ?';
  const range = [appId, from, until];
  const rows = await select<FlowRow & { day: number; active: number; base: number }>(
    tx,
    `SELECT day, ${FLOWS.join(', ')}, active, base FROM device_count ${where} ORDER BY day ${database.dialect.forUpdate}`,
    range,
  );
  const days: Day[] = [];
  let active = 0;
  for (let day = from; day < until; day += 1) {
    const ofDay = rows.filter((row) => Number(row.day) === day);
    const sum = (name: (typeof FLOWS)[number] | 'active' | 'base'): number =>
      ofDay.reduce((total, row) => total + Number(row[name]), 0);
    const flows = { registered: sum('registered'), returned: sum('returned'), retired: sum('retired') };
    active += sum('active') - sum('base') + netOf(flows);
    days.push({ day, ...flows, active });
  }
  await execute(tx, `DELETE FROM device_count ${where}`, range);
  await insertDays(tx, { appId, countedAt: until * DAY_MS }, days.slice(-COUNTED_DAYS));
};

const INSERT =
  'INSERT INTO device_count (app_id, day, shard, registered, returned, retired, active, base, counted_at) VALUES';

const insertDays = async (
  tx: Tx,
  { appId, countedAt }: { appId: number; countedAt: number },
  days: readonly Day[],
): Promise<void> => {
  const rows = days.flatMap((day) => [
    ...[appId, day.day, 0, day.registered, day.returned, day.retired],
    ...[day.active, netOf(day), countedAt],
  ]);
  await execute(tx, `${INSERT} ${placeholders(days.length, 9)}`, rows);
};
