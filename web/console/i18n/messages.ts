/** A message in each language of the console, as ICU MessageFormat. */
export type Messages = Readonly<Record<string, Readonly<Record<Language, string>>>>;

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
