import { addDays, addMonths, type Day, startOfDay, startOfMonth } from '../calendar/zoned-days.js';

/** Periods to choose from; `custom` has its own days. */
export const PRESETS = ['7', '28', '90', '365', 'month', 'lastMonth', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];

export interface Days {
  readonly from: Day;
  /** The last day, which belongs to the period. */
  readonly to: Day;
}

const FIRST_PRESET: Preset = '28';
/** The service counts at most 1,100 days. */
const MAX_DAYS = 1_100;

export const readPreset = (text: string): Preset => PRESETS.find((preset) => preset === text) ?? FIRST_PRESET;

export const isFirstPreset = (preset: Preset): boolean => preset === FIRST_PRESET;

/** The days of a period. Invalid days of a custom one are replaced by those of the first preset. */
export const daysOfPreset = (preset: Preset, today: Day, custom: Partial<Days>): Days => {
  if (preset === 'month') return { from: startOfMonth(today), to: today };
  if (preset === 'lastMonth') {
    const first = startOfMonth(today);
    return { from: addMonths(first, -1), to: addDays(first, -1) };
  }
  if (preset !== 'custom') return { from: addDays(today, 1 - Number(preset)), to: today };
  const usual = daysOfPreset(FIRST_PRESET, today, {});
  const to = isDay(custom.to) ? custom.to : usual.to;
  const from = isDay(custom.from) && custom.from <= to ? custom.from : addDays(to, -27);
  const first = addDays(to, 1 - MAX_DAYS);
  return { from: from < first ? first : from, to };
};

export const isDay = (text: string | undefined): text is Day =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The period as the graph takes it. */
export const toPeriod = ({ from, to }: Days, timeZone: string) => ({
  from: startOfDay(from, timeZone).toISOString(),
  to: startOfDay(addDays(to, 1), timeZone).toISOString(),
  timeZone,
});

/** Every day of a period, for plots, which leave no gaps. */
export const listDays = ({ from, to }: Days): readonly Day[] => {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};
