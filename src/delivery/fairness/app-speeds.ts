import { getOrInsert, lastUsed } from '../../collections.js';
import type { Clock } from '../../ports/clock.js';

/** A page faster than this never counts as slow, however fast the others are. */
const SLOW_MS = 1_000;
/** All pages take long on a busy machine, so a slow application takes this many times as long as the fastest other one. */
const TIMES_SLOWER = 4;
/** Weight of the latest page in the mean. */
const WEIGHT = 0.3;
const MAX_APPS = 10_000;

interface Speed {
  /** The mean time from taking a page's share of the limit to its checkpoint; null before the first has ended. */
  meanMs: number | null;
  /** The pages in flight, with the time at which each began. */
  readonly under: Set<{ readonly beganAt: number }>;
}

/** Measures how long the pages of each application take in this process, to find slow providers. */
export class AppSpeeds {
  private readonly speeds = lastUsed<number, Speed>(MAX_APPS);

  constructor(private readonly clock: Clock) {}

  /** A page begins. Call the returned function when it has ended. */
  begin(appId: number): () => void {
    const speed = getOrInsert(this.speeds, appId, (): Speed => ({ meanMs: null, under: new Set() }));
    const page = { beganAt: this.clock.now() };
    speed.under.add(page);
    return () => {
      if (!speed.under.delete(page)) return;
      const tookMs = this.clock.now() - page.beganAt;
      speed.meanMs = speed.meanMs === null ? tookMs : speed.meanMs + (tookMs - speed.meanMs) * WEIGHT;
    };
  }

  /** Whether all of its pages are still under way. */
  isUnproven(appId: number): boolean {
    return (this.speeds.get(appId)?.meanMs ?? null) === null;
  }

  /** Returns the applications that are much slower than another; a single application is compared with a fixed limit. */
  slowAmong(appIds: Iterable<number>): Set<number> {
    const known = [...appIds].flatMap((appId) => {
      const ms = this.currentMs(appId);
      return ms === null ? [] : [{ appId, ms }];
    });
    const [quickest, second] = known.toSorted((a, b) => a.ms - b.ms);
    const isSlow = ({ appId, ms }: { appId: number; ms: number }): boolean => {
      const other = appId === quickest?.appId ? second : quickest;
      return ms >= SLOW_MS && (other === undefined || ms > TIMES_SLOWER * other.ms);
    };
    return new Set(known.filter(isSlow).map(({ appId }) => appId));
  }

  /** Returns the mean, or the age of the oldest page in flight if that is longer. */
  private currentMs(appId: number): number | null {
    const speed = this.speeds.get(appId);
    if (!speed) return null;
    const [oldest] = speed.under;
    const ageMs = oldest ? this.clock.now() - oldest.beganAt : 0;
    return speed.meanMs === null && ageMs < SLOW_MS ? null : Math.max(speed.meanMs ?? 0, ageMs);
  }
}
