import { type EntityManager, In } from 'typeorm';
import { groupBy } from '../collections.js';
import type { Push } from '../entities/push.js';
import { PushTranslation } from '../entities/push-translation.js';
import { Scheduler, type SchedulerKind } from '../entities/scheduler.js';

/** A push as get and list show it. */
export interface PushRecord {
  readonly push: Omit<Push, 'translations'>;
  readonly translations: readonly PushTranslation[];
  /** Of the scheduler that it is bound to. */
  readonly schedulerKind: SchedulerKind | null;
}

/** Loads what belongs to all these pushes in two statements. */
export const loadPushRecords = async (manager: EntityManager, pushes: readonly Push[]): Promise<PushRecord[]> => {
  if (pushes.length === 0) return [];
  const pushIds = In(pushes.map((push) => push.id));
  const translations = await manager.find(PushTranslation, { where: { pushId: pushIds }, order: { id: 'ASC' } });
  const schedulerIds = [...new Set(pushes.flatMap((push) => push.schedulerId ?? []))];
  const schedulers = await manager.find(Scheduler, {
    select: { id: true, kind: true },
    where: { id: In(schedulerIds) },
  });
  const kinds = new Map(schedulers.map((scheduler) => [scheduler.id, scheduler.kind]));
  const translationsOf = groupBy(translations, (translation) => translation.pushId);
  return pushes.map((push) => ({
    push,
    translations: translationsOf.get(push.id) ?? [],
    schedulerKind: push.schedulerId === null ? null : (kinds.get(push.schedulerId) ?? null),
  }));
};
