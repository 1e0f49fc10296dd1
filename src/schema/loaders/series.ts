import DataLoader from 'dataloader';
import type { Database } from '../../database/database.js';
import type { DayRange, DeviceCountPoint, DeviceCountService } from '../../services/devices/device-counts.js';
import { readTimelines, type TimelinePoint } from '../../services/runs/run-details.js';
import type { TrafficOf, TrafficPoint, TrafficRange, TrafficService } from '../../services/traffic/traffic-service.js';

/** Reads the traffic of many applications, schedulers or pushes over the same period in one statement. */
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

/** Reads the timelines of many runs with the same number of intervals in two statements. */
export class TimelineLoader {
  private readonly loaders = new Map<number, DataLoader<number, readonly TimelinePoint[]>>();

  constructor(private readonly database: Database) {}

  load(runId: number, points: number): Promise<readonly TimelinePoint[]> {
    const known = this.loaders.get(points);
    if (known) return known.load(runId);
    const loader = new DataLoader<number, readonly TimelinePoint[]>(async (ids) => {
      const found = await readTimelines(this.database, ids, points);
      return ids.map((id) => found.get(id) ?? []);
    });
    this.loaders.set(points, loader);
    return loader.load(runId);
  }
}

/** Reads the device counts of many applications over the same days. */
export class DeviceCountsLoader {
  private readonly loaders = new Map<string, DataLoader<number, DeviceCountPoint[]>>();

  constructor(
    private readonly counts: DeviceCountService,
    private readonly userId: number,
  ) {}

  load(appId: number, range: DayRange): Promise<DeviceCountPoint[]> {
    const key = JSON.stringify(range);
    const known = this.loaders.get(key);
    if (known) return known.load(appId);
    const loader = new DataLoader<number, DeviceCountPoint[]>((ids) => this.counts.seriesOf(this.userId, range, ids));
    this.loaders.set(key, loader);
    return loader.load(appId);
  }
}
