import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { TRAFFIC_SUMS, type TrafficSum } from '../../delivery/record/add-traffic.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { type BucketUnit, bucketsBetween, type TimeBucket } from '../../schedule/time-buckets.js';
import { DAY, HOUR, MINUTE } from '../../schedule/wall-clock.js';

/** The period, and the size of its steps. */
export interface TrafficRange {
  readonly from: Date;
  /** null for now. */
  readonly to: Date | null;
  readonly bucket: BucketUnit;
  /** `+HH:MM` or an IANA name. */
  readonly timeZone: string;
}

export interface TrafficFilter {
  readonly appId: number | null;
  readonly schedulerId: number | null;
  readonly pushId: number | null;
}

/** The column that identifies the applications, schedulers or pushes whose traffic is read. */
export type TrafficOf = 'app_id' | 'scheduler_id' | 'push_id';

export interface TrafficPoint extends Readonly<Record<TrafficSum, number>> {
  readonly from: Date;
  readonly to: Date;
}

const SIZES = { minute: MINUTE, hour: HOUR, day: DAY } as const satisfies Record<BucketUnit, number>;
const MAX_POINTS = { minute: 1_500, hour: 1_500, day: 400 } as const satisfies Record<BucketUnit, number>;
/** Rows are summed by quarters of an hour, which make up the hours and days of every zone. */
const QUARTER_MINUTES = 15;
const SUMS = TRAFFIC_SUMS.map((name) => `SUM(${name}) AS ${name}`).join(', ');

/** Messages and receipts over time. */
export class TrafficService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * All traffic of a user, or that of one application, scheduler or push. @throws BAD_USER_INPUT for too many points.
   */
  async series(userId: number, range: TrafficRange, filter: TrafficFilter): Promise<TrafficPoint[]> {
    const buckets = this.toBuckets(range);
    const columns = [
      ['app_id', filter.appId],
      ['scheduler_id', filter.schedulerId],
      ['push_id', filter.pushId],
    ] as const;
    const used = columns.filter(([, id]) => id !== null);
    const where = used.map(([column]) => ` AND ${column} = ?`).join('');
    const rows = await this.read({ userId, range, buckets, columns: '', where, ids: used.map(([, id]) => Number(id)) });
    return toPoints(buckets, rows);
  }

  /** Returns one series each, in one statement. @throws BAD_USER_INPUT for too many points. */
  async seriesOf(
    userId: number,
    range: TrafficRange,
    { of, ids }: { of: TrafficOf; ids: readonly number[] },
  ): Promise<TrafficPoint[][]> {
    const buckets = this.toBuckets(range);
    const where = ` AND ${of} IN ${inList(ids)}`;
    const rows = await this.read({ userId, range, buckets, columns: `${of} AS owner,`, where, ids });
    const rowsOf = groupBy(rows, (row) => Number(row.owner));
    return ids.map((id) => toPoints(buckets, rowsOf.get(id) ?? []));
  }

  private toBuckets({ from, to, bucket, timeZone }: TrafficRange): TimeBucket[] {
    const span = { from: from.getTime(), until: to?.getTime() ?? this.clock.now() };
    if (span.from >= span.until) throw badInput('from', '`from` must be before `to`, which defaults to now.');
    if ((span.until - span.from) / SIZES[bucket] > MAX_POINTS[bucket]) {
      const message = `\`from\` and \`to\` are more than ${MAX_POINTS[bucket]} ${bucket}s apart; request a shorter period or larger buckets.`;
      throw badInput('from', message, 'TOO_MANY');
    }
    return bucketsBetween(bucket, timeZone, span);
  }

  private read({ userId, range, buckets, columns, where, ids }: Reading): Promise<TrafficRow[]> {
    const at = range.bucket === 'minute' ? 'minute' : `minute - minute % ${QUARTER_MINUTES}`;
    const [first, last] = [buckets[0]?.from ?? 0, buckets.at(-1)?.until ?? 0];
    return this.database.longRead<TrafficRow>(
      userId,
      `SELECT ${columns} ${at} AS at_minute, ${SUMS} FROM traffic
       WHERE user_id = ? AND minute >= ? AND minute < ? ${where}
       GROUP BY ${columns.replace(/ AS owner/, '')} ${at} ORDER BY at_minute`,
      [userId, first / MINUTE, last / MINUTE, ...ids],
    );
  }
}

interface Reading {
  readonly userId: number;
  readonly range: TrafficRange;
  readonly buckets: readonly TimeBucket[];
  /** Follows the sums, with a comma. */
  readonly columns: string;
  readonly where: string;
  readonly ids: readonly number[];
}

/** MySQL returns sums as text. */
interface TrafficRow extends Readonly<Record<TrafficSum, number | string>> {
  readonly at_minute: number;
  readonly owner?: number;
}

/** Every bucket, including empty ones. @param rows ascending. */
const toPoints = (buckets: readonly TimeBucket[], rows: readonly TrafficRow[]): TrafficPoint[] => {
  let next = 0;
  return buckets.map(({ from, until }) => {
    const sums = { sent: 0, failed: 0, delivered: 0, clicked: 0, dismissed: 0 };
    for (let row = rows[next]; row && Number(row.at_minute) * MINUTE < until; row = rows[next]) {
      for (const name of TRAFFIC_SUMS) sums[name] += Number(row[name]);
      next += 1;
    }
    return { from: new Date(from), to: new Date(until), ...sums };
  });
};
