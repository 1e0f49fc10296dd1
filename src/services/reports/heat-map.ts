import type { Database } from '../../database/database.js';
import type { Clock } from '../../ports/clock.js';
import { DAY, HOUR, MINUTE } from '../../schedule/wall-clock.js';
import { offsetAt } from '../../schedule/zone-timeline.js';
import { timelineIn } from './report-period.js';
import type { ReportScope } from './report-sql.js';

export interface HeatMapCell {
  /** 1 is Monday. */
  readonly weekday: number;
  /** 0 to 23, on the clock of the zone. */
  readonly hour: number;
  readonly clicked: number;
  readonly delivered: number;
}

export interface HeatMap {
  /** All 168, Monday 0:00 first. */
  readonly cells: readonly HeatMapCell[];
  /** null: it has everything of its period. */
  readonly completeFrom: Date | null;
}

/** The retention of traffic by minute (docs/decisions/traffic-by-minute.md). */
const KEPT_MS = 92 * DAY;
/** Quarters of an hour make up the hours of every zone. */
const QUARTER_MINUTES = 15;
const HOURS = 24;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3;

interface Quarter {
  readonly at_minute: number;
  readonly clicked: number | string;
  readonly delivered: number | string;
}

/** Receipts by the hour of the week in which they came. */
export const readHeatMap = async (
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { userId, period, where }: ReportScope,
): Promise<HeatMap> => {
  const oldest = clock.now() - KEPT_MS;
  const isCut = period.from.getTime() < oldest;
  const columns = [
    ['app_id', where.appId],
    ['scheduler_id', where.schedulerId],
    ['push_id', where.pushId],
  ] as const;
  const used = columns.filter(([, id]) => id !== null);
  const at = `minute - minute % ${QUARTER_MINUTES}`;
  const rows = await database.longRead<Quarter>(
    userId,
    `SELECT ${at} AS at_minute, SUM(clicked) AS clicked, SUM(delivered) AS delivered FROM traffic
     WHERE user_id = ? AND minute >= ? AND minute < ?${used.map(([column]) => ` AND ${column} = ?`).join('')}
     GROUP BY ${at}`,
    [
      userId,
      ...[Math.max(period.from.getTime(), oldest), period.to.getTime()].map((ms) => Math.ceil(ms / MINUTE)),
      ...used.map(([, id]) => id),
    ],
  );
  const timeline = timelineIn(period);
  const cells = Array.from({ length: 7 * HOURS }, (_, index) => {
    return { weekday: Math.floor(index / HOURS) + 1, hour: index % HOURS, clicked: 0, delivered: 0 };
  });
  for (const { at_minute: minute, clicked, delivered } of rows) {
    const instant = Number(minute) * MINUTE;
    const wall = instant + offsetAt(timeline, instant);
    const weekday = (Math.floor(wall / DAY) + FIRST_WEEKDAY) % 7;
    const cell = cells[weekday * HOURS + Math.floor((wall % DAY) / HOUR)];
    if (!cell) continue;
    cell.clicked += Number(clicked);
    cell.delivered += Number(delivered);
  }
  return { cells, completeFrom: isCut ? new Date(oldest) : null };
};
