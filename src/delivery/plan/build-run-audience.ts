import type { EntityManager } from 'typeorm';
import { keepFilters } from '../../audience/audience.js';
import type { FlagColumn } from '../../audience/filter.js';
import { toAppSelection } from '../../catalogue/app-selection.js';
import { resolveApps } from '../../catalogue/resolve-apps.js';
import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import type { RunAudience } from '../../entities/run-snapshot.js';

/** The parts of a scheduler that define its audience. */
interface Filtered {
  readonly scheduler: Pick<SchedulerRecord['scheduler'], 'userId' | FlagColumn>;
  readonly filters: SchedulerRecord['filters'];
}

/** The filters of a scheduler as they are now. A run keeps them, so that later changes do not affect it. @param now epoch ms */
export const buildRunAudience = async (
  manager: EntityManager,
  { scheduler, filters }: Filtered,
  now: number,
): Promise<RunAudience> => {
  const { userId, allApps } = scheduler;
  return {
    appIds: await resolveApps(manager, userId, toAppSelection(allApps, filters)),
    ...(await keepFilters(manager, { userId, now, flags: scheduler, lists: filters })),
  };
};
