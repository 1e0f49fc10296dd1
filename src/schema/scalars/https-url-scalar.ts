import { isWithin } from '../../text/characters.js';
import { asWritten, textScalar } from './text-scalar.js';

const MAX_LENGTH = 2048;

export const HttpsUrlScalar = textScalar({
  name: 'HttpsUrl',
  description:
    'An absolute https URL (or http, for what is not yet behind TLS) of at most 2048 characters; an empty text stands for none.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  parse: asWritten,
  mustBe: `an absolute http or https URL of at most ${MAX_LENGTH} characters`,
  // The URL parser forgives white space and control characters that devices would not.
  accepts: (text) =>
    text === '' ||
    (isWithin(text, MAX_LENGTH) && /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\p{Cc}]+$/u.test(text) && URL.canParse(text)),
});
