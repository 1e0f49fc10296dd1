import { NO_PLAN, notePlan } from '../../catalogue/moment-plan.js';
import { loadRecord, type SchedulerRecord } from '../../catalogue/scheduler-record.js';
import { isSameTiming, nextDueAt, zonesAlreadyPast } from '../../catalogue/scheduler-timing.js';
import { type Database, execute, type Tx } from '../../database/database.js';
import type { RunStatusCode } from '../../entities/run.js';
import { Scheduler, type SchedulerKind, type SchedulerRow, STORED_KINDS } from '../../entities/scheduler.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { type JobQueue, momentJobKey } from '../../ports/job-queue.js';
import type { ClockTiming, Timing } from '../../schedule/timing.js';
import { clip } from '../../text/characters.js';
import type { Caller } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { checkBoundVariants, checkComparable } from '../pushes/binding-service.js';
import { requireRoom } from '../rules/maxima.js';
import { MAX_NAME } from '../rules/text-rules.js';
import type { RunControl } from '../runs/run-control.js';
import type { LastMessage } from './last-message.js';
import { requireGoal } from './parse-experiment.js';
import { checkGoalEvents } from './parse-goals.js';
import { checkReferences } from './scheduler-checks.js';
import type { SchedulerDraft, SchedulerInput } from './scheduler-input.js';
import { readScheduler } from './scheduler-rules.js';
import { copyLists, insertScheduler, replaceLists, toColumns, toScheduler } from './scheduler-store.js';

export interface SchedulerServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly runControl: RunControl;
  readonly lastMessage: Pick<LastMessage, 'checkScheduler' | 'checkChange'>;
}

/** Schedulers of all three kinds: their content, and whether they are active. */
export class SchedulerService {
  constructor(private readonly deps: SchedulerServiceDeps) {}

  async create(caller: Caller, input: SchedulerInput): Promise<Scheduler> {
    const draft = readScheduler(input);
    return this.deps.database.tx((tx) => this.insert(tx, caller, draft));
  }

  /** Creates an inactive scheduler. @throws BAD_USER_INPUT for a rule that needs the database. */
  async insert(tx: Tx, caller: Caller, draft: SchedulerDraft): Promise<Scheduler> {
    const now = new Date(this.deps.clock.now());
    await lockCatalogue(tx, this.deps.database, caller.userId);
    await this.requireRoom(tx, caller);
    await checkReferences(tx, caller.userId, draft);
    await checkGoalEvents(tx, caller.userId, draft.goals);
    const row = {
      graceSeconds: null,
      quietHours: null,
      speed: null,
      bestHour: null,
      goals: null,
      experiment: null,
      ...toColumns(draft),
      userId: caller.userId,
      kind: draft.timing.kind,
      ...NEVER_ACTIVE,
      createdAt: now,
      updatedAt: now,
    };
    requireGoal(row);
    return insertScheduler(tx, row, draft);
  }

  /**
   * Copies a scheduler and its lists as inactive, without its pushes. @param name null uses its own name, marked as a
   * copy.
   */
  async copy(tx: Tx, caller: Caller, id: number, name: string | null): Promise<Scheduler> {
    const now = new Date(this.deps.clock.now());
    await lockCatalogue(tx, this.deps.database, caller.userId);
    await this.requireRoom(tx, caller);
    const { id: _original, ...original } = await this.lock(tx, caller, id);
    const called = name ?? nameOfCopy(original.name);
    const names = { name: called, nameFolded: called.toLowerCase() };
    const copy = await tx.save(Scheduler, { ...original, ...names, ...NEVER_ACTIVE, createdAt: now, updatedAt: now });
    await copyLists(tx, id, copy.id);
    return copy;
  }

  async get(caller: Caller, id: number, kind?: SchedulerKind): Promise<SchedulerRecord> {
    const ofKind = kind ? 'AND kind = ?' : '';
    const [row] = await this.deps.database.query<SchedulerRow>(
      `SELECT * FROM scheduler WHERE id = ? AND user_id = ? ${ofKind}`,
      [id, caller.userId, ...(kind ? [STORED_KINDS[kind]] : [])],
    );
    if (!row) throw notFound('scheduler');
    return loadRecord(this.deps.database, toScheduler(row));
  }

  /**
   * Replaces everything except state and bound pushes. If it is active, a new timing must have a future moment; with
   * the same timing the next moment stays, even a due one that has not been fired.
   */
  async update(caller: Caller, id: number, input: SchedulerInput): Promise<Scheduler> {
    const draft = readScheduler(input);
    await this.deps.lastMessage.checkChange(caller, id, draft);
    const updated = await this.deps.database.tx(async (tx) => {
      const replaced = await this.replace(tx, caller, id, { draft, unchangedSince: null });
      if (draft.experiment) await checkBoundVariants(tx, replaced, 'experiment');
      return replaced;
    });
    await this.scheduleJob(updated);
    return updated;
  }

