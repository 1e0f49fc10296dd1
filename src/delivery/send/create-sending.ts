import type { DeliveryDeps } from '../delivery-deps.js';
import { AppSpeeds } from '../fairness/app-speeds.js';
import { BatchPicker } from '../fairness/batch-picker.js';
import { CircuitBreaker } from '../fairness/circuit-breaker.js';
import { ConcurrencyLimiter } from '../fairness/concurrency-limiter.js';
import { InFlightLimiter } from '../fairness/in-flight-limiter.js';
import { MessageBudgets } from '../fairness/message-budgets.js';
import { TroubleLog } from '../fairness/trouble-log.js';
import { Leases } from '../leases/leases.js';
import { RunContexts } from '../plan/run-contexts.js';
import type { RunFinisher } from '../plan/run-finisher.js';
import { AppPauses } from './app-pauses.js';
import { BatchSender } from './batch-sender.js';
import { BatchWorkers } from './batch-workers.js';
import { DueSender } from './due-sender.js';
import { HeldRows } from './held-rows.js';
import { LateMessages } from './late-messages.js';
import { OriginGate } from './origin-gate.js';
import { OriginSender } from './origin-sender.js';
import { PageProtocol } from './page-protocol.js';
import { PageSender } from './page-sender.js';
import { PageStops } from './page-stops.js';
import { ProbeOrder } from './probe-order.js';
import { RetrySender } from './retry-sender.js';

/** What sends: batches, due sends and retries over one page protocol, which share leases, limits and what is known of providers. */
export interface Sending {
  readonly batches: BatchWorkers;
  readonly dues: DueSender;
  readonly retries: RetrySender;
  readonly late: LateMessages;
  readonly stops: PageStops;
  /** The clock of this machine was set back by so many ms. */
  readonly setBack: (ms: number) => void;
}

export const createSending = (
  deps: DeliveryDeps,
  { finisher, hardStop }: { finisher: RunFinisher; hardStop: AbortSignal },
): Sending => {
  const { database, clock, config, log, metrics } = deps;
  const troubles = new TroubleLog(deps);
  const { held, gate, origins } = createOrigins(deps, troubles);
  const speeds = new AppSpeeds(clock);
  const breaker = new CircuitBreaker({ ...deps, troubles });
  const concurrency = new ConcurrencyLimiter(config.concurrency, speeds);
  const inFlight = new InFlightLimiter(config.checkpointSize, speeds);
  const leases = new Leases(database, clock, { leaseMs: config.leaseMs, log });
  const pauses = new AppPauses(deps, held);
  const late = new LateMessages(deps, { leases, pauses, finisher });
  const pages = new PageSender({ ...deps, origins });
  const stops = new PageStops(deps, hardStop);
  const budgets = new MessageBudgets(deps);
  const protocol = new PageProtocol(deps, { troubles, leases, breaker, budgets, inFlight, pages, late, pauses, stops });
  const shared = { protocol, leases, finisher, contexts: new RunContexts(database) };
  const picker = new BatchPicker(deps, { breaker, concurrency });
  const sender = new BatchSender(deps, { ...shared, concurrency });
  metrics.watchRates?.((most) => breaker.limits(most));
  return {
    batches: new BatchWorkers({ concurrency, picker, sender, isHeld: deps.isHeld }),
    dues: new DueSender(deps, shared),
    retries: new RetrySender(deps, { ...shared, held }),
    late,
    stops,
    setBack: (ms) => {
      breaker.setBack(ms);
      gate.setBack(ms);
    },
  };
};

/** Push services that have taken no message yet, of this process, tried at once. */
const MOST_STRANGERS = 16;

const createOrigins = (deps: DeliveryDeps, troubles: TroubleLog) => {
  const places = Math.max(1, Math.min(MOST_STRANGERS, Math.floor(deps.config.checkpointSize / 10)));
  const gate = new OriginGate({ ...deps, places, troubles });
  deps.metrics.watchOrigins?.(() => gate.counts());
  const probes = new ProbeOrder(deps);
  const held = new HeldRows(deps, { gate, probes });
  const release = (appId: number, keys: readonly string[]): Promise<void> => held.release(appId, keys);
  return { held, gate, origins: new OriginSender({ ...deps, gate, probes, senders: deps.senders, release }) };
};
