import { NO_PLAN, planByProgress } from '../../catalogue/moment-plan.js';
import { loadRecord } from '../../catalogue/scheduler-record.js';
import { select } from '../../database/database.js';
import { Scheduler } from '../../entities/scheduler.js';
import { momentJobKey } from '../../ports/job-queue.js';
import { zoneRules } from '../../schedule/zone-rules.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { WorkerReleases } from './worker-releases.js';

const EVERY_MS = 5_000;
const SCHEDULERS_PER_LOOK = 200;

/**
 * Recalculates moments that were planned with another release of the tz database, in a small transaction per scheduler:
 * soon after a start with other data, and whenever an API process with other data has activated a scheduler.
 */
export class Replanning {
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  /** Failures that have been logged, by scheduler and release. */
  private readonly failures = new Set<string>();

  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'jobs' | 'log'>,
    private readonly releases: WorkerReleases,
  ) {}

  start(): void {
    this.timer ??= setInterval(() => void this.lookSafely(), EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.looking;
    await this.releases.leave();
  }

  async look(): Promise<void> {
    await this.releases.look();
    if (!this.releases.isLatest) return;
    for (let last: number | undefined = 0; last !== undefined; ) {
      const ids = await this.findStale(last);
      for (const id of ids) await this.replanSafely(id);
      last = ids.at(-1);
    }
  }

  /** Reads two ranges of the index. `<>` would read all of it. */
  private async findStale(afterId: number): Promise<number[]> {
    const stale = (comparison: string) =>
      `SELECT id FROM scheduler WHERE tz_release ${comparison} ? AND active = 1 AND next_due_at IS NOT NULL AND id > ?`;
    const { release } = zoneRules();
    const rows = await this.deps.database.query<{ id: number }>(
      `${stale('<')} UNION ALL ${stale('>')} ORDER BY id LIMIT ${SCHEDULERS_PER_LOOK}`,
      [release, afterId, release, afterId],
    );
    return rows.map(({ id }) => Number(id));
  }

  /** A moment that cannot be calculated, such as one in a zone that only newer data know, stops no other. */
  private async replanSafely(schedulerId: number): Promise<void> {
    const failure = `${schedulerId} ${zoneRules().release}`;
    try {
      await this.replan(schedulerId);
      this.failures.delete(failure);
    } catch (error) {
      if (!this.failures.has(failure)) {
        const details = { err: error, scheduler_id: schedulerId };
        this.deps.log.warn(
          details,
          'a moment cannot be recalculated; it stays as planned, and the next check tries again',
        );
      }
      this.failures.add(failure);
    }
  }

  private async replan(schedulerId: number): Promise<void> {
    const { database, clock, jobs, log } = this.deps;
    const { release } = zoneRules();
    const moved = await database.tx(async (tx) => {
      const lock = `SELECT id FROM scheduler WHERE id = ? ${database.dialect.forUpdate}`;
      if ((await select(tx, lock, [schedulerId])).length === 0) return null;
      const scheduler = await tx.findOneByOrFail(Scheduler, { id: schedulerId });
      const { nextDueAt } = scheduler;
      if (!scheduler.active || !nextDueAt || scheduler.tzRelease === release) return null;
      const { timing } = await loadRecord(tx, scheduler);
      const planned =
        timing.kind === 'auto-push' ? null : await planByProgress(tx, { ...scheduler, nextDueAt }, timing);
      const changes = planned
        ? { nextDueAt: planned.dueAt, tzRelease: release, replannedAt: new Date(clock.now()) }
        : { ...NO_PLAN, nextDueAt: null, active: false, endedAt: new Date(clock.now()) };
      await tx.update(Scheduler, { id: schedulerId }, changes);
      return { scheduler, nextDueAt: changes.nextDueAt };
    });
    if (!moved) return;
    const { scheduler, nextDueAt } = moved;
    if (nextDueAt?.getTime() === scheduler.nextDueAt?.getTime()) return;
    const was = { scheduler_id: schedulerId, was: scheduler.nextDueAt, from: scheduler.tzRelease };
    log.info({ ...was, now: nextDueAt, to: release }, 'new time-zone data moved a moment');
    const key = momentJobKey(schedulerId);
    if (nextDueAt) await jobs.enqueueAt('moment', { schedulerId }, { at: nextDueAt.getTime(), key });
  }

  /** Runs one check at a time. After a failure, the next check tries again. */
  lookSafely(): Promise<void> {
    this.looking ??= this.look()
      .catch((error) =>
        this.deps.log.warn({ err: error }, 'time-zone data could not be compared; the next check tries again'),
      )
      .finally(() => {
        this.looking = null;
      });
    return this.looking;
  }
}
