import { loadRecord } from '../../catalogue/scheduler-record.js';
import { nextDueAt } from '../../catalogue/scheduler-timing.js';
import type { Database } from '../../database/database.js';
import { Scheduler } from '../../entities/scheduler.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Experiment } from '../../ports/experiment.js';
import type { Speed } from '../../ports/speed.js';
import { momentsBetween } from '../../schedule/moments.js';
import { durationOf } from '../../schedule/speed.js';
import type { ClockTiming, Timing } from '../../schedule/timing.js';
import type { AudienceEstimate, AudienceEstimateService } from '../audiences/audience-estimate-service.js';
import type { Caller } from '../caller.js';
import type { SchedulerDraft, SchedulerInput } from './scheduler-input.js';
import { readScheduler } from './scheduler-rules.js';

export interface LastMessageDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly estimates: Pick<AudienceEstimateService, 'estimate' | 'ofScheduler'>;
  /** `TIME_TO_LIVE_SECONDS`. */
  readonly timeToLiveSeconds: number;
}

export interface SpeedPreview {
  /** null: its speed sets no limit, it has no further moment, or it follows events. */
  readonly lastMessageAt: Date | null;
  /** Seconds from the first to the last message of a moment, or of a wave by local time. null: no limit. */
  readonly seconds: number | null;
  /** An activation would be refused, because messages would expire before they leave. */
  readonly isTooSlow: boolean;
}

/** Predicts when the last message of a scheduler leaves, which only its speed delays. */
export class LastMessage {
  constructor(private readonly deps: LastMessageDeps) {}

  /** null: its speed sets no limit, or it has no further moment. @throws NOT_FOUND */
  async ofScheduler(caller: Caller, id: number, signal = NEVER): Promise<Date | null> {
    const { database } = this.deps;
    const scheduler = await database.reader.findOneBy(Scheduler, { id, userId: caller.userId });
    if (!scheduler || !isLimited(scheduler.speed)) return null;
    const durationMs = await this.durationOf(caller, scheduler, signal);
    const { timing } = await loadRecord(database, scheduler);
    return this.after(timing, durationMs);
  }

  /** Seconds from the first to the last message of a moment, or of a wave by local time. null as above. */
  async secondsOfScheduler(caller: Caller, id: number, signal: AbortSignal): Promise<number | null> {
    const scheduler = await this.deps.database.reader.findOneBy(Scheduler, { id, userId: caller.userId });
    return scheduler && toSeconds(await this.durationOf(caller, scheduler, signal));
  }

  /** Previews a scheduler that is not saved. @throws BAD_USER_INPUT if it breaks a rule of schedulers */
  async preview(caller: Caller, input: SchedulerInput, { pushes, signal }: Previewed): Promise<SpeedPreview> {
    if (!Number.isInteger(pushes) || pushes < 1 || pushes > MAX_PUSHES)
      throw badInput('pushes', `\`pushes\` must be a whole number, 1 to ${MAX_PUSHES}.`);
    const draft = readScheduler(input);
    const durationMs = await this.durationOfDraft(caller, draft, { pushes, signal });
    return {
      lastMessageAt: this.after(draft.timing, durationMs),
      seconds: toSeconds(durationMs),
      isTooSlow: this.isTooSlow(durationMs),
    };
  }

  /** Call it before an activation. @throws BAD_USER_INPUT if messages would expire before they leave */
  async checkScheduler(caller: Caller, id: number): Promise<void> {
    const scheduler = await this.deps.database.reader.findOneBy(Scheduler, { id, userId: caller.userId });
    if (!scheduler || scheduler.active) return;
    this.refuseLateDecision(scheduler.experiment, 'id');
    if (!isLimited(scheduler.speed)) return;
    this.refuse(await this.durationOf(caller, scheduler, NEVER), 'id');
  }

  /** Call it before a new campaign is active. @throws BAD_USER_INPUT as above */
  async checkDraft(caller: Caller, draft: SchedulerDraft, pushes: number): Promise<void> {
    this.refuseLateDecision(draft.experiment ?? null, 'experiment.decide_after');
    this.refuse(await this.durationOfDraft(caller, draft, { pushes, signal: NEVER }), 'speed');
  }

  /**
   * Call it before an active scheduler is changed.
   * @param countPushes how many pushes it then has, from the ids of those that it sends now. @throws BAD_USER_INPUT as above
   */
  async checkChange(
    caller: Caller,
    id: number,
    draft: SchedulerDraft,
    countPushes = (active: readonly number[]): number => active.length,
  ): Promise<void> {
    const { userId } = caller;
    const scheduler = await this.deps.database.reader.findOneBy(Scheduler, { id, userId, active: true });
    const speed = draft.speed === undefined ? scheduler?.speed : draft.speed;
    if (!scheduler) return;
    const experiment = draft.experiment === undefined ? scheduler.experiment : draft.experiment;
    await this.checkDraft(caller, { ...draft, speed, experiment }, countPushes(await this.readPushes(id)));
  }

