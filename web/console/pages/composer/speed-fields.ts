import type { SpeedInput, SpeedPartsFragment } from '../../graph/generated/graphql.js';

/** The speed as it is edited: numbers as they are typed. Switching a part off keeps its numbers. */
export interface SpeedFields {
  readonly isLimited: boolean;
  readonly maxPerMinute: string;
  readonly isRamped: boolean;
  readonly start: string;
  readonly factor: string;
  /** Minutes. */
  readonly every: string;
  readonly stopsOnTrouble: boolean;
  /** Percent. */
  readonly share: string;
  readonly after: string;
  /** Minutes. */
  readonly window: string;
}

export const NO_SPEED: SpeedFields = {
  isLimited: false,
  maxPerMinute: '6000',
  isRamped: false,
  start: '100',
  factor: '2',
  every: '1',
  stopsOnTrouble: false,
  share: '20',
  after: '100',
  window: '5',
};

export type SpeedNumber = {
  [Name in keyof SpeedFields]: SpeedFields[Name] extends string ? Name : never;
}[keyof SpeedFields];

const MINUTE_S = 60;
const PERCENT = 100;
const MAX_MESSAGES = 10_000_000;
const MAX_MINUTES = 1_440;
const SECOND_IN_MINUTES = 1 / MINUTE_S;

interface Range {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

const MESSAGES: Range = { min: 1, max: MAX_MESSAGES, isWhole: true };
const MINUTES: Range = { min: SECOND_IN_MINUTES, max: MAX_MINUTES };

/** The numbers that the service accepts. */
export const SPEED_RANGES: Readonly<Record<SpeedNumber, Range>> = {
  maxPerMinute: MESSAGES,
  start: MESSAGES,
  factor: { min: 1.01, max: 100 },
  every: MINUTES,
  share: { min: 0, max: PERCENT },
  after: MESSAGES,
  window: MINUTES,
};

export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));

/** Whether the number is out of range, or the start of a ramp above its end. */
export const isSpeedNumberWrong = (name: SpeedNumber, fields: SpeedFields): boolean => {
  const value = numberOf(fields[name]);
  const { min, max, isWhole = false } = SPEED_RANGES[name];
  const isAbove = name === 'start' && fields.isLimited && value > numberOf(fields.maxPerMinute);
  // A second has no exact number of minutes.
  return !(value >= min - Number.EPSILON && value <= max) || (isWhole && !Number.isInteger(value)) || isAbove;
};

/** The numbers of the parts that are on. Only runs by the clock can pause. */
export const usedNumbers = (
  speed: SpeedFields,
  { isAfterEvent }: { readonly isAfterEvent: boolean },
): SpeedNumber[] => [
  ...(speed.isLimited ? (['maxPerMinute'] as const) : []),
  ...(speed.isRamped ? (['start', 'factor', 'every'] as const) : []),
  ...(speed.stopsOnTrouble && !isAfterEvent ? (['share', 'after', 'window'] as const) : []),
];

export const isSpeedWrong = (speed: SpeedFields, kind: { readonly isAfterEvent: boolean }): boolean =>
  usedNumbers(speed, kind).some((name) => isSpeedNumberWrong(name, speed));

/** Null for as fast as possible. */
export const toSpeedInput = (speed: SpeedFields, kind: { readonly isAfterEvent: boolean }): SpeedInput | null => {
  const used = usedNumbers(speed, kind);
  if (used.length === 0) return null;
  const number = (name: SpeedNumber, factor = 1) => Number((numberOf(speed[name]) * factor).toPrecision(12));
  const whole = (name: SpeedNumber, factor = 1) => Math.round(number(name, factor));
  return {
    maxPerMinute: speed.isLimited ? whole('maxPerMinute') : null,
    ramp: speed.isRamped ? { start: whole('start'), factor: number('factor'), every: whole('every', MINUTE_S) } : null,
    stopOnTrouble: used.includes('share')
      ? { share: number('share', 1 / PERCENT), after: whole('after'), window: whole('window', MINUTE_S) }
      : null,
  };
};

export const fromSpeed = (saved: SpeedPartsFragment | null): SpeedFields => {
  const { maxPerMinute = null, ramp = null, stopOnTrouble = null } = saved ?? {};
  const text = (value: number) => String(Number(value.toPrecision(12)));
  return {
    ...NO_SPEED,
    isLimited: maxPerMinute !== null,
    ...(maxPerMinute === null ? {} : { maxPerMinute: String(maxPerMinute) }),
    isRamped: ramp !== null,
    ...(ramp && { start: String(ramp.start), factor: text(ramp.factor), every: text(ramp.every / MINUTE_S) }),
    stopsOnTrouble: stopOnTrouble !== null,
    ...(stopOnTrouble && {
      share: text(stopOnTrouble.share * PERCENT),
      after: String(stopOnTrouble.after),
      window: text(stopOnTrouble.window / MINUTE_S),
    }),
  };
};
