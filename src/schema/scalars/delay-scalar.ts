import { parseDelay } from '../../schedule/delay.js';
import { asWritten, textScalar } from './text-scalar.js';

export const DelayScalar = textScalar({
  name: 'Delay',
  description: 'Days, hours and minutes such as `1d2h30m`, `2h` or `90m`; at least one part, at most 365 days.',
  // Of the durations that Prometheus writes, those of whole days, hours and minutes.
  specifiedByURL: 'https://prometheus.io/docs/prometheus/latest/querying/basics/#float-literals-and-time-durations',
  parse: asWritten,
  mustBe: 'days, hours and minutes such as "1d2h30m", with at least one part and at most 365 days',
  accepts: (text) => text !== '' && parseDelay(text) !== null,
});
