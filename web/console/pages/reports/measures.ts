import type { ReportMeasure, ReportNumbersFragment } from '../../graph/generated/graphql.js';

export interface ShownMeasure {
  readonly name: Exclude<keyof ReportNumbersFragment, `${string}Share` | '__typename'>;
  readonly order: ReportMeasure;
  /** More of it is bad. */
  readonly isBad: boolean;
}

/** The measures in the order of their columns, as in `src/services/reports/measures.ts`. */
export const MEASURES: readonly ShownMeasure[] = [
  { name: 'sent', order: 'SENT', isBad: false },
  { name: 'failed', order: 'FAILED', isBad: true },
  { name: 'delivered', order: 'DELIVERED', isBad: false },
  { name: 'clicked', order: 'CLICKED', isBad: false },
  { name: 'dismissed', order: 'DISMISSED', isBad: true },
  { name: 'optedOut', order: 'OPTED_OUT', isBad: true },
  { name: 'retired', order: 'RETIRED', isBad: true },
  { name: 'converted', order: 'CONVERTED', isBad: false },
  { name: 'attributed', order: 'ATTRIBUTED', isBad: false },
  { name: 'optOuts', order: 'OPT_OUTS', isBad: true },
  { name: 'retirements', order: 'RETIREMENTS', isBad: true },
];

/** Measures of units have no share, because reports do not count units. */
const OF_UNITS = ['converted', 'attributed', 'optOuts', 'retirements'] as const;

export const hasShare = (
  name: ShownMeasure['name'],
): name is Exclude<ShownMeasure['name'], (typeof OF_UNITS)[number]> => !OF_UNITS.some((one) => one === name);

/** The relative change against the period before; null if there is nothing to compare. */
export const changeOf = (now: number | null, before: number | null | undefined): number | null =>
  now === null || !before ? null : (now - before) / before;
