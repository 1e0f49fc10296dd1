import { randomBytes } from 'node:crypto';

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

/** Devices of provider_c with everything that a line may have, one tag each on an average. */
export const makeLines = (count: number): ImportLine[] =>
  Array.from({ length: count }, (_, index) => ({
    token: randomBytes(32).toString('hex'),
    language: pick(LANGUAGES, index * 7),
    country: pick(COUNTRIES, index * 3),
    timezone: pick(ZONES, index),
    user: `user-${index}`,
    audiences: pick(AUDIENCES, index * 13),
    version: pick(['2.4.1', '2.4.0'], index),
  }));

export const toCsv = (lines: readonly ImportLine[]): string => {
  const rows = lines.map(({ token, language, country, timezone, user, audiences, version }) =>
    [token, language, country, timezone, user, audiences, 'ios', version].join(','),
  );
  return `token,language,country,timezone,external_user_id,audiences,platform,app_version\n${rows.join('\n')}\n`;
};
