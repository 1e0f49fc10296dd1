import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { defineEnum, defineMappedEnum } from '../../schema/define-enum.js';
import { filterIdOf } from '../../schema/global-id.js';
import { OrderDirectionEnum } from '../../schema/paging/listing.js';
import { DateTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import { DIMENSIONS } from '../../services/reports/dimensions.js';
import type { ReportValues as Counted } from '../../services/reports/measure.js';
import { MEASURES } from '../../services/reports/measures.js';
import type { ReportPeriod } from '../../services/reports/report-period.js';
import type { ReportFilter } from '../../services/reports/report-sql.js';

/** `optedOut` is `OPTED_OUT`. */
const toEnumName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

export const ReportDimensionEnum = defineEnum(
  'ReportDimension',
  'The dimension by which a report breaks down its counts.',
  Object.fromEntries(DIMENSIONS.map(({ name, description }) => [name, description])),
);

export const ReportMeasureEnum = defineMappedEnum(
  'ReportMeasure',
  'Something that reports count.',
  Object.fromEntries(MEASURES.map(({ name, description }) => [toEnumName(name), [name, description] as const])),
);

/** The measures declare the fields of this type. Sums over three years may exceed 32 bits, which are the limit of Int. */
@ObjectType({
  description: 'Counts by measure. A measure that is unknown in the dimension is null.',
  simpleResolvers: true,
})
export class ReportValues {}

for (const { name, description, shareOf } of MEASURES) {
  Field(() => Float, { nullable: true, description })(ReportValues.prototype, name);
  if (!shareOf) continue;
  const words = `\`${name}\` as a share of ${shareOf.map((part) => `\`${part}\``).join(' + ')}, 0 to 1; null if nothing was counted.`;
  Field(() => Float, { nullable: true, description: words })(ReportValues.prototype, `${name}Share`);
}

@ObjectType({ description: 'One row of a report.', simpleResolvers: true })
export class ReportRow {
  @Field(() => String, { description: 'Identifies the row in its report.' })
  readonly key!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Global id of the campaign, push, category, application or run; null if the row has none.',
  })
  readonly id!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The name, the title of a push without one, the language or the date; null if it has none or was deleted.',
  })
  readonly name!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the run or the day began; null for other rows.' })
  readonly startsAt!: Date | null;

  @Field(() => ReportValues, { description: 'What was counted.' })
  readonly values!: Counted;

  @Field(() => ReportValues, { nullable: true, description: 'The same for the preceding period, with `compare`.' })
  readonly previous!: Counted | null;
}

@ObjectType({ description: 'A span of time.', simpleResolvers: true })
export class ReportSpan {
  @Field(() => DateTimeScalar, { description: 'Start.' })
  readonly from!: Date;

  @Field(() => DateTimeScalar, { description: 'End, exclusive.' })
  readonly to!: Date;
}

@ObjectType({
  description: 'Counts the messages of runs that began in a period, with everything that happened to them since.',
  simpleResolvers: true,
})
export class Report {
  @Field(() => [ReportRow], { description: 'The rows of this page.' })
  readonly rows!: readonly ReportRow[];

  @Field(() => Int, { description: 'Number of rows on all pages.' })
  readonly rowCount!: number;

  @Field(() => ReportValues, { description: 'The sums of all rows.' })
  readonly totals!: Counted;

  @Field(() => ReportSpan, { nullable: true, description: 'The preceding period, with `compare`.' })
  readonly previousPeriod!: ReportSpan | null;

  @Field(() => ReportValues, { nullable: true, description: 'The sums of the preceding period, with `compare`.' })
  readonly previousTotals!: Counted | null;

  @Field(() => Boolean, { description: 'False if something of the period is missing; see `completeFrom`.' })
  readonly isComplete!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Runs that began before this instant are deleted, or not all of their receipts can be broken down; null if nothing is missing.',
  })
  readonly completeFrom!: Date | null;
}

@ObjectType({ description: 'Receipts of one hour of the week.', simpleResolvers: true })
export class HeatMapCell {
  @Field(() => Int, { description: '1 is Monday, 7 is Sunday.' })
  readonly weekday!: number;

  @Field(() => Int, { description: '0 to 23, on the clock of the time zone.' })
  readonly hour!: number;

  @Field(() => Float, { description: 'Messages that were clicked in this hour.' })
  readonly clicked!: number;

  @Field(() => Float, { description: 'Messages that devices received in this hour.' })
  readonly delivered!: number;
}

@ObjectType({ description: 'Clicks by hour and weekday.', simpleResolvers: true })
export class HeatMap {
  @Field(() => [HeatMapCell], { description: 'All 168 hours of the week, Monday 0:00 first.' })
  readonly cells!: readonly HeatMapCell[];

  @Field(() => Boolean, { description: 'False if the period began before `completeFrom`.' })
  readonly isComplete!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Receipts before this instant are not counted by the hour; null if nothing is missing.',
  })
  readonly completeFrom!: Date | null;
}

@InputType({ description: 'A period of at most 1,100 days, and the clock for its days and hours.' })
export class ReportPeriodInput {
  @Field(() => DateTimeScalar, { description: 'Start.' })
  from!: Date;

  @Field(() => DateTimeScalar, { description: 'End, exclusive.' })
  to!: Date;

  @Field(() => TimeZoneScalar, { defaultValue: 'UTC', description: 'Time zone in which days and hours start.' })
  timeZone!: string;

  static toPeriod({ from, to, timeZone }: ReportPeriodInput): ReportPeriod {
    return { from, to, timeZone };
  }
}

@InputType({ description: 'Filters for reports; all of them must match.' })
export class ReportWhereInput {
  @Field(() => ID, { nullable: true, description: 'Messages to this application.' })
  appId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Messages of this scheduler.' })
  schedulerId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Messages of this push.' })
  pushId?: string | null;

  /** An id of another type matches nothing. */
  static toFilter(where: ReportWhereInput | null | undefined): ReportFilter {
    return {
      appId: filterIdOf('App', where?.appId),
      schedulerId: filterIdOf('Scheduler', where?.schedulerId),
      pushId: filterIdOf('Push', where?.pushId),
    };
  }
}

@InputType({ description: 'The order of rows.' })
export class ReportOrderInput {
  @Field(() => ReportMeasureEnum, { description: 'Rows are sorted by this measure.' })
  measure!: string;

  @Field(() => OrderDirectionEnum, { defaultValue: 'DESC', description: 'Ascending or descending.' })
  direction!: 'ASC' | 'DESC';
}
