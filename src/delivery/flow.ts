import { type JobHandlers, momentJobKey } from '../ports/job-queue.js';
import type { DeliveryDeps } from './delivery-deps.js';
import { AppSpeeds } from './fairness/app-speeds.js';
import { BatchPicker } from './fairness/batch-picker.js';
import { BatchWorkers } from './fairness/batch-workers.js';
import { CircuitBreaker } from './fairness/circuit-breaker.js';
import { ConcurrencyLimiter } from './fairness/concurrency-limiter.js';
import { InFlightLimiter } from './fairness/in-flight-limiter.js';
import { keepAlive } from './leases/keep-alive.js';
import { LeaseReaper } from './leases/lease-reaper.js';
import { Leases } from './leases/leases.js';
import { BatchCutter } from './plan/batch-cutter.js';
import { MomentFiring } from './plan/moment-firing.js';
import { Replanning } from './plan/replanning.js';
import { RunContexts } from './plan/run-contexts.js';
import { RunFinisher } from './plan/run-finisher.js';
import { BatchSender } from './send/batch-sender.js';
import { DueSender } from './send/due-sender.js';
import { HeldRows } from './send/held-rows.js';
import { LateMessages } from './send/late-messages.js';
import { OriginGate } from './send/origin-gate.js';
import { OriginSender } from './send/origin-sender.js';
import { PageSender } from './send/page-sender.js';
import { RetrySender } from './send/retry-sender.js';
import { ClockWatch } from './upkeep/clock-watch.js';
import { Retention } from './upkeep/retention.js';
import { Sweep } from './upkeep/sweep.js';
import { WorkerReleases } from './upkeep/worker-releases.js';

/**
 * The story of a run, from top to bottom: a moment comes due and becomes a run; the run is cut into batches; a batch
 * selects devices, sends and records page after page; what must wait is tried again; the last one ends the run.
 */
export class DeliveryFlow {
  private readonly hardStop = new AbortController();
  private readonly firing: MomentFiring;
  private readonly cutter: BatchCutter;
  private readonly finisher: RunFinisher;
  private readonly batches: BatchWorkers;
  private readonly dues: DueSender;
  private readonly retries: RetrySender;
  private readonly late: LateMessages;
  private readonly sweep: Sweep;
  private readonly reaper: LeaseReaper;
  private readonly upkeep: Retention;
  private readonly replanning: Replanning;
  private readonly clockWatch: ClockWatch;

  constructor(private readonly deps: DeliveryDeps) {
    const { database, clock, config, log } = deps;
    const speeds = new AppSpeeds(clock);
    const { held, origins } = createOrigins(deps);
    const leases = new Leases(database, clock, { leaseMs: config.leaseMs, log });
    const finisher = new RunFinisher(deps);
    this.late = new LateMessages(deps, { leases, held, finisher });
    const parts = {
      leases,
      inFlight: new InFlightLimiter(config.checkpointSize, speeds),
      concurrency: new ConcurrencyLimiter(config.concurrency, speeds),
      breaker: new CircuitBreaker(deps),
      pages: new PageSender({ ...deps, origins }),
      held,
      late: this.late,
      contexts: new RunContexts(database),
      finisher,
      hardStop: this.hardStop.signal,
    };
    const releases = new WorkerReleases(deps);
    this.replanning = new Replanning(deps, releases);
    this.firing = new MomentFiring(deps, releases);
    this.cutter = new BatchCutter(deps);
    this.finisher = finisher;
    const { concurrency } = parts;
    const picker = new BatchPicker(deps, parts);
    this.batches = new BatchWorkers({ concurrency, picker, sender: new BatchSender(deps, parts) });
    deps.metrics.watchRates?.((most) => parts.breaker.limits(most));
    this.dues = new DueSender(deps, parts);
    this.retries = new RetrySender(deps, parts);
    this.reaper = new LeaseReaper(deps);
    this.upkeep = new Retention(deps);
    this.clockWatch = new ClockWatch(deps);
    this.sweep = new Sweep(deps, {
      replan: () => this.replanning.lookSafely(),
      finisher,
      fireMoment: (schedulerId) => this.fireMoment(schedulerId),
      planRun: (runId) => this.planRun(runId),
    });
  }

  /** What each job does. */
  handlers(): JobHandlers {
    return {
      moment: ({ schedulerId }, context) => keepAlive(context, () => this.fireMoment(schedulerId)),
      batch: ({ batchId }, context) => keepAlive(context, () => this.batches.work(batchId, context.signal)),
      'due-sends': (_data, context) => keepAlive(context, () => this.dues.sendDue(context.signal)),
      retries: (_data, context) => keepAlive(context, () => this.retries.sendDue(context.signal)),
      sweep: (_data, context) => keepAlive(context, () => this.sweep.run(context.signal)),
      upkeep: (_data, context) => keepAlive(context, () => this.upkeep.run(context.signal)),
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
    return this.late.recorded(mostMs);
  }

  /** Draining has taken too long: messages not yet handed over come back and wait for another worker. */
  stopHard(): void {
    this.hardStop.abort();
  }

  private async fireMoment(schedulerId: number): Promise<void> {
    const fired = await this.firing.fire(schedulerId);
    if (!fired) return;
    const { run, nextDueAt } = fired;
    if (run) this.deps.publisher.runChanged({ runId: run.id, schedulerId, userId: run.userId });
    if (nextDueAt) {
      await this.deps.jobs.enqueueAt(
        'moment',
        { schedulerId },
        { at: nextDueAt.getTime(), key: momentJobKey(schedulerId) },
      );
    }
    if (run?.status === 'planning') await this.planRun(run.id);
  }

  private async planRun(runId: number): Promise<void> {
    await this.cutter.cut(runId);
    await this.finisher.finishIfDone(runId);
  }
}

/** Push services that have taken no message yet, of this process, tried at once. */
const MOST_STRANGERS = 16;

const createOrigins = (deps: DeliveryDeps) => {
  const places = Math.max(1, Math.min(MOST_STRANGERS, Math.floor(deps.config.checkpointSize / 10)));
  const gate = new OriginGate({ ...deps, places });
  deps.metrics.watchOrigins?.(() => gate.counts());
  const held = new HeldRows(deps, gate);
  const release = (keys: readonly string[]): Promise<void> => held.release(keys);
  return { held, origins: new OriginSender({ ...deps, gate, senders: deps.senders, release }) };
};
