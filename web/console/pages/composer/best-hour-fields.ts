import type { BestHourInput, BestHourPartsFragment } from '../../graph/generated/graphql.js';
import { numberOf } from './speed-fields.js';

/** The best hour as it is edited. Switching it off keeps the rest. */
export interface BestHourFields {
  readonly isOn: boolean;
  /** `HH:MM`. */
  readonly from: string;
  /** `HH:MM`. */
  readonly to: string;
  /** The percentage of users that get the message at the configured time, as it is typed. */
  readonly controlShare: string;
}

export const NO_BEST_HOUR: BestHourFields = { isOn: false, from: '08:00', to: '22:00', controlShare: '10' };

const PERCENT = 100;
export const MAX_CONTROL_PERCENT = 50;

export const isControlShareWrong = ({ controlShare }: BestHourFields): boolean => {
  const percent = numberOf(controlShare);
  return !(percent >= 0 && percent <= MAX_CONTROL_PERCENT);
};

export const isBestHourWrong = (fields: BestHourFields): boolean =>
  fields.isOn && (fields.from === '' || fields.to === '' || isControlShareWrong(fields));

/** Null to send to everybody at the configured time. */
export const toBestHourInput = (fields: BestHourFields): BestHourInput | null => {
  const { isOn, from, to, controlShare } = fields;
  return isOn ? { from, to, controlShare: Number((numberOf(controlShare) / PERCENT).toPrecision(12)) } : null;
};

export const toBestHourFields = (saved: BestHourPartsFragment | null): BestHourFields => {
  if (saved === null) return NO_BEST_HOUR;
  const { from, to, controlShare } = saved;
  return { isOn: true, from, to, controlShare: String(Number((controlShare * PERCENT).toPrecision(12))) };
};
