import type { Device } from '../../entities/device.js';
import type { FilterName } from './judge-filters.js';
import type { TraceFacts } from './load-trace-facts.js';
import { type TraceStep, traceStep } from './trace-step.js';

interface Wording {
  /** What the filter looks at. */
  subject(device: Device): string;
  readonly passed: string;
  readonly stopped: string;
  /** The run has no such filter. */
  readonly unused: string;
}

const known = (noun: string, value: string | null): string =>
  value === null ? `That its ${noun} is unknown` : `Its ${noun}, ${value},`;

const WORDINGS: { readonly [filter in FilterName]: Wording } = {
  country: {
    subject: ({ country }) => known('country', country),
    passed: 'fits the countries of the run',
    stopped: 'does not fit the countries of the run',
    unused: 'The run is for all countries.',
  },
  language: {
    subject: ({ language }) => known('language', language),
    passed: 'fits the languages of the run',
    stopped: 'does not fit the languages of the run',
    unused: 'The run is for all languages.',
  },
  tags: {
    subject: ({ hasTags }) => (hasTags ? 'What it has of audience tags' : 'That it has no audience tags'),
    passed: 'fits the tags of the run',
    stopped: 'does not fit the tags of the run',
    unused: 'The run is for all devices, with tags or without.',
  },
  events: {
    subject: () => 'Its history of events',
    passed: 'fits the events of the run',
    stopped: 'does not fit the events of the run',
    unused: 'The run goes by no events.',
  },
  timeZone: {
    subject: ({ timezone }) =>
      timezone === null ? 'That it has no time zone and counts as UTC' : `Its time zone, ${timezone},`,
    passed: 'is one whose local time came with this run',
    stopped: 'is none whose local time came with this run, or it had another when the local time first came',
    unused: 'The run goes by one clock for all devices.',
  },
  externalIds: {
    subject: ({ externalUserId }) => known('user', externalUserId),
    passed: 'is on the list of the run',
    stopped: 'is not on the list of the run',
    unused: 'The run is for all users.',
  },
};

/** One step for each filter. */
export const explainFilters = ({ device, filters, records, run }: TraceFacts): TraceStep[] => {
  if (!filters) {
    const message = 'Its scheduler has been deleted, so that its filters are not known any more.';
    return [traceStep({ step: 'country', verdict: 'note', message })];
  }
  return (Object.keys(WORDINGS) as FilterName[]).map((name) => {
    const [wording, passed] = [WORDINGS[name], filters[name]];
    if (passed === null) return traceStep({ step: name, verdict: 'passed', message: wording.unused });
    const subject = wording.subject(device);
    // What was sent had passed; the device has changed since.
    const verdict = passed ? 'passed' : records.length > 0 ? 'note' : 'stopped';
    const leftOut = name === 'timeZone' && !passed && isLeftOut(run.parts, device);
    const message = leftOut
      ? `${subject} is one whose local time had passed when the scheduler was activated.`
      : `${subject} ${passed ? wording.passed : wording.stopped}.`;
    return traceStep({ step: name, verdict, asOfNow: true, message });
  });
};

const isLeftOut = (parts: TraceFacts['run']['parts'], { timezone }: Device): boolean =>
  (parts ?? []).some(({ leftOutZones }) => leftOutZones?.includes(timezone ?? 'UTC'));
