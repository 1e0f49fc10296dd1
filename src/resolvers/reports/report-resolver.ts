import { Arg, Args, ArgsType, Ctx, Field, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { badInput } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf, filterIdOf, MATCHES_NOTHING, toGlobalId } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import type { CsvRequest } from '../../services/csv-exports/csv-export.js';
import { type ReportValues as Counted, shareOf } from '../../services/reports/measure.js';
import { MEASURES } from '../../services/reports/measures.js';
import type { Report as Read, ReportRow as Row } from '../../services/reports/report-service.js';
import { MAX_REPORT_OFFSET, MAX_REPORT_ROWS } from '../../services/reports/report-service.js';
import {
  HeatMap,
  Report,
  ReportDimensionEnum,
  ReportOrderInput,
  ReportPeriodInput,
  ReportWhereInput,
} from './report-types.js';

/** A report reads the counts of all runs of its period, up to four times. */
const REPORT_COST = 500;

@ArgsType()
export class ReportArgs {
  @Field(() => ReportPeriodInput, { description: 'The runs that began in this period count.' })
  period!: ReportPeriodInput;

  @Field(() => ReportDimensionEnum, { description: 'The dimension of the rows.' })
  by!: string;

  @Field(() => ReportWhereInput, { nullable: true, description: 'Filters; omit for everything.' })
  where?: ReportWhereInput | null;

  @Field(() => Boolean, { defaultValue: false, description: 'Also counts the preceding period of equal length.' })
  compare!: boolean;

  @Field(() => ReportOrderInput, {
    nullable: true,
    description:
      'The order of rows; if omitted, days are in chronological order, and all other rows have the most messages first.',
  })
  orderBy?: ReportOrderInput | null;

  @Field(() => Int, { defaultValue: 50, description: `The number of rows, at most ${MAX_REPORT_ROWS}.` })
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'How many rows to skip.' })
  offset!: number;
}

@ObjectType({ description: 'The address of a CSV file.', simpleResolvers: true })
export class CsvExport {
  @Field(() => String, {
    description:
      'Path on this server from which GET downloads the file, without a key. Valid for one hour, and as long as you may read.',
  })
  readonly url!: string;

  @Field(() => DateTimeScalar, { description: 'When the address expires.' })
  readonly expiresAt!: Date;
}

@Resolver()
export class ReportResolver {
  @Costly(REPORT_COST)
  @Query(() => Report, {
    description: 'Counts messages and their receipts by campaign, push, category, application, language, run or day.',
  })
  async report(@Ctx() context: GraphContext, @Args(() => ReportArgs) args: ReportArgs): Promise<Report> {
    context.require('read');
    const { by, compare, orderBy = null, first, offset } = args;
    checkSize('first', first, { min: 1, max: MAX_REPORT_ROWS });
    checkSize('offset', offset, { min: 0, max: MAX_REPORT_OFFSET });
    const period = ReportPeriodInput.toPeriod(args.period);
    const where = ReportWhereInput.toFilter(args.where);
    const request = { period, by, where, compare, orderBy, first, offset };
    return toReport(await context.services.reports.read(context.caller.userId, request));
  }

  @Costly(REPORT_COST)
  @Query(() => HeatMap, {
    description: 'Clicks by hour and weekday, by the time of the receipt. The last 92 days are counted by the hour.',
  })
  async clickHeatMap(
    @Ctx() context: GraphContext,
    @Arg('period', () => ReportPeriodInput, { description: 'Receipts of this period count.' })
    period: ReportPeriodInput,
    @Arg('where', () => ReportWhereInput, { nullable: true, description: 'Filters; omit for everything.' })
    where?: ReportWhereInput | null,
  ): Promise<HeatMap> {
    context.require('read');
    const filter = ReportWhereInput.toFilter(where);
    const { reports } = context.services;
    const map = await reports.heatMap(context.caller.userId, ReportPeriodInput.toPeriod(period), filter);
    return { ...map, isComplete: map.completeFrom === null };
  }

