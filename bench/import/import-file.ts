export interface ImportLine {
  readonly token: string;
  readonly language: string;
  readonly country: string;
  readonly timezone: string;
  readonly user: string;
  readonly audiences: string;
  readonly version: string;
}

const LANGUAGES = ['en', 'de', 'pt-BR', 'fr', 'es', 'ja'];
const COUNTRIES = ['US', 'DE', 'BR', 'FR', 'ES', 'JP', ''];
const ZONES = ['America/New_York', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Tokyo', ''];
const AUDIENCES = ['', 'vip', 'vip|new', '', 'spring|autumn'];

const pick = (values: readonly string[], index: number): string => values[index % values.length] ?? '';

/** provider_c devices with every possible column, and one tag each on average. Every call returns the same. */
export const makeLines = (first: number, count: number): ImportLine[] =>
  Array.from({ length: count }, (_, offset) => {
    const index = first + offset;
    return {
      token: (index + 1).toString(16).padStart(64, '0'),
      language: pick(LANGUAGES, index * 7),
      country: pick(COUNTRIES, index * 3),
      timezone: pick(ZONES, index),
      user: `user-${index}`,
      audiences: pick(AUDIENCES, index * 13),
      version: pick(['2.4.1', '2.4.0'], index),
    };
  });

const LINES_AT_ONCE = 10_000;

/** Writes the file in chunks, because ten million lines do not fit in one string. */
export function* csvOf(count: number, { hasAttributes = false } = {}): Generator<string> {
  const more = hasAttributes ? ',attr.plan,attr.orders,attr.newsletter,device_attr.theme' : '';
  yield `token,language,country,timezone,external_user_id,audiences,platform,app_version${more}\n`;
  for (let first = 0; first < count; first += LINES_AT_ONCE) {
    yield makeLines(first, Math.min(LINES_AT_ONCE, count - first))
      .map((line, offset) => `${toLine(line)}${hasAttributes ? attributesOf(first + offset) : ''}\n`)
      .join('');
  }
}

const toLine = ({ token, language, country, timezone, user, audiences, version }: ImportLine): string =>
  [token, language, country, timezone, user, audiences, 'ios', version].join(',');

const attributesOf = (index: number): string =>
  `,${pick(['free', 'pro', ''], index)},${index % 50},${index % 2 === 0},${pick(['dark', ''], index)}`;
