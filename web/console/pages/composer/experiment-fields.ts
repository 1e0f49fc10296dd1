import type { ExperimentInput, ExperimentMetric, ExperimentPartsFragment } from '../../graph/generated/graphql.js';
import { numberOf } from './speed-fields.js';
import type { Message } from './state.js';

/** The experiment as it is edited. Switching a part off keeps its numbers. */
export interface ExperimentFields {
  readonly isOn: boolean;
  /** The percentage of users who get nothing, as it is typed. */
  readonly controlShare: string;
  readonly decides: boolean;
  /** Hours, as typed. */
  readonly decideAfter: string;
  /** The percentage of the other users who get a message at once, as it is typed. */
  readonly testShare: string;
  /** By what the winner is chosen. */
  readonly metric: ExperimentMetric;
}

export const METRICS = ['CLICKED', 'CONVERTED'] as const satisfies ExperimentMetric[];

export const NO_EXPERIMENT: ExperimentFields = {
  isOn: false,
  controlShare: '0',
  decides: false,
  decideAfter: '4',
  testShare: '100',
  metric: 'CLICKED',
};

export const MAX_VARIANTS = 8;
const PERCENT = 100;
const HOUR_S = 3_600;

/** The limits of each number as it is typed. */
export const EXPERIMENT_RANGES = {
  controlShare: [0, 50],
  decideAfter: [0.1, 720],
  testShare: [1, 100],
  weight: [1, 1_000],
} as const;

export type ExperimentNumber = keyof typeof EXPERIMENT_RANGES;

export const isOutOfRange = (name: ExperimentNumber, typed: string): boolean => {
  const [min, max] = EXPERIMENT_RANGES[name];
  const value = numberOf(typed);
  return !(value >= min && value <= max) || (name === 'weight' && !Number.isInteger(value));
};

const usedOf = ({ decides }: ExperimentFields) =>
  decides ? (['controlShare', 'decideAfter', 'testShare'] as const) : (['controlShare'] as const);

/** Whether conversions would be compared without a goal. */
export const lacksGoal = ({ isOn, decides, metric }: ExperimentFields, goals: readonly unknown[]): boolean =>
  isOn && decides && metric === 'CONVERTED' && goals.length === 0;

export const isExperimentWrong = (fields: ExperimentFields, messages: readonly Pick<Message, 'weight'>[]): boolean =>
  fields.isOn &&
  (messages.length > MAX_VARIANTS ||
    messages.some(({ weight }) => isOutOfRange('weight', weight)) ||
    usedOf(fields).some((name) => isOutOfRange(name, fields[name])));

const toShare = (typed: string): number => Number((numberOf(typed) / PERCENT).toPrecision(12));

/** Null to send every message to every device. */
export const toExperimentInput = (
  { isOn, controlShare, decides, decideAfter, testShare, metric }: ExperimentFields,
  { isAfterEvent }: { readonly isAfterEvent: boolean },
): ExperimentInput | null =>
  isOn
    ? {
        controlShare: toShare(controlShare),
        testShare: decides && !isAfterEvent ? toShare(testShare) : 1,
        decideAfter: decides ? Math.round(numberOf(decideAfter) * HOUR_S) : null,
        metric: decides ? metric : 'CLICKED',
        winner: decides ? 'BEST' : 'NONE',
      }
    : null;

export const toExperimentFields = (saved: ExperimentPartsFragment | null): ExperimentFields => {
  if (saved === null) return NO_EXPERIMENT;
  const toPercent = (share: number) => String(Number((share * PERCENT).toPrecision(12)));
  const { controlShare, testShare, decideAfter, metric } = saved;
  return {
    isOn: true,
    controlShare: toPercent(controlShare),
    decides: decideAfter !== null && decideAfter !== undefined,
    decideAfter: decideAfter ? String(Number((decideAfter / HOUR_S).toPrecision(6))) : NO_EXPERIMENT.decideAfter,
    testShare: toPercent(testShare),
    metric,
  };
};
