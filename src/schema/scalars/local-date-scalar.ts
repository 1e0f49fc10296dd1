import { parseDate } from '../../schedule/wall-clock.js';
import { asWritten, textScalar } from './text-scalar.js';

export const LocalDateScalar = textScalar({
  name: 'LocalDate',
  description: 'A date as a calendar shows it, such as `2026-11-22`.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#dates',
  parse: asWritten,
  mustBe: 'a real date as YYYY-MM-DD',
  accepts: (text) => parseDate(text) !== null,
});
