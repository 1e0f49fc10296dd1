import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { DAY_MS } from '../../delivery/record/add-device-flow.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { localText, parseDate } from '../../schedule/wall-clock.js';

/** Days in UTC as `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string;
  /** null: today. */
  readonly to: string | null;
}

export interface DeviceCountPoint {
  readonly date: string;
  /** Active devices at the end of the day; for today, now. */
  readonly active: number;
  readonly registered: number;
  readonly retired: number;
}

const MAX_DAYS = 731;
/** The last count is usually from today or yesterday. */
const RECENT_DAYS = 2;
const ACTIVE = 'SUM(c.active - c.base + c.registered + c.returned - c.retired)';

interface DayRow {
  readonly day: number;
  readonly active: number | string;
  readonly registered: number | string;
  readonly retired: number | string;
}

/** Reads counts of devices that `delivery/upkeep/device-counting.ts` maintains. Never scans devices. */
export class DeviceCountService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Reads active devices per application, in at most two statements. Archived applications have none. */
  async activeOf(appIds: readonly number[]): Promise<Map<number, number>> {
    const recent = await this.readActive(appIds, { join: 'JOIN', since: this.today() - RECENT_DAYS });
    const others = appIds.filter((id) => !recent.has(id));
    if (others.length === 0) return recent;
    // The upkeep has been down for days, or these applications have not been counted yet.
    return new Map([...recent, ...(await this.readActive(others, { join: 'LEFT JOIN', since: 0 }))]);
  }

  /**
   * Returns one series per application, in a fixed number of statements.
   * @throws BAD_USER_INPUT for an invalid range.
   */
  async seriesOf(userId: number, range: DayRange, appIds: readonly number[]): Promise<DeviceCountPoint[][]> {
    const days = this.toDays(range);
    const rows = await this.database.longRead<DayRow & { app_id: number }>(
      userId,
      `SELECT c.app_id, c.day, ${ACTIVE} AS active, SUM(c.registered) AS registered, SUM(c.retired) AS retired
       FROM device_count c WHERE c.app_id IN ${inList(appIds)} AND c.day >= ? AND c.day <= ?
       GROUP BY c.app_id, c.day ORDER BY c.day`,
      [...appIds, days.from, days.to],
    );
    const active = days.to === this.today() ? await this.activeOf(appIds) : new Map<number, number>();
    const rowsOf = groupBy(rows, (row) => Number(row.app_id));
    return appIds.map((id) => toPoints(days, rowsOf.get(id) ?? [], this.now(days, active.get(id) ?? 0)));
  }

  /** Returns one series for all applications of a user together. @throws BAD_USER_INPUT for an invalid range. */
  async series(userId: number, range: DayRange): Promise<DeviceCountPoint[]> {
    const days = this.toDays(range);
    const rows = await this.database.longRead<DayRow>(
      userId,
      `SELECT c.day, ${ACTIVE} AS active, SUM(c.registered) AS registered, SUM(c.retired) AS retired
       FROM device_count c WHERE c.app_id IN (SELECT id FROM app WHERE user_id = ?) AND c.day >= ? AND c.day <= ?
       GROUP BY c.day ORDER BY c.day`,
      [userId, days.from, days.to],
    );
    if (days.to !== this.today()) return toPoints(days, rows, null);
    const apps = await this.database.query<{ id: number }>('SELECT id FROM app WHERE user_id = ? AND archived = 0', [
      userId,
    ]);
    const active = await this.activeOf(apps.map(({ id }) => Number(id)));
    return toPoints(
      days,
      rows,
      this.now(
        days,
        [...active.values()].reduce((sum, n) => sum + n, 0),
      ),
    );
  }

  private today(): number {
    return Math.floor(this.clock.now() / DAY_MS);
  }

  /** null if the range does not include today. */
  private now({ to }: Days, active: number): number | null {
    return to === this.today() ? active : null;
  }

  private toDays({ from, to }: DayRange): Days {
    const read = (field: string, date: string): number => {
      const wall = parseDate(date);
      if (wall === null) throw badInput(field, `\`${field}\` must be a real date as YYYY-MM-DD.`);
      return Math.floor(wall / DAY_MS);
    };
    const days = { from: read('from', from), to: Math.min(this.today(), to === null ? this.today() : read('to', to)) };
    if (days.from > days.to) throw badInput('from', '`from` must not be after `to`, nor in the future.');
    if (days.to - days.from < MAX_DAYS) return days;
    throw badInput(
      'from',
      `\`from\` and \`to\` are more than ${MAX_DAYS} days apart; request a shorter period.`,
      'TOO_MANY',
    );
  }

  private async readActive(
    appIds: readonly number[],
    { join, since }: { join: 'JOIN' | 'LEFT JOIN'; since: number },
  ): Promise<Map<number, number>> {
    if (appIds.length === 0) return new Map();
    const rows = await this.database.query<{ app_id: number; n: number | string }>(
      `SELECT c.app_id, ${ACTIVE} AS n FROM device_count c JOIN app a ON a.id = c.app_id AND a.archived = 0
       ${join} (SELECT app_id, MAX(day) AS day FROM device_count
         WHERE app_id IN ${inList(appIds)} AND counted_at IS NOT NULL AND day >= ? GROUP BY app_id) l
         ON l.app_id = c.app_id
       WHERE c.app_id IN ${inList(appIds)} AND c.day >= COALESCE(l.day, 0) GROUP BY c.app_id`,
      [...appIds, since, ...appIds],
    );
    return new Map(rows.map((row) => [Number(row.app_id), Math.max(0, Number(row.n))]));
  }
}

interface Days {
  readonly from: number;
  readonly to: number;
}

/** Fills every day. A day without a row had no change, and the upkeep did not run. */
const toPoints = ({ from, to }: Days, rows: readonly DayRow[], now: number | null): DeviceCountPoint[] => {
  const rowOf = new Map(rows.map((row) => [Number(row.day), row]));
  let active = 0;
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const day = from + index;
    const row = rowOf.get(day);
    active = row ? Math.max(0, Number(row.active)) : active;
    return {
      date: localText(day * DAY_MS).slice(0, 10),
      active: day === to && now !== null ? now : active,
      registered: Number(row?.registered ?? 0),
      retired: Number(row?.retired ?? 0),
    };
  });
};
