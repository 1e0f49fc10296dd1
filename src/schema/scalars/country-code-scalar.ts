import { canonicalCountry, countryHint } from '../../text/country.js';
import { asWritten, textScalar } from './text-scalar.js';

export const CountryCodeScalar = textScalar({
  name: 'CountryCode',
  description: 'A country as its two letters of ISO 3166-1, such as `DE`. Case is free.',
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
  parse: asWritten,
  mustBe: 'the two letters of a country in ISO 3166-1, such as "DE"',
  hint: countryHint,
  accepts: (text) => canonicalCountry(text) !== null,
});
