import type { DeliveryDeps } from '../delivery-deps.js';
import { AppSpeeds } from '../fairness/app-speeds.js';
import { BatchPicker } from '../fairness/batch-picker.js';
import { CircuitBreaker } from '../fairness/circuit-breaker.js';
import { ConcurrencyLimiter } from '../fairness/concurrency-limiter.js';
import { InFlightLimiter } from '../fairness/in-flight-limiter.js';
import { MessageBudgets } from '../fairness/message-budgets.js';
import { RunPaces } from '../fairness/run-paces.js';
import { TroubleLog } from '../fairness/trouble-log.js';
import { bulkheadRule } from '../judgement/bulkhead.js';
import { Bulkheads } from '../judgement/bulkheads.js';
import { DeviceGroups } from '../judgement/device-groups.js';
import { RULES } from '../judgement/index.js';
import { Leases } from '../leases/leases.js';
import { RunContexts } from '../plan/run-contexts.js';
import type { RunFinisher } from '../plan/run-finisher.js';
import { Winners } from '../plan/winners.js';
import { AppPauses } from './app-pauses.js';
import { BatchSender } from './batch-sender.js';
import { BatchWorkers } from './batch-workers.js';
import { DueSender } from './due-sender.js';
import { HeldRows } from './held-rows.js';
import { Judgement } from './judgement.js';
import { LateMessages } from './late-messages.js';
import { OriginSender } from './origin-sender.js';
import { PageProtocol } from './page-protocol.js';
import { PageSender } from './page-sender.js';
import { PageStops } from './page-stops.js';
import { Pairing } from './pairing.js';
import { RetrySender } from './retry-sender.js';

/** The senders of batches, due sends and retries. They share one page protocol, leases, limits, and knowledge of providers. */
export interface Sending {
  readonly batches: BatchWorkers;
  readonly dues: DueSender;
  readonly retries: RetrySender;
  readonly late: LateMessages;
  readonly stops: PageStops;
  /** Tells all parts that this machine's clock was set back, by ms. */
  readonly setBack: (ms: number) => void;
}

export const createSending = (
  deps: DeliveryDeps,
  { finisher, hardStop }: { finisher: RunFinisher; hardStop: AbortSignal },
): Sending => {
  const { database, clock, config, log, metrics } = deps;
  const troubles = new TroubleLog(deps);
  const { held, bulkheads, rules, origins } = createOrigins(deps, troubles);
  const speeds = new AppSpeeds(clock);
  const breaker = new CircuitBreaker({ ...deps, troubles });
  const concurrency = new ConcurrencyLimiter(config.concurrency, speeds);
  const inFlight = new InFlightLimiter(config.checkpointSize, speeds);
  const leases = new Leases(database, clock, { leaseMs: config.leaseMs, log });
  const pauses = new AppPauses(deps, held);
  const late = new LateMessages(deps, { leases, pauses, finisher });
  const judgement = new Judgement({ ...deps, rules });
  const pages = new PageSender({ ...deps, origins, judgement });
  const stops = new PageStops(deps, hardStop);
  const budgets = new MessageBudgets(deps);
  const limits = { breaker, budgets, paces: new RunPaces(deps), inFlight };
  const protocol = new PageProtocol(deps, { troubles, leases, ...limits, judgement, pages, late, pauses, stops });
  const pairing = new Pairing(deps, new Winners(deps));
  const shared = { protocol, leases, rules, finisher, pairing, contexts: new RunContexts(deps) };
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
      bulkheads.setBack(ms);
    },
  };
};

/** Messages of this process that may probe unproven push services at once. */
const MAX_PROBE_SLOTS = 16;

const createOrigins = (deps: DeliveryDeps, troubles: TroubleLog) => {
  const slots = Math.max(1, Math.min(MAX_PROBE_SLOTS, Math.floor(deps.config.checkpointSize / 10)));
  const bulkheads = new Bulkheads({ ...deps, slots, troubles });
  deps.metrics.watchOrigins?.(() => bulkheads.counts());
  const devices = new DeviceGroups(deps);
  const held = new HeldRows(deps, { bulkheads, devices });
  const release = (appId: number, keys: readonly string[]): Promise<void> => held.release(appId, keys);
  const rules = [...(deps.rules ?? RULES), bulkheadRule({ ...deps, bulkheads, devices })];
  return { held, bulkheads, rules, origins: new OriginSender({ ...deps, bulkheads, devices, release }) };
};
