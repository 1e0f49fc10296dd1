import type { AudienceFilter } from '../../audience/filter.js';
import { FILTERS, type FilterName } from '../../audience/filters/index.js';
import type { Database } from '../../database/database.js';
import { Run } from '../../entities/run.js';
import { notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import type { OwnDeviceService } from '../devices/own-device-service.js';
import { DeliveryReader } from './delivery-reader.js';
import { explainCircumstances, explainDeletedHistory } from './explain-circumstances.js';
import { explainMessages } from './explain-messages.js';
import { loadTraceFacts, type TraceFacts } from './load-trace-facts.js';
import { type DeliveryTrace, type TraceOutcome, type TraceStep, traceStep } from './trace-step.js';

export interface DeliveryTraceServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ownDevices: OwnDeviceService;
}

/** Explains why a device did or did not get the messages of a run. */
export class DeliveryTraceService {
  constructor(private readonly deps: DeliveryTraceServiceDeps) {}

  /** @throws NOT_FOUND for a device or a run that is not the caller's. */
  async trace(caller: Caller, deviceId: number, runId: number): Promise<DeliveryTrace> {
    const { database, clock, ownDevices } = this.deps;
    const { app, device } = await ownDevices.get(caller, deviceId);
    const run = await database.reader.findOneBy(Run, { id: runId, userId: caller.userId });
    if (!run) throw notFound('run');
    if (run.historyDeletedAt) {
      const steps = explainDeletedHistory(run, device, run.historyDeletedAt);
      return { ...conclude(steps), steps };
    }
    const facts = await loadTraceFacts(database, new DeliveryReader(database), { run, app, device, now: clock.now() });
    const steps = [...explainCircumstances(facts, clock.now()), ...explainFilters(facts), ...explainMessages(facts)];
    return { ...conclude(steps), steps };
  }
}

const conclude = (
  steps: readonly TraceStep[],
): { outcome: TraceOutcome; summary: string; decidedBy: TraceStep | null } => {
  const tries = steps.filter(({ step }) => step === 'try');
  const sent = tries.find(({ outcome }) => outcome === 'sent');
  if (sent) return { outcome: 'sent', summary: `It was sent: ${lower(sent.message)}`, decidedBy: sent };
  const retrying = tries.find(({ verdict }) => verdict === 'waiting');
  if (retrying) return { outcome: 'waiting', summary: `It waits: ${lower(retrying.message)}`, decidedBy: retrying };
  const [failed] = tries;
  if (failed) return { outcome: 'failed', summary: `It did not arrive: ${lower(failed.message)}`, decidedBy: failed };
  // A running delay means a message to come, whatever this hour's run has sent.
  const stopped = steps.find(({ verdict }) => verdict === 'stopped');
  if (stopped)
    return { outcome: 'not_sent', summary: `It was not sent: ${lower(stopped.message)}`, decidedBy: stopped };
  const waiting = steps.find(({ verdict }) => verdict === 'waiting');
  if (waiting) return { outcome: 'waiting', summary: `It waits: ${lower(waiting.message)}`, decidedBy: waiting };
  const deleted = steps.find(({ step }) => step === 'history');
  if (deleted) return { outcome: 'unknown', summary: deleted.message, decidedBy: deleted };
  return { outcome: 'not_sent', summary: CHANGED, decidedBy: null };
};

/** Every step passed, and nothing was recorded. */
const CHANGED =
  'It was not sent, although it would be sent now: when the run reached the device, the device did not match the filters.';

const lower = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** One step for each filter. A message that was sent at once has a list of devices instead. */
const explainFilters = ({ device, filters, explanations, records, run, batch }: TraceFacts): TraceStep[] => {
  if (run.target) {
    const step = 'target';
    return [
      batch
        ? traceStep({ step, verdict: 'passed', code: 'TARGETED' })
        : traceStep({ step, verdict: 'stopped', code: 'NOT_TARGETED' }),
    ];
  }
  if (!filters) {
    return [traceStep({ step: 'countries', verdict: 'note', code: 'FILTERS_UNKNOWN' })];
  }
  return FILTERS.map(({ name, words }: AudienceFilter) => {
    const step = name as FilterName;
    const passed = filters.get(step);
    if (passed === undefined) {
      return traceStep({ step, verdict: 'passed', code: 'FILTER_UNUSED', message: words.unused });
    }
    // A device that got a message had passed; it has changed since.
    const verdict = passed ? 'passed' : records.length > 0 ? 'note' : 'stopped';
    const explained = explanations.get(step);
    if (explained) return traceStep({ step, verdict, asOfNow: true, code: 'SEGMENT_STOPPED', ...explained });
    const code = passed ? 'FILTER_PASSED' : 'FILTER_STOPPED';
    const message = `${words.subject(device)} ${passed ? words.passed : words.stopped(device, run.parts)}.`;
    const value = words.value?.(device) ?? '';
    return traceStep({ step, verdict, asOfNow: true, code, message, values: { value } });
  });
};
