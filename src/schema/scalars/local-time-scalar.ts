import { asWritten, textScalar } from './text-scalar.js';

export const LocalTimeScalar = textScalar({
  name: 'LocalTime',
  description: 'A time of day as a clock shows it, of 24 hours, such as `09:30`. Seconds, if given, are zero.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#times',
  parse: asWritten,
  mustBe: 'a time of day as HH:MM',
  accepts: (text) => /^([01]\d|2[0-3]):[0-5]\d(:00(\.0{1,3})?)?$/.test(text),
});