  /**
   * Like `update`, within a transaction; call `scheduleJob` after the commit.
   * @throws BAD_USER_INPUT, with CONFLICT if it was changed after `unchangedSince`; null skips that check.
   */
  async replace(
    tx: Tx,
    caller: Caller,
    id: number,
    { draft, unchangedSince, startNow = false }: Replacement,
  ): Promise<Scheduler> {
    await lockCatalogue(tx, this.deps.database, caller.userId);
    const scheduler = await this.lock(tx, caller, id, draft.timing.kind);
    if (unchangedSince !== null && scheduler.updatedAt.getTime() !== unchangedSince.getTime()) {
      const message = 'This campaign has been changed in the meantime; read it again first.';
      throw badInput('unchanged_since', message, 'CONFLICT');
    }
    await checkReferences(tx, caller.userId, draft);
    await checkGoalEvents(tx, caller.userId, draft.goals);
    const next = { ...scheduler, ...toColumns(draft), updatedAt: new Date(this.deps.clock.now()) };
    requireGoal(next);
    const changed = next.active
      ? { ...next, ...(await this.retiming(tx, scheduler, { timing: draft.timing, startNow })) }
      : next;
    await tx.update(Scheduler, { id }, changed);
    await replaceLists(tx, id, draft);
    return changed;
  }

  /** Deletes its pushes and their translations too, and stops what is in progress. Runs stay as history. */
  async delete(caller: Caller, id: number, kind?: SchedulerKind): Promise<void> {
    await this.deps.database.tx(async (tx) => {
      await this.lock(tx, caller, id, kind);
      await this.deps.runControl.cancelRunsOf(tx, id, 'SCHEDULER_DELETED');
      // A worker records the messages it has in hand, finds no scheduler for the rest of its claim, and drops it.
      await execute(tx, 'DELETE FROM due_send WHERE scheduler_id = ? AND lease_owner IS NULL', [id]);
      await execute(tx, 'DELETE FROM push WHERE scheduler_id = ?', [id]);
      await execute(tx, 'DELETE FROM scheduler WHERE id = ?', [id]);
    });
    await this.deps.jobs.cancel('moment', momentJobKey(id));
  }

  /**
   * Idempotent. Refuses a one-time scheduler whose moment has passed for every device (docs/rules.md#activation),
   * unless it should start now and the moment was at most a minute ago.
   */
  async activate(caller: Caller, id: number, { kind, startNow = false }: Activation = {}): Promise<Scheduler> {
    await this.deps.lastMessage.checkScheduler(caller, id);
    const activated = await this.deps.database.tx(async (tx) => {
      const scheduler = await this.lock(tx, caller, id, kind);
      if (scheduler.active) return scheduler;
      if (scheduler.archived)
        throw badInput('id', 'This scheduler is archived; unarchive it before you activate it.', 'ARCHIVED');
      await checkComparable(tx, scheduler, 'id');
      const { timing } = await loadRecord(tx, scheduler);
      return this.begin(tx, scheduler, { timing, field: 'id', startNow });
    });
    await this.scheduleJob(activated);
    return activated;
  }

  /** Makes it send from now on; call `scheduleJob` after the commit. */
  async begin(tx: Tx, scheduler: Scheduler, { timing, ...start }: Start & { timing: Timing }): Promise<Scheduler> {
    const touched = this.touched();
    const changes = {
      active: true,
      firstActivatedAt: scheduler.firstActivatedAt ?? touched.updatedAt,
      endedAt: null,
      ...(await this.activation(tx, timing, start)),
      ...touched,
    };
    await tx.update(Scheduler, { id: scheduler.id }, changes);
    return { ...scheduler, ...changes };
  }

  /**
   * Idempotent. Cancels current runs. Delays that an event has started stay, since state is judged when they end
   * (docs/rules.md#auto-push).
   */
  deactivate(caller: Caller, id: number, kind?: SchedulerKind): Promise<Scheduler> {
    return this.stop(caller, { id, kind, changes: {}, code: 'SCHEDULER_DEACTIVATED' });
  }

  /** Archiving deactivates (docs/rules.md#scheduler-archive). */
  archive(caller: Caller, id: number): Promise<Scheduler> {
    return this.stop(caller, { id, changes: { archived: true }, code: 'SCHEDULER_ARCHIVED' });
  }

