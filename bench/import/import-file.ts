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

/** Of provider_c with everything that a line may have, one tag each on an average; the same at each time of asking. */
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

/** Piece by piece: ten million lines are no string. */
export function* csvOf(count: number): Generator<string> {
  yield 'token,language,country,timezone,external_user_id,audiences,platform,app_version\n';
  for (let first = 0; first < count; first += LINES_AT_ONCE) {
    yield makeLines(first, Math.min(LINES_AT_ONCE, count - first))
      .map(toLine)
      .join('');
  }
}

const toLine = ({ token, language, country, timezone, user, audiences, version }: ImportLine): string =>
  `${[token, language, country, timezone, user, audiences, 'ios', version].join(',')}\n`;
