import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadFilters } from '../../catalogue/scheduler-record.js';
import { type BestHourChoice, chooseHours } from '../../delivery/judgement/best-hour.js';
import { buildRunAudience } from '../../delivery/plan/build-run-audience.js';
import { Scheduler } from '../../entities/scheduler.js';
import { notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { type AudiencePagesDeps, audiencePages } from './audience-pages.js';

export interface BestHourPreviewServiceDeps extends AudiencePagesDeps {
  readonly clock: Clock;
}

export interface BestHourPreview {
  /** Devices examined. */
  devices: number;
  /** The number of devices by how their time is chosen. */
  readonly by: Record<BestHourChoice['by'], number>;
  /** The number of devices by local hour, 0 to 23, without devices that get the message at the configured time. */
  readonly byHour: number[];
  /** False if the audience is larger than the number of devices examined. */
  isComplete: boolean;
}

const MAX_DEVICES = 50_000;
const DEADLINE_MS = 3_000;

const NONE: ReadonlyMap<number, BestHourChoice> = new Map();

/** Counts in which local hours the devices of a scheduler would get its messages. */
export class BestHourPreviewService {
  constructor(private readonly deps: BestHourPreviewServiceDeps) {}

  /** null: the scheduler waits for no best hour. @throws NOT_FOUND */
  async preview({ userId }: Caller, schedulerId: number, signal: AbortSignal): Promise<BestHourPreview | null> {
    const { database, clock } = this.deps;
    const scheduler = await database.reader.findOneBy(Scheduler, { id: schedulerId, userId });
    if (!scheduler) throw notFound('scheduler');
    const { bestHour: setting } = scheduler;
    if (setting === null) return null;
    const now = clock.now();
    const endsAt = performance.now() + DEADLINE_MS;
    const by = { USER: 0, APPLICATION: 0, CONFIGURED: 0, CONTROL: 0 };
    const byHour = new Array<number>(24).fill(0);
    const preview: BestHourPreview = { devices: 0, by, byHour, isComplete: true };
    const filtersOf = await loadFilters(database, [schedulerId]);
    const audience = await buildRunAudience(database.reader, { scheduler, filters: filtersOf(schedulerId) }, now);
    for await (const { appId, ids } of audiencePages(this.deps, audience, userId)) {
      if (signal.aborted || preview.devices >= MAX_DEVICES || performance.now() > endsAt) {
        preview.isComplete = false;
        break;
      }
      const origin = { userId, schedulerId, appId };
      const choices = ids.length === 0 ? NONE : await chooseHours({ setting, database, now }, origin, ids);
      for (const { by: basis, hour } of choices.values()) {
        by[basis] += 1;
        if (hour !== null) byHour[hour] = (byHour[hour] ?? 0) + 1;
      }
      preview.devices += ids.length;
      await nextTurn();
    }
    return preview;
  }
}
