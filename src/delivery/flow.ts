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
 * selects devices and sends and records them page by page; waiting messages are sent later; the last one ends the run.
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

  /** The handler of each job. */
  handlers(): JobHandlers {
    return {
      moment: ({ schedulerId }, context) => keepAlive(context, () => this.fireMoment(schedulerId)),
      batch: (named, context) => this.unlessHeld(context, () => this.sending.batches.work(named, context.signal)),
      'due-sends': (_data, context) => this.unlessHeld(context, () => this.sending.dues.sendDue(context.signal)),
      retries: (_data, context) => this.unlessHeld(context, () => this.sending.retries.sendDue(context.signal)),
      sweep: (_data, context) => keepAlive(context, () => this.sweep.run(context.signal)),
      conversions: (_data, context) => keepAlive(context, async () => this.deps.countConversions?.(context.signal)),
      imports: (_data, context) => keepAlive(context, async () => this.deps.runImports?.(context.signal)),
      alerts: (_data, context) => keepAlive(context, async () => this.deps.watchAlerts?.(context.signal)),
      upkeep: (_data, context) => keepAlive(context, () => this.upkeep(context.signal)),
    };
  }

  /** Starts the periodic checks for work that other workers left behind. */
  start(): void {
    this.reaper.start();
    this.replanning.start();
    this.clockWatch.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.reaper.stop(), this.replanning.stop(), this.clockWatch.stop()]);
  }

  /** Recalculates moments that were planned with other time-zone data. Call it before the first moment fires. */
  replan(): Promise<void> {
    return this.replanning.lookSafely();
  }

  /**
   * Waits for messages that are under way beyond their page, at most `mostMs`; no job waits for them. Returns whether all
   * are recorded.
   */
  lateRecorded(mostMs: number): Promise<boolean> {
    return this.sending.late.recorded(mostMs);
  }

  /** Called after a stop. Aborts the affected pages of this process. */
  lookForStops(): Promise<void> {
    return this.sending.stops.look();
  }

  /** Called when the operator stops all sending. Aborts every message that is not on the wire; these messages wait. */
  hold(): void {
    this.sending.stops.abortAll();
  }

  /** Called when draining takes too long. Messages that were not handed over wait for another worker. */
  stopHard(): void {
    this.hardStop.abort();
  }

  /** Erasures come first, since people wait for them. Deleting may take long, so it comes last. */
  private async upkeep(signal: AbortSignal): Promise<void> {
    await this.deps.runErasures?.(signal);
    await this.counting.run(signal);
    await this.retention.run(signal);
  }

  /** The sweep, every few seconds, finds the work of a skipped job. */
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
      // Each moment has its own trace.
      await apart(null, () => this.deps.jobs.enqueueAt('moment', { schedulerId }, when));
    }
    if (run?.status === 'planning') await inSpan('plan', { 'pushgraph.run.id': run.id }, () => this.planRun(run.id));
  }

  private async planRun(runId: number): Promise<void> {
    await this.cutter.cut(runId);
    await this.finisher.finishIfDone(runId);
  }
}
