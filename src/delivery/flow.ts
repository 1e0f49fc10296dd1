import { type JobHandlerContext, type JobHandlers, momentJobKey } from '../ports/job-queue.js';
import { apart, inSpan, inTrace } from '../tracing.js';
import type { DeliveryDeps } from './delivery-deps.js';
import { keepAlive } from './leases/keep-alive.js';
import { LeaseReaper } from './leases/lease-reaper.js';
import { BatchCutter } from './plan/batch-cutter.js';
import { MomentFiring } from './plan/moment-firing.js';
import { Replanning } from './plan/replanning.js';
import { RunFinisher } from './plan/run-finisher.js';
import { WorkerReleases } from './plan/worker-releases.js';
import { createSending, type Sending } from './send/create-sending.js';
import { ClockWatch } from './upkeep/clock-watch.js';
import { DeviceCounting } from './upkeep/device-counting.js';
import { Retention } from './upkeep/retention.js';
import { Sweep } from './upkeep/sweep.js';

/**
 * The story of a run, from top to bottom: a moment comes due and becomes a run; the run is cut into batches; a batch
 * selects devices, sends and records page after page; what must wait is tried again; the last one ends the run.
 */
export class DeliveryFlow {
  private readonly hardStop = new AbortController();
  private readonly firing: MomentFiring;
  private readonly cutter: BatchCutter;
  private readonly finisher: RunFinisher;
  private readonly sending: Sending;
  private readonly sweep: Sweep;
  private readonly reaper: LeaseReaper;
  private readonly retention: Retention;
  private readonly counting: DeviceCounting;
  private readonly replanning: Replanning;
  private readonly clockWatch: ClockWatch;

  constructor(private readonly deps: DeliveryDeps) {
    const releases = new WorkerReleases(deps);
    this.replanning = new Replanning(deps, releases);
    this.firing = new MomentFiring(deps, releases);
    this.cutter = new BatchCutter(deps);
    this.finisher = new RunFinisher(deps);
    this.sending = createSending(deps, { finisher: this.finisher, hardStop: this.hardStop.signal });
    this.reaper = new LeaseReaper(deps);
    this.retention = new Retention(deps);
    this.counting = new DeviceCounting(deps);
    this.clockWatch = new ClockWatch(deps, { onSetBack: (ms) => this.sending.setBack(ms) });
    this.sweep = new Sweep(deps, {
      replan: () => this.replan(),
      finisher: this.finisher,
      fireMoment: (schedulerId) => this.fireMoment(schedulerId),
      planRun: (runId) => this.planRun(runId),
    });
  }

  /** What each job does. */
  handlers(): JobHandlers {
    return {
      moment: ({ schedulerId }, context) => keepAlive(context, () => this.fireMoment(schedulerId)),
      batch: (named, context) => this.unlessHeld(context, () => this.sending.batches.work(named, context.signal)),
      'due-sends': (_data, context) => this.unlessHeld(context, () => this.sending.dues.sendDue(context.signal)),
      retries: (_data, context) => this.unlessHeld(context, () => this.sending.retries.sendDue(context.signal)),
      sweep: (_data, context) => keepAlive(context, () => this.sweep.run(context.signal)),
      imports: (_data, context) => keepAlive(context, async () => this.deps.runImports?.(context.signal)),
      upkeep: (_data, context) => keepAlive(context, () => this.upkeep(context.signal)),
    };
  }

  /** Looks from time to time for what other workers left lying, for as long as this process works. */
  start(): void {
    this.reaper.start();
    this.replanning.start();
    this.clockWatch.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.reaper.stop(), this.replanning.stop(), this.clockWatch.stop()]);
  }

  /** What was planned by other time-zone data than this process has; before its first moment. */
  replan(): Promise<void> {
    return this.replanning.lookSafely();
  }

  /**
   * What no job waits for any more: messages that are under way beyond their page. For so long at most; answers whether
   * all are recorded.
   */
  lateRecorded(mostMs: number): Promise<boolean> {
    return this.sending.late.recorded(mostMs);
  }

  /** Something was stopped just now: aborts the pages of it that this process sends. */
  lookForStops(): Promise<void> {
    return this.sending.stops.look();
  }

  /** The operator stops all sending: aborts every message that is not on the wire; it waits. */
  hold(): void {
    this.sending.stops.abortAll();
  }

  /** Draining has taken too long: messages not yet handed over come back and wait for another worker. */
  stopHard(): void {
    this.hardStop.abort();
  }

  /** What is deleted may take long, and comes last. */
  private async upkeep(signal: AbortSignal): Promise<void> {
    await this.counting.run(signal);
    await this.retention.run(signal);
  }

  /** What a skipped job was to do is found by the next ones: those of the sweep come every few seconds. */
  private async unlessHeld(context: JobHandlerContext, work: () => Promise<void>): Promise<void> {
    if (!this.deps.isHeld?.()) await keepAlive(context, work);
  }

  private fireMoment(schedulerId: number): Promise<void> {
    return inTrace('moment', { 'pushgraph.scheduler.id': schedulerId }, () => this.fire(schedulerId));
  }

  private async fire(schedulerId: number): Promise<void> {
    const fired = await this.firing.fire(schedulerId);
    if (!fired) return;
    const { run, nextDueAt } = fired;
    if (run) this.deps.publisher.runChanged({ runId: run.id, schedulerId, userId: run.userId });
    if (nextDueAt) {
      const when = { at: nextDueAt.getTime(), key: momentJobKey(schedulerId) };
      // Each moment is a trace of its own.
      await apart(null, () => this.deps.jobs.enqueueAt('moment', { schedulerId }, when));
    }
    if (run?.status === 'planning') await inSpan('plan', { 'pushgraph.run.id': run.id }, () => this.planRun(run.id));
  }

  private async planRun(runId: number): Promise<void> {
    await this.cutter.cut(runId);
    await this.finisher.finishIfDone(runId);
  }
}
