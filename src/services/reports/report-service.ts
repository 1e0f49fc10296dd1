import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { SqlFragment } from '../../database/sql.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Dimension, ReportSubject } from './dimension.js';
import { DIMENSIONS } from './dimensions.js';
import { type HeatMap, readHeatMap } from './heat-map.js';
import type { Measure, ReportValues } from './measure.js';
import { MEASURES } from './measures.js';
import { readMessageCounts } from './message-counts.js';
import { findCompleteFrom } from './report-completeness.js';
import { checkPeriod, firstDayOf, periodBefore, type ReportPeriod, timelineIn } from './report-period.js';
import { groupedSql, isKnownBy, type ReportFilter, type ReportScope } from './report-sql.js';

export interface ReportRequest {
  readonly period: ReportPeriod;
  /** The name of a dimension. */
  readonly by: string;
  readonly where: ReportFilter;
  /** Whether to count the period before as well. */
  readonly compare: boolean;
  /** null: the dimension's own order. */
  readonly orderBy: { readonly measure: string; readonly direction: 'ASC' | 'DESC' } | null;
  readonly first: number;
  readonly offset: number;
}

export interface ReportRow extends ReportSubject {
  readonly key: string;
  /** False: the object of the row was deleted. */
  readonly exists: boolean;
  readonly values: ReportValues;
  /** null: not requested. */
  readonly previous: ReportValues | null;
}

export interface Report {
  readonly dimension: Dimension;
  readonly rows: readonly ReportRow[];
  /** The number of rows on all pages. */
  readonly rowCount: number;
  readonly totals: ReportValues;
  readonly period: ReportPeriod;
  /** null: not requested. */
  readonly previousPeriod: ReportPeriod | null;
  readonly previousTotals: ReportValues | null;
  /** null: the report has everything of its period. */
  readonly completeFrom: Date | null;
}

export const MAX_REPORT_ROWS = 500;
export const MAX_REPORT_OFFSET = 1_000_000;
/** Each portion of an export counts all rows again, so portions are large. */
const ROWS_PER_PORTION = 10_000;

export interface ReportServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** `RUN_RETENTION_DAYS`. */
  readonly runRetentionDays: number;
}

/** Counts the messages of runs that began in a period, with everything that happened to them since. */
export class ReportService {
  constructor(private readonly deps: ReportServiceDeps) {}

  /** @throws BAD_USER_INPUT for a period that is empty or too long. */
  async read(userId: number, request: ReportRequest): Promise<Report> {
    checkPeriod(request.period);
    const dimension = DIMENSIONS.find(({ name }) => name === request.by);
    if (!dimension) throw badInput('by', '`by` must be a dimension of reports.');
    const scope = { userId, period: request.period, where: request.where };
    const reading = await this.toReading(scope, dimension);
    const { rows, totals, rowCount } = await this.readPage(reading, request);
    const keys = rows.map(({ key }) => key);
    const previousPeriod = request.compare ? periodBefore(request.period) : null;
    const before = previousPeriod && (await this.toReading({ ...scope, period: previousPeriod }, dimension));
    const { database, clock, runRetentionDays } = this.deps;
    const [subjects, previous, previousTotals, completeFrom] = await Promise.all([
      dimension.describe(keys, { database, userId, timeline: timelineIn(request.period) }),
      before && this.readKeys(before, previousKeys(request, dimension, keys)),
      before && this.readTotals(before),
      findCompleteFrom(database, { scope, dimension, now: clock.now(), runRetentionDays }),
    ]);
    return {
      ...{ dimension, rowCount, totals, previousPeriod, previousTotals, completeFrom, period: request.period },
      rows: rows.map(({ key, values }, index) => ({
        ...(subjects.get(key) ?? { name: null }),
        ...{ key, values, exists: subjects.has(key) },
        previous: previous && (previous[index] ?? reading.zeros),
      })),
    };
  }

