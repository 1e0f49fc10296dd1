import type { AudienceFilter } from '../../audience/filter.js';
import { FILTERS, type FilterName } from '../../audience/filters/index.js';
import type { TraceFacts } from './load-trace-facts.js';
import { type TraceStep, traceStep } from './trace-step.js';

/** One step for each filter. A message that was sent at once has a list of devices instead. */
export const explainFilters = ({ device, filters, explanations, records, run, batch }: TraceFacts): TraceStep[] => {
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
