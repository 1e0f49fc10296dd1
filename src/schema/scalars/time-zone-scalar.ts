import { allZones, canonicalZone, parseOffset } from '../../schedule/zones.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { asWritten, textScalar } from './text-scalar.js';

export const TimeZoneScalar = textScalar({
  name: 'TimeZone',
  description: 'An IANA time zone such as `Europe/Berlin`, or a fixed offset from `-12:00` to `+14:00`.',
  specifiedByURL: 'https://www.iana.org/time-zones',
  parse: asWritten,
  mustBe: 'an IANA time zone name such as "Europe/Berlin" or an offset such as "+02:00"',
  hint: (text) => didYouMean(text, allZones()),
  accepts: (text) => parseOffset(text) !== null || canonicalZone(text) !== null,
});
