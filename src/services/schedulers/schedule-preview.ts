import type { Scheduler } from '../../entities/scheduler.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { type ExplainedLocal, explainMoment } from '../../schedule/explain-moment.js';
import { type Moment, momentsBetween } from '../../schedule/moments.js';
import type { ClockTiming, Timing } from '../../schedule/timing.js';
import { allZones, canonicalZone } from '../../schedule/zones.js';

const MAX_MOMENTS = 100;
/** Nobody can predict clocks beyond this, and before it there were no push messages. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

export interface PreviewRequest {
  readonly first: number;
  /** The zones to include for local time; null for all. */
  readonly zones: readonly string[] | null;
  /** Exclusive; null for now. */
  readonly after: Date | null;
}

export interface PreviewMoment {
  readonly at: Date;
  readonly localTimes: readonly ExplainedLocal[];
}

/** The sends of a scheduler, as if it were active. */
export class SchedulePreview {
  constructor(private readonly clock: Clock) {}

  /** The next moments; none for auto-push, which has no moments of its own. */
  nextMoments(
    scheduler: Pick<Scheduler, 'active' | 'nextDueAt'>,
    timing: Timing,
    { first, zones, after }: PreviewRequest,
  ): PreviewMoment[] {
    if (first < 1 || first > MAX_MOMENTS) throw badInput('first', `\`first\` must be 1 to ${MAX_MOMENTS}.`);
    const asked = readZones(zones);
    if (timing.kind === 'auto-push') return [];
    const start = after === null ? this.startOf(scheduler) : readStart(after);
    const span = { after: start, until: Number.POSITIVE_INFINITY };
    const ownZone = timing.zone.kind === 'fixed' ? timing.zone.zone : null;
    return takeMoments(timing, { ...span, limit: first }, asked).map((moment) => ({
      at: new Date(moment.at),
      localTimes: explainMoment(moment, ownZone),
    }));
  }

  /** Skips moments that were sent and would recur with other time-zone data: they precede its next moment. */
  private startOf({ active, nextDueAt }: Pick<Scheduler, 'active' | 'nextDueAt'>): number {
    const now = this.clock.now();
    return active && nextDueAt ? Math.max(now, nextDueAt.getTime() - 1) : now;
  }
}

const takeMoments = (
  timing: ClockTiming,
  span: Parameters<typeof momentsBetween>[1],
  zones: readonly string[],
): Moment[] => (timing.zone.kind === 'local' ? momentsBetween(timing, span, zones) : momentsBetween(timing, span));

const readStart = (after: Date): number => {
  const instant = after.getTime();
  if (instant >= EARLIEST && instant < LATEST) return instant;
  throw badInput('after', '`after` must be in the years 1970 to 2199.');
};

const readZones = (zones: readonly string[] | null): readonly string[] => {
  if (zones === null) return allZones();
  if (zones.length === 0) throw badInput('zones', 'List at least one zone in `zones`, or omit it for all.');
  return [...new Set(zones.map(readZone))].sort();
};

/** A fixed offset is not a zone that a device can have. */
const readZone = (zone: string): string => {
  const name = canonicalZone(zone);
  if (name !== null) return name;
  throw badInput(
    'zones',
    `\`zones\` must have IANA names such as "Europe/Berlin", as devices report them; "${zone}" is not one.`,
  );
};
