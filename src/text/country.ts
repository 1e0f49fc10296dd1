import { mayMean, nearestOf } from './did-you-mean.js';

/** Returns the ISO 3166-1 alpha-2 code in capitals, or null. Case is ignored; `XK` (Kosovo) is not in ISO. */
export const canonicalCountry = (code: string): string | null => {
  // Must precede `toUpperCase`, which turns some single letters into two: `ß` would be South Sudan.
  if (!/^[A-Za-z]{2}$/.test(code)) return null;
  const upper = code.toUpperCase();
  return COUNTRIES.has(upper) ? upper : null;
};

/** The 249 officially assigned codes. Source: iso3166.tab of the tz database (public domain), release 2025b. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY ' +
  'BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK ' +
  'FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR ' +
  'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ' +
  'ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM ' +
  'PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF ' +
  'TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

const COUNTRIES: ReadonlySet<string> = new Set(CODES.split(' '));

/** Returns ` Did you mean "DE"?` for a country's English name or a former code; otherwise nothing. */
export const countryHint = (text: string): string => mayMean(formerCode(text) ?? codeOfName(text));

/** Intl maps `UK` to `GB` and `DD` to `DE`. `USA` is not a two-letter code, but a common mistake. */
const formerCode = (text: string): string | null => {
  if (text.toUpperCase() === 'USA') return 'US';
  const region = /^[A-Za-z]{2}$/.test(text) ? new Intl.Locale(`und-${text}`).region : undefined;
  return region ? canonicalCountry(region) : null;
};

const codeOfName = (text: string): string | null => {
  codes ??= new Map([...COUNTRIES].map((code) => [regionNames.of(code) ?? code, code]));
  const name = text.length > 3 ? nearestOf(text, codes.keys()) : null;
  return (name && codes.get(name)) ?? null;
};

const regionNames = new Intl.DisplayNames(['en'], { type: 'region' });
/** Codes by name, created at the first mistake. */
let codes: Map<string, string> | null = null;