  @Query(() => CsvExport, {
    description:
      'Clicks and deliveries by hour and weekday as CSV, 168 rows: Monday is 1, and Monday 0:00 comes first.',
  })
  clickHeatMapExport(
    @Ctx() context: GraphContext,
    @Arg('period', () => ReportPeriodInput, { description: 'As for `clickHeatMap`.' }) period: ReportPeriodInput,
    @Arg('where', () => ReportWhereInput, { nullable: true, description: 'As for `clickHeatMap`.' })
    where?: ReportWhereInput | null,
  ): Promise<CsvExport> {
    const request = { period: ReportPeriodInput.toPeriod(period), where: ReportWhereInput.toFilter(where) };
    return sign(context, { kind: 'click-heat-map', ...request });
  }

  @Query(() => CsvExport, { description: 'A report as CSV, with all of its rows.' })
  reportExport(
    @Ctx() context: GraphContext,
    @Arg('period', () => ReportPeriodInput, { description: 'As for `report`.' }) period: ReportPeriodInput,
    @Arg('by', () => ReportDimensionEnum, { description: 'As for `report`.' }) by: string,
    @Arg('where', () => ReportWhereInput, { nullable: true, description: 'As for `report`.' })
    where?: ReportWhereInput | null,
  ): Promise<CsvExport> {
    const request = { period: ReportPeriodInput.toPeriod(period), by, where: ReportWhereInput.toFilter(where) };
    return sign(context, { kind: 'report', ...request });
  }

  @Query(() => CsvExport, { description: 'The runs that began in a period as CSV, with their counts.' })
  runsExport(
    @Ctx() context: GraphContext,
    @Arg('period', () => ReportPeriodInput, { description: 'The runs that began in this period.' })
    period: ReportPeriodInput,
  ): Promise<CsvExport> {
    return sign(context, { kind: 'runs', period: ReportPeriodInput.toPeriod(period) });
  }

  @Query(() => CsvExport, {
    description:
      'Every message of a run as CSV: device, outcome, code, detail and times. Empty after its history is deleted.',
  })
  outcomesExport(
    @Ctx() context: GraphContext,
    @Arg('runId', () => ID, { description: 'Global id of the run.' }) runId: string,
  ): Promise<CsvExport> {
    return sign(context, { kind: 'outcomes', runId: databaseIdOf('Run', runId) ?? MATCHES_NOTHING });
  }

  @Query(() => CsvExport, { description: 'Devices as CSV, without their addresses at push services.' })
  devicesExport(
    @Ctx() context: GraphContext,
    @Arg('appId', () => ID, { nullable: true, description: 'Devices of this application; omit for all.' })
    appId?: string | null,
  ): Promise<CsvExport> {
    const id = filterIdOf('App', appId);
    return sign(context, { kind: 'devices', appId: id });
  }
}

const sign = async (context: GraphContext, request: CsvRequest): Promise<CsvExport> => {
  context.require('read');
  const { path, expiresAt } = await context.services.csvExports.signedPath(context.caller, request);
  return { url: path, expiresAt };
};

const checkSize = (field: string, size: number, { min, max }: { min: number; max: number }): void => {
  if (size >= min && size <= max) return;
  throw badInput(field, `\`${field}\` must be ${min} to ${max}.`);
};

const toReport = ({
  rows,
  dimension,
  totals,
  previousTotals,
  previousPeriod,
  rowCount,
  completeFrom,
}: Read): Report => {
  const { nodeType } = dimension;
  const idOf = ({ key, exists }: Row): string | null => (nodeType && exists ? toGlobalId(nodeType, key) : null);
  return {
    rows: rows.map((row) => ({
      ...{ key: row.key, name: row.name, id: idOf(row), startsAt: row.startsAt ?? null },
      values: withShares(row.values),
      previous: row.previous && withShares(row.previous),
    })),
    ...{ rowCount, completeFrom, previousPeriod, isComplete: completeFrom === null },
    totals: withShares(totals),
    previousTotals: previousTotals && withShares(previousTotals),
  };
};

const withShares = (values: Counted): Counted => ({
  ...values,
  ...Object.fromEntries(MEASURES.map((measure) => [`${measure.name}Share`, shareOf(measure, values)])),
});
