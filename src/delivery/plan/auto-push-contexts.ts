import { type Audience, compileAudience } from '../../audience/audience.js';
import { loadRecord } from '../../catalogue/scheduler-record.js';
import type { Database } from '../../database/database.js';
import { Scheduler } from '../../entities/scheduler.js';
import { buildRunAudience } from './build-run-audience.js';
import { loadPushes, type PreparedPush, preparePush } from './load-pushes.js';

/** An auto-push scheduler as it is when a delay ends. */
export interface AutoPushContext {
  readonly scheduler: Scheduler;
  readonly appIds: ReadonlySet<number>;
  readonly audience: Audience;
  readonly pushes: readonly PreparedPush[];
}

/**
 * Reads schedulers anew for every claim: state and filters are judged when the delay ends (docs/rules.md#auto-push).
 */
export class AutoPushContexts {
  constructor(private readonly database: Database) {}

  /** null if it is gone or inactive: nothing is sent. */
  async load(schedulerId: number): Promise<AutoPushContext | null> {
    const { reader } = this.database;
    const scheduler = await reader.findOneBy(Scheduler, { id: schedulerId, kind: 'auto-push', active: true });
    if (!scheduler || scheduler.archived) return null;
    const audience = await buildRunAudience(reader, await loadRecord(reader, scheduler));
    const pushes = await loadPushes(reader, schedulerId);
    return {
      scheduler,
      appIds: new Set(audience.appIds),
      audience: await compileAudience(audience, { database: this.database, userId: scheduler.userId, parts: null }),
      pushes: pushes.map(preparePush),
    };
  }
}
