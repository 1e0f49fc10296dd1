import DataLoader from 'dataloader';
import type { TrafficOf, TrafficPoint, TrafficRange, TrafficService } from '../../services/traffic/traffic-service.js';

/** The series of many applications, schedulers or pushes over the same stretch of time, in one statement. */
export class TrafficLoader {
  private readonly loaders = new Map<string, DataLoader<number, TrafficPoint[]>>();

  constructor(
    private readonly traffic: TrafficService,
    private readonly userId: number,
  ) {}

  load(of: TrafficOf, id: number, range: TrafficRange): Promise<TrafficPoint[]> {
    const key = JSON.stringify([of, range]);
    const known = this.loaders.get(key);
    if (known) return known.load(id);
    const loader = new DataLoader<number, TrafficPoint[]>((ids) =>
      this.traffic.seriesOf(this.userId, range, { of, ids }),
    );
    this.loaders.set(key, loader);
    return loader.load(id);
  }
}
