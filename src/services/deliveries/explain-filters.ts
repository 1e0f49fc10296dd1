import { FILTERS } from '../../audience/filters/index.js';
import type { TraceFacts } from './load-trace-facts.js';
import { type TraceStep, traceStep } from './trace-step.js';

/** One step for each filter. */
export const explainFilters = ({ device, filters, records, run }: TraceFacts): TraceStep[] => {
  if (!filters) {
    const message = 'Its scheduler has been deleted, so that its filters are not known any more.';
    return [traceStep({ step: 'countries', verdict: 'note', message })];
  }
  return FILTERS.map(({ name, words }) => {
    const passed = filters.get(name);
    if (passed === undefined) return traceStep({ step: name, verdict: 'passed', message: words.unused });
    // What was sent had passed; the device has changed since.
    const verdict = passed ? 'passed' : records.length > 0 ? 'note' : 'stopped';
    const message = `${words.subject(device)} ${passed ? words.passed : words.stopped(device, run.parts)}.`;
    return traceStep({ step: name, verdict, asOfNow: true, message });
  });
};
