import { getOrInsert, lastUsed } from '../../collections.js';
import type { Clock } from '../../ports/clock.js';

/** Quicker than this nobody is called slow, whatever the others do. */
const SLOW_MS = 1_000;
/** On a busy machine everybody takes long: slow is who takes so many times as long as the quickest of the others. */
const TIMES_SLOWER = 4;
/** How much the latest page counts against those before. */
const WEIGHT = 0.3;
const MAX_APPS = 10_000;

interface Speed {
  /** From a page's share of the limit to its checkpoint; null before the first has ended. */
  meanMs: number | null;
  /** When each page began that is still under way. */
  readonly under: Set<{ readonly beganAt: number }>;
}

/** How long each application's pages take in this process: a provider that is slow to answer shows here. */
export class AppSpeeds {
  private readonly speeds = lastUsed<number, Speed>(MAX_APPS);

  constructor(private readonly clock: Clock) {}

  /** A page begins; call the answer when it has ended. */
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

  /** Nothing is known of it yet. */
  isUnproven(appId: number): boolean {
    return (this.speeds.get(appId)?.meanMs ?? null) === null;
  }

  /** Those that are slow. Slow is always slower than somebody; of one alone the clock says it. */
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

  /** The mean, or the age of a page under way that has taken longer already. */
  private currentMs(appId: number): number | null {
    const speed = this.speeds.get(appId);
    if (!speed) return null;
    const [oldest] = speed.under;
    const ageMs = oldest ? this.clock.now() - oldest.beganAt : 0;
    return speed.meanMs === null && ageMs < SLOW_MS ? null : Math.max(speed.meanMs ?? 0, ageMs);
  }
}