  unarchive(caller: Caller, id: number): Promise<Scheduler> {
    return this.deps.database.tx(async (tx) => {
      const scheduler = await this.lock(tx, caller, id);
      const changes = { archived: false, ...this.touched() };
      await tx.update(Scheduler, { id }, changes);
      return { ...scheduler, ...changes };
    });
  }

  private requireRoom(tx: Tx, { userId }: Caller): Promise<void> {
    return requireRoom(tx, this.deps.database, { what: 'schedulers', userId, field: 'name' });
  }

  private async stop(
    caller: Caller,
    {
      id,
      kind,
      changes,
      code,
    }: { id: number; kind?: SchedulerKind | undefined; changes: Partial<Scheduler>; code: RunStatusCode },
  ): Promise<Scheduler> {
    const stopped = await this.deps.database.tx(async (tx) => {
      const scheduler = await this.lock(tx, caller, id, kind);
      if (scheduler.kind !== 'auto-push') {
        await this.deps.runControl.cancelRunsOf(tx, id, code);
      }
      const next = { ...changes, ...NO_PLAN, active: false, nextDueAt: null, leftOutZones: null, ...this.touched() };
      await tx.update(Scheduler, { id }, next);
      return { ...scheduler, ...next };
    });
    await this.deps.jobs.cancel('moment', momentJobKey(id));
    return stopped;
  }

  private async lock(tx: Tx, caller: Caller, id: number, kind?: SchedulerKind): Promise<Scheduler> {
    await lockOwned(tx, this.deps.database, { table: 'scheduler', id, userId: caller.userId, noun: 'scheduler' });
    const scheduler = await tx.findOneBy(Scheduler, { id, ...(kind ? { kind } : {}) });
    if (!scheduler) throw notFound('scheduler');
    return scheduler;
  }

  private async activation(tx: Tx, timing: Timing, start: Start) {
    if (start.startNow && timing.kind !== 'one-time')
      throw badInput('start_now', '`start_now` is for one-time schedulers; omit it.', 'INVALID');
    const now = this.deps.clock.now();
    const ahead = timing.kind === 'auto-push' ? NO_MOMENTS : lookAhead(timing, now, start);
    return { ...ahead, ...(await notePlan(tx, timing, now)) };
  }

  /** Returns the columns to change for a new timing of an active scheduler; none if the timing stays the same. */
  private async retiming(tx: Tx, before: Scheduler, { timing, startNow }: { timing: Timing; startNow: boolean }) {
    const record = await loadRecord(tx, before);
    return isSameTiming(record.timing, timing) ? {} : this.activation(tx, timing, { field: 'date', startNow });
  }

  /** Schedules a job for the next moment of an active scheduler. */
  async scheduleJob(scheduler: Scheduler): Promise<void> {
    if (!scheduler.active || !scheduler.nextDueAt) return;
    const options = { at: scheduler.nextDueAt.getTime(), key: momentJobKey(scheduler.id) };
    await this.deps.jobs.enqueueAt('moment', { schedulerId: scheduler.id }, options);
  }

  private touched() {
    return { updatedAt: new Date(this.deps.clock.now()) };
  }
}

export interface Activation {
  /** The kind in the path; absent for any. */
  readonly kind?: SchedulerKind;
  readonly startNow?: boolean;
}

export interface Replacement {
  readonly draft: SchedulerDraft;
  readonly unchangedSince: Date | null;
  /** If it is active and the time changed, sends a moment of the last minute at once. */
  readonly startNow?: boolean;
}

interface Start {
  /** The field to name if every moment has passed. */
  readonly field: string;
  /** Sends a moment of the last minute at once. */
  readonly startNow?: boolean;
}

/** Times have no seconds, so a campaign that starts now has the current minute as its moment. */
const START_NOW_MS = 60_000;

const NO_MOMENTS = { nextDueAt: null, leftOutZones: [] };

const NEVER_ACTIVE = {
  active: false,
  archived: false,
  nextDueAt: null,
  leftOutZones: null,
  ...NO_PLAN,
  firstActivatedAt: null,
  endedAt: null,
};

const nameOfCopy = (name: string): string => `${clip(name, MAX_NAME - COPY.length)}${COPY}`;

const COPY = ' (copy)';

const lookAhead = (timing: ClockTiming, now: number, { field, startNow = false }: Start) => {
  const from = startNow ? now - START_NOW_MS - 1 : now;
  const due = nextDueAt(timing, from);
  if (due) return { nextDueAt: due, leftOutZones: zonesAlreadyPast(timing, from) };
  throw badInput(field, 'The date and time of this scheduler have passed for every device; set a later one.', 'PAST');
};
