import type { FrequencyCap } from '../ports/frequency-caps.js';
import { calendarWindow } from './calendar-windows.js';
import { DAY, WEEK } from './wall-clock.js';

/** The instants (epoch ms) of the messages that a cap counts, oldest first. */
type Instants = readonly number[];

/** The instant at which one cap next allows a message, epoch ms; `now` if it does already. */
export const allowedAt = (cap: FrequencyCap, sent: Instants, { zone, now }: { zone: string; now: number }): number =>
  Math.max(windowAllowsAt(cap, sent, { zone, now }), gapEndsAt(cap, sent, now));

/** How far back a cap looks at most, ms. A week with a clock change may last more than seven days. */
export const reachOf = ({ window, minGap }: FrequencyCap): number => {
  const windowMs = {
    ROLLING: () => (window.kind === 'ROLLING' ? window.seconds * 1_000 : 0),
    CALENDAR_DAY: () => 2 * DAY,
    CALENDAR_WEEK: () => WEEK + DAY,
  }[window.kind]();
  return Math.max(windowMs, (minGap ?? 0) * 1_000);
};

/** The first instant that the window covers, epoch ms. */
export const windowBegins = (
  { window }: Pick<FrequencyCap, 'window'>,
  { zone, now }: { zone: string; now: number },
): number => (window.kind === 'ROLLING' ? now - window.seconds * 1_000 + 1 : unitOf(window.kind, zone, now).from);

export const countInWindow = (
  cap: Pick<FrequencyCap, 'window'>,
  sent: Instants,
  when: { zone: string; now: number },
): number => {
  const begins = windowBegins(cap, when);
  return sent.filter((at) => at >= begins).length;
};

const windowAllowsAt = (cap: FrequencyCap, sent: Instants, when: { zone: string; now: number }): number => {
  const { max, window } = cap;
  if (countInWindow(cap, sent, when) < max) return when.now;
  if (window.kind === 'ROLLING') return (sent.at(-max) ?? when.now) + window.seconds * 1_000;
  return unitOf(window.kind, when.zone, when.now).until;
};

const gapEndsAt = ({ minGap }: FrequencyCap, sent: Instants, now: number): number => {
  const last = sent.at(-1);
  return minGap === null || last === undefined ? now : Math.max(now, last + minGap * 1_000);
};

const unitOf = (kind: 'CALENDAR_DAY' | 'CALENDAR_WEEK', zone: string, now: number) =>
  calendarWindow(kind === 'CALENDAR_DAY' ? 'day' : 'week', zone, now);
