const OPENINGS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}' };

/** Whether a text has an output or a tag of Liquid. */
export const hasLiquid = (text: string): boolean => text.includes('{{') || text.includes('{%');

/**
 * Works as `withoutLiquid` for an address, whose beginning may come from an output such as `preferences_url`. It is
 * judged again when it is rendered.
 */
export const addressWithoutLiquid = (address: string): string =>
  `${hasLiquid(address.slice(0, 2)) ? 'https://' : ''}${withoutLiquid(address)}`;

/** Returns a text with a plain letter in place of each output and tag, to judge the rest. */
export const withoutLiquid = (text: string): string => {
  let plain = '';
  let at = 0;
  for (let open = nextOpening(text, 0); open >= 0; open = nextOpening(text, at)) {
    const closing = OPENINGS[text.slice(open, open + 2)] ?? '}}';
    const end = text.indexOf(closing, open + 2);
    if (end < 0) break;
    plain += `${text.slice(at, open)}x`;
    at = end + closing.length;
  }
  return plain + text.slice(at);
};

const nextOpening = (text: string, from: number): number => {
  const places = Object.keys(OPENINGS).map((opening) => text.indexOf(opening, from));
  return places.reduce((least, place) => (place >= 0 && (least < 0 || place < least) ? place : least), -1);
};
