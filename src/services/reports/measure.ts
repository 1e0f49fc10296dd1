import type { Dialect } from '../../database/dialect.js';
import { CONTROL_ARM, HOLDOUT_ARM, MAX_VARIANTS } from '../../ports/experiment.js';

/** A table with counts of a run as `c`, one or more rows for each run, with the amount in `count`. */
export interface ReportSource {
  readonly table: string;
  /** The dimensions besides the run, each as SQL over `r`, a run, and `c`, a row of the table. */
  readonly columns: Readonly<Partial<Record<SourceColumn, (dialect: Dialect) => string>>>;
}

/** `variant`: the id of a push, or one of `NO_VARIANT`, `CONTROL_ARM`, `HOLDOUT_ARM` and `ROLLOUT_ARM`. */
export type SourceColumn = 'app_id' | 'push_id' | 'language' | 'variant';

/** The messages of runs without an experiment. */
export const NO_VARIANT = 0;

const ofExperiment = (variant: string): string =>
  `CASE WHEN r.experiment IS NULL THEN ${NO_VARIANT} ELSE ${variant} END`;

export const MESSAGES: ReportSource = {
  table: 'batch_count',
  columns: {
    app_id: () => 'c.app_id',
    push_id: () => 'c.push_id',
    language: () => 'c.language',
    variant: () =>
      ofExperiment(
        `CASE c.outcome WHEN 'CONTROL' THEN ${CONTROL_ARM} WHEN 'HOLDOUT' THEN ${HOLDOUT_ARM} ELSE c.push_id END`,
      ),
  },
};

/** Receipts do not include the language of the message. */
export const RECEIPTS: ReportSource = {
  table: 'receipt_count',
  columns: { app_id: () => 'c.app_id', push_id: () => 'c.push_id', variant: () => ofExperiment('c.push_id') },
};

/** The push of an arm; NULL if the arm is no variant. */
const pushOfVariant = (dialect: Dialect): string => {
  const whens = Array.from({ length: MAX_VARIANTS }, (_, arm) => {
    return `WHEN ${arm} THEN ${dialect.jsonAt('r.experiment', `$.variants[${arm}].pushId`)} + 0`;
  });
  return `CASE c.arm ${whens.join(' ')} END`;
};

/** Goals count users, who can have several applications and languages. Without variants, a user gets each of the pushes. */
export const ARMS: ReportSource = {
  table: 'arm_count',
  columns: {
    push_id: (
      dialect,
    ) => `COALESCE(CASE WHEN c.arm < 0 THEN NULL WHEN r.experiment IS NOT NULL THEN ${pushOfVariant(dialect)}
      WHEN ${dialect.jsonAt('r.pushes', '$[1].id')} IS NULL THEN ${dialect.jsonAt('r.pushes', '$[0].id')} + 0 END, 0)`,
    variant: (dialect) => ofExperiment(`COALESCE(${pushOfVariant(dialect)}, c.arm)`),
  },
};

/** Something that reports count. */
export interface Measure {
  /** Its name in the graph and in CSV files, camelCase. */
  readonly name: string;
  /** A sentence for the graph. */
  readonly description: string;
  readonly source: ReportSource;
  /** A condition in SQL on rows of the source, as `c`. */
  readonly where: string;
  /** The measures that together are 100 %; null: a share would mean nothing. */
  readonly shareOf: readonly string[] | null;
}

/** Counts by measure; null: the measure is unknown in this dimension. */
export type ReportValues = Readonly<Record<string, number | null>>;

/** Returns a measure as a share, from 0 to 1; null if nothing was counted or something is unknown. */
export const shareOf = ({ name, shareOf: whole }: Measure, values: ReportValues): number | null => {
  const counted = values[name];
  if (!whole || typeof counted !== 'number') return null;
  const parts = whole.map((part) => values[part]);
  if (parts.some((part) => typeof part !== 'number')) return null;
  const sum = parts.reduce<number>((total, part) => total + Number(part), 0);
  return sum > 0 ? counted / sum : null;
};