  /** All rows in the order of the dimension, in portions. Runs have an export of their own, since there are many. */
  async *readAll(
    userId: number,
    asked: Pick<ReportRequest, 'period' | 'by' | 'where'>,
  ): AsyncGenerator<readonly ReportRow[]> {
    const request = { ...asked, compare: false, orderBy: null, first: ROWS_PER_PORTION };
    for (let offset = 0; ; offset += ROWS_PER_PORTION) {
      const { rows } = await this.read(userId, { ...request, offset });
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_PER_PORTION) return;
    }
  }

  /** Clicks by hour and weekday. @throws BAD_USER_INPUT for a period that is empty or too long. */
  async heatMap(userId: number, period: ReportPeriod, where: ReportFilter): Promise<HeatMap> {
    checkPeriod(period);
    return readHeatMap(this.deps, { userId, period, where });
  }

  private async toReading(scope: ReportScope, dimension: Dimension): Promise<Reading> {
    const known = MEASURES.filter((measure) => isKnownBy(measure, dimension, scope.where));
    const { database } = this.deps;
    const messages = database.isVitess ? await readMessageCounts(database, scope, dimension.needs) : null;
    const { dialect } = database;
    const grouping = { dimension, measures: known, dialect, timeline: timelineIn(scope.period), messages };
    return { scope, dimension, known, grouped: groupedSql(scope, grouping), zeros: toValues(known, () => 0) };
  }

  /** The totals of all rows come with the page, in one statement. */
  private async readPage(reading: Reading, request: ReportRequest): Promise<Page> {
    const { known, grouped, dimension, zeros } = reading;
    const totals = known.map(({ name }) => `SUM(SUM(t.${name})) OVER () AS all_${name}`);
    const sql = `SELECT t.g, ${sumsOf(known)}, ${totals.join(', ')}, COUNT(*) OVER () AS all_rows
      FROM (${grouped.sql}) t GROUP BY t.g ORDER BY ${orderOf(request, dimension, known)} LIMIT ? OFFSET ?`;
    const rows = await this.ask(reading, { sql, parameters: [...grouped.parameters, request.first, request.offset] });
    const [first] = rows;
    if (!first && request.offset > 0) {
      return { ...(await this.readPage(reading, { ...request, first: 1, offset: 0 })), rows: [] };
    }
    return {
      rows: rows.map((row) => ({ key: String(row.g), values: toValues(known, (name) => Number(row[name])) })),
      totals: first ? toValues(known, (name) => Number(first[`all_${name}`])) : zeros,
      rowCount: Number(first?.all_rows ?? 0),
    };
  }

  private async readKeys(reading: Reading, keys: readonly string[]): Promise<(ReportValues | undefined)[]> {
    if (keys.length === 0) return [];
    const { known, grouped } = reading;
    const sql = `SELECT t.g, ${sumsOf(known)} FROM (${grouped.sql}) t WHERE t.g IN ${inList(keys)} GROUP BY t.g`;
    const typed = keys.map((key) => (/^-?\d+$/.test(key) ? Number(key) : key));
    const rows = await this.ask(reading, { sql, parameters: [...grouped.parameters, ...typed] });
    const found = new Map(rows.map((row) => [String(row.g), toValues(known, (name) => Number(row[name]))]));
    return keys.map((key) => found.get(key));
  }

  private async readTotals(reading: Reading): Promise<ReportValues> {
    const { known, grouped } = reading;
    const sql = `SELECT ${sumsOf(known)} FROM (${grouped.sql}) t`;
    const [row] = await this.ask(reading, { ...grouped, sql });
    return toValues(known, (name) => Number(row?.[name] ?? 0));
  }

  private ask({ scope }: Reading, { sql, parameters }: SqlFragment): Promise<Sums[]> {
    return this.deps.database.longRead<Sums>(scope.userId, sql, parameters);
  }
}

interface Reading {
  readonly scope: ReportScope;
  readonly dimension: Dimension;
  /** The measures that the dimension can divide. */
  readonly known: readonly Measure[];
  readonly grouped: SqlFragment;
  readonly zeros: ReportValues;
}

/** MySQL returns sums as text. */
type Sums = Readonly<Record<string, number | string | null>>;

interface Page {
  readonly rows: readonly { readonly key: string; readonly values: ReportValues }[];
  readonly totals: ReportValues;
  readonly rowCount: number;
}

const sumsOf = (measures: readonly Measure[]): string =>
  measures.map(({ name }) => `SUM(t.${name}) AS ${name}`).join(', ');

const toValues = (known: readonly Measure[], countOf: (name: string) => number): ReportValues =>
  Object.fromEntries(MEASURES.map((measure) => [measure.name, known.includes(measure) ? countOf(measure.name) : null]));

const orderOf = ({ orderBy }: ReportRequest, { isOrdered }: Dimension, known: readonly Measure[]): string => {
  const [largest] = known;
  const chosen = orderBy && known.find(({ name }) => name === orderBy.measure);
  if (chosen) return `SUM(t.${chosen.name}) ${orderBy?.direction}, t.g`;
  return isOrdered || !largest ? 't.g' : `SUM(t.${largest.name}) DESC, t.g`;
};

/** Days are compared with the days as far from the start of the period before. */
const previousKeys = (request: ReportRequest, { name }: Dimension, keys: readonly string[]): readonly string[] => {
  if (name !== 'DAY') return keys;
  const [now, before] = [request.period, periodBefore(request.period)].map(firstDayOf);
  return keys.map((key) => String(Number(key) - Number(now) + Number(before)));
};
