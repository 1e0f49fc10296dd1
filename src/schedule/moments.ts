import { AppError } from '../errors.js';
import { type MomentPart, nextTurn, partsByZone, partsForAll } from './moment-parts.js';
import { type ClockTiming, localTimesOf, type NextLocal, type OneTimeTiming, wallOfOneTime } from './timing.js';
import { zoneGroups } from './zone-groups.js';
import { allZones } from './zones.js';

/** An instant at which a scheduler sends, and the zones whose devices it sends to. */
export interface Moment {
  /** Epoch ms. */
  readonly at: number;
  /** Ascending by local time, at least one. A zone is in `zones` of at most one part. */
  readonly parts: readonly MomentPart[];
}

/**
 * Returns the first moment after an instant, or null. A local-time scheduler has one moment per distinct instant, with
 * every zone in which it is then that local time; devices without a zone count as UTC.
 * @param after epoch ms, exclusive; finite for a weekly timing.
 * @param zones canonical names; pass the same array each time.
 */
export const nextMoment = (timing: ClockTiming, after: number, zones = allZones()): Moment | null =>
  findMoment(searchOf(timing, zones), after);

/** Returns the moments after `after` up to and including `until` (epoch ms), in order, at most `limit`. */
export const momentsBetween = (timing: ClockTiming, span: MomentSpan, zones = allZones()): Moment[] => {
  const { until, limit = Number.POSITIVE_INFINITY } = span;
  if (timing.kind === 'weekly' && Math.min(until, limit) === Number.POSITIVE_INFINITY) throw endless();
  const search = searchOf(timing, zones);
  const moments: Moment[] = [];
  let { after } = span;
  while (moments.length < limit) {
    const moment = findMoment(search, after);
    if (moment === null || moment.at > until) break;
    moments.push(moment);
    after = moment.at;
  }
  return moments;
};

export interface MomentSpan {
  /** Exclusive; -Infinity for the start of a one-time timing. */
  readonly after: number;
  /** Inclusive; Infinity for the end of a one-time timing. A weekly timing never ends: pass `until` or `limit`. */
  readonly until: number;
  readonly limit?: number;
}

/** The moment in a one-time scheduler's last zone, after which it is inactive (docs/rules.md#activation). */
export const lastMoment = (timing: OneTimeTiming, zones = allZones()): Moment | null =>
  momentsBetween(timing, { after: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }, zones).at(-1) ?? null;

/** Whether anything remains to be sent after an instant, which activating requires (docs/rules.md#activation). */
export const hasFutureMoment = (timing: ClockTiming, after: number, zones = allZones()): boolean =>
  nextMoment(timing, after, zones) !== null;

interface Search {
  readonly timing: ClockTiming;
  readonly nextLocal: NextLocal;
  /** The zones whose clocks the timing uses. */
  readonly zones: readonly string[];
}

const searchOf = (timing: ClockTiming, zones: readonly string[]): Search => ({
  timing,
  nextLocal: localTimesOf(timing),
  zones: timing.zone.kind === 'local' ? zones : [timing.zone.zone],
});

const findMoment = ({ timing, nextLocal, zones }: Search, after: number): Moment | null => {
  const start = timing.kind === 'one-time' ? wallOfOneTime(timing) : after;
  if (!Number.isFinite(start)) throw endless();
  const turns = zoneGroups(zones, start).flatMap((group) => nextTurn(group, nextLocal, after) ?? []);
  if (turns.length === 0) return null;
  const at = Math.min(...turns.map((turn) => turn.at));
  const due = turns.filter((turn) => turn.at === at);
  return { at, parts: timing.zone.kind === 'local' ? partsByZone(due, start) : partsForAll(due) };
};

const endless = (): AppError => new AppError('INTERNAL', 'A weekly timing has no first and no last moment.');
