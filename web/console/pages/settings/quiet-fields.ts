import type {
  QuietHoursInput,
  QuietHoursPartsFragment,
  QuietPolicy,
  UnknownZone,
  Weekday,
} from '../../graph/generated/graphql.js';
import { readDelay } from '../composer/delay.js';

export const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const satisfies Weekday[];
export const QUIET_MODES = ['NONE', 'OWN', 'OFF'] as const;
export const QUIET_POLICIES = ['HOLD', 'DROP'] as const satisfies QuietPolicy[];
export const UNKNOWN_ZONES = ['ACCOUNT_ZONE', 'SEND'] as const satisfies UnknownZone[];
export const MAX_RELEASE_MINUTES = 360;
const HOUR_MINUTES = 60;

export type Day = (typeof DAYS)[number];
/** `NONE`: the level above counts, or for an account there are none. */
export type QuietMode = (typeof QUIET_MODES)[number];

/** Quiet hours as they are edited. */
export interface QuietFields {
  readonly mode: QuietMode;
  readonly start: string;
  readonly end: string;
  readonly days: readonly Day[];
  readonly policy: QuietPolicy;
  readonly unknownZone: UnknownZone;
  /** Minutes. */
  readonly releaseOver: string;
}

export const toQuietFields = (saved: QuietHoursPartsFragment | null): QuietFields => ({
  mode: saved === null ? 'NONE' : saved.off ? 'OFF' : 'OWN',
  start: saved?.start ?? '22:00',
  end: saved?.end ?? '07:00',
  days: saved?.days ?? DAYS,
  policy: saved?.policy ?? 'HOLD',
  unknownZone: saved?.unknownZone ?? 'ACCOUNT_ZONE',
  releaseOver: saved?.start ? minutesOf(saved.releaseOver ?? '') : '10',
});

const minutesOf = (delay: string): string => {
  const { hours, minutes } = readDelay(delay);
  return String(hours * HOUR_MINUTES + minutes);
};

export const toQuietInput = ({ mode, releaseOver, ...window }: QuietFields): QuietHoursInput | null => {
  if (mode === 'NONE') return null;
  if (mode === 'OFF') return { off: true };
  return { ...window, days: [...window.days], releaseOver: `${Number(releaseOver)}m` };
};

export const isQuietComplete = ({ mode, start, end, days, releaseOver }: QuietFields): boolean => {
  if (mode !== 'OWN') return true;
  const minutes = releaseOver.trim() === '' ? Number.NaN : Number(releaseOver);
  const isRelease = Number.isInteger(minutes) && minutes >= 0 && minutes <= MAX_RELEASE_MINUTES;
  return start !== '' && end !== '' && start !== end && days.length > 0 && isRelease;
};