  /** Call it before the pushes of an active scheduler change; fewer are always allowed. @throws BAD_USER_INPUT as above */
  async checkPushes(
    caller: Caller,
    id: number,
    { field, countPushes }: { field: string; countPushes: (active: readonly number[]) => number },
  ): Promise<void> {
    const scheduler = await this.deps.database.reader.findOneBy(Scheduler, { id, userId: caller.userId, active: true });
    if (!scheduler || scheduler.experiment || !isLimited(scheduler.speed)) return;
    const active = await this.readPushes(id);
    const pushes = countPushes(active);
    if (pushes <= active.length) return;
    this.refuse(await this.durationOf(caller, scheduler, NEVER, pushes), field);
  }

  private async durationOfDraft(
    caller: Caller,
    draft: SchedulerDraft,
    { pushes, signal }: Previewed,
  ): Promise<number | null> {
    const { speed = null, timing } = draft;
    if (speed === null || !isLimited(speed) || timing.kind === 'auto-push') return null;
    const each = draft.experiment ? 1 : pushes;
    const messages = reachedOf(await this.deps.estimates.estimate(caller, draft, { signal })) * each;
    return durationOf(speed, { messages, unit: Math.max(1, each) });
  }

  private async durationOf(
    caller: Caller,
    { id, kind, speed, experiment }: Scheduler,
    signal: AbortSignal,
    count?: number,
  ): Promise<number | null> {
    if (speed === null || !isLimited(speed) || kind === 'auto-push') return null;
    const pushes = experiment ? 1 : (count ?? (await this.readPushes(id)).length);
    const reached = reachedOf(await this.deps.estimates.ofScheduler(caller, id, { signal }));
    return durationOf(speed, { messages: reached * pushes, unit: Math.max(1, pushes) });
  }

  /** The ids of the pushes that it sends. */
  private async readPushes(schedulerId: number): Promise<number[]> {
    const sql = 'SELECT id FROM push WHERE scheduler_id = ? AND status = 1 AND archived = 0';
    const rows = await this.deps.database.query<{ id: number }>(sql, [schedulerId]);
    return rows.map(({ id }) => Number(id));
  }

  private after(timing: Timing, durationMs: number | null): Date | null {
    if (durationMs === null || timing.kind === 'auto-push') return null;
    const lastAt = lastWaveOf(timing, this.deps.clock.now());
    return lastAt === null ? null : new Date(lastAt + durationMs);
  }

  private isTooSlow(durationMs: number | null): boolean {
    return durationMs !== null && durationMs > this.deps.timeToLiveSeconds * 1_000;
  }

  /** Messages that wait for a winner until they expire would never be sent. */
  private refuseLateDecision(experiment: Experiment | null, field: string): void {
    if (!experiment?.decideAfter || experiment.testShare === 1) return;
    const most = this.deps.timeToLiveSeconds - ROOM_SECONDS;
    if (experiment.decideAfter <= most) return;
    const message = `The winner would be decided ${inHours(experiment.decideAfter * 1_000)} hours after the start, and messages expire after ${inHours(this.deps.timeToLiveSeconds * 1_000)} hours; decide at least an hour before that, or test everybody.`;
    throw badInput(field, message, 'TOO_SLOW');
  }

  private refuse(durationMs: number | null, field: string): void {
    if (durationMs === null || !this.isTooSlow(durationMs)) return;
    const { timeToLiveSeconds } = this.deps;
    const message = `At this speed the last message would be sent ${inHours(durationMs)} hours after the start, and messages expire after ${inHours(timeToLiveSeconds * 1_000)} hours; raise the speed or reach fewer devices.`;
    throw badInput(field, message, 'TOO_SLOW');
  }
}

interface Previewed {
  /** An experiment gives each device one of them. */
  readonly pushes: number;
  readonly signal: AbortSignal;
}

const MAX_PUSHES = 20;
/** The time in which the messages to the rest are sent. */
const ROOM_SECONDS = 3_600;

const NEVER = new AbortController().signal;

const toSeconds = (ms: number | null): number | null => (ms === null ? null : Math.ceil(ms / 1_000));

/** Whether a speed makes messages wait. */
export const isLimited = (speed: Speed | null): boolean =>
  speed !== null && (speed.maxPerMinute ?? speed.ramp) !== null;

const reachedOf = ({ steps }: AudienceEstimate): number => steps.at(-1)?.remaining ?? 0;

const inHours = (ms: number): string => String(Math.ceil(ms / 360_000) / 10);

/** Zones lie at most 26 hours apart. */
const WAVES_MS = 27 * 3_600_000;

/** The last instant of the next moment: by local time, each zone has its own wave. */
const lastWaveOf = (timing: ClockTiming, now: number): number | null => {
  const first = nextDueAt(timing, now)?.getTime();
  if (first === undefined || timing.zone.kind === 'fixed') return first ?? null;
  const waves = momentsBetween(timing, { after: first - 1, until: first + WAVES_MS });
  const local = waves[0]?.parts[0]?.local;
  return waves.findLast(({ parts }) => parts.some((part) => part.local === local))?.at ?? first;
};
