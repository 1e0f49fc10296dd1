import type { AudienceFilter } from '../../audience/filter.js';
import { FILTERS, type FilterName } from '../../audience/filters/index.js';
import type { TraceFacts } from './load-trace-facts.js';
import { type TraceStep, traceStep } from './trace-step.js';

/** One step for each filter. */
export const explainFilters = ({ device, filters, records, run }: TraceFacts): TraceStep[] => {
  if (!filters) {
    return [traceStep({ step: 'countries', verdict: 'note', code: 'FILTERS_UNKNOWN' })];
  }
  return FILTERS.map(({ name, words }: AudienceFilter) => {
    const step = name as FilterName;
    const passed = filters.get(step);
    if (passed === undefined) {
      return traceStep({ step, verdict: 'passed', code: 'FILTER_UNUSED', message: words.unused });
    }
    // What was sent had passed; the device has changed since.
    const verdict = passed ? 'passed' : records.length > 0 ? 'note' : 'stopped';
    const code = passed ? 'FILTER_PASSED' : 'FILTER_STOPPED';
    const message = `${words.subject(device)} ${passed ? words.passed : words.stopped(device, run.parts)}.`;
    const value = words.value?.(device) ?? '';
    return traceStep({ step, verdict, asOfNow: true, code, message, values: { value } });
  });
};
