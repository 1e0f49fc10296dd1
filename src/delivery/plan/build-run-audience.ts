import type { EntityManager } from 'typeorm';
import { keepFilters } from '../../audience/audience.js';
import type { FlagColumn } from '../../audience/filter.js';
import { toAppSelection } from '../../catalogue/app-selection.js';
import { resolveApps } from '../../catalogue/resolve-apps.js';
import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import type { RunAudience } from '../../entities/run-snapshot.js';

/** What of a scheduler says whom it reaches. */
interface Filtered {
  readonly scheduler: Pick<SchedulerRecord['scheduler'], 'userId' | FlagColumn>;
  readonly filters: SchedulerRecord['filters'];
}

/** A scheduler's filters as they are now: what a run keeps, so that later changes do not touch it. */
export const buildRunAudience = async (
  manager: EntityManager,
  { scheduler, filters }: Filtered,
): Promise<RunAudience> => {
  const { userId, allApps } = scheduler;
  return {
    appIds: await resolveApps(manager, userId, toAppSelection(allApps, filters)),
    ...(await keepFilters(manager, { userId, flags: scheduler, lists: filters })),
  };
};
