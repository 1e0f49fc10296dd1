import { type Audience, compileAudience } from '../../audience/audience.js';
import { loadRecord } from '../../catalogue/scheduler-record.js';
import { Scheduler } from '../../entities/scheduler.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { PreparedPush } from '../judgement/pair.js';
import { buildRunAudience } from './build-run-audience.js';
import { loadPushes, preparePush } from './load-pushes.js';

/** An auto-push scheduler as it is when a delay ends. */
export interface AutoPushContext {
  readonly scheduler: Scheduler;
  readonly appIds: ReadonlySet<number>;
  readonly audience: Audience;
  readonly pushes: readonly PreparedPush[];
}

/**
 * Reads the scheduler for every claim: state and filters are judged when the delay ends (docs/rules.md#auto-push).
 */
export class AutoPushContexts {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'compileTemplate'>) {}

  /** null if the scheduler was deleted or is inactive: nothing is sent. */
  async load(schedulerId: number): Promise<AutoPushContext | null> {
    const { database, clock, compileTemplate } = this.deps;
    const { reader } = database;
    const scheduler = await reader.findOneBy(Scheduler, { id: schedulerId, kind: 'auto-push', active: true });
    if (!scheduler || scheduler.archived) return null;
    const audience = await buildRunAudience(reader, await loadRecord(reader, scheduler), clock.now());
    const pushes = await loadPushes(reader, schedulerId);
    return {
      scheduler,
      appIds: new Set(audience.appIds),
      audience: await compileAudience(audience, { database, userId: scheduler.userId, parts: null }),
      pushes: pushes.map((push) => preparePush(push, { compile: compileTemplate, runName: scheduler.name })),
    };
  }
}
