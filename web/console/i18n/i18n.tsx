import { IntlMessageFormat } from 'intl-messageformat';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createStore, useStore } from '../store.js';
import { CATALOGUE, type MessageKey } from './catalogue/index.js';
import { createFormats, type Formats } from './formats.js';
import { LANGUAGES, type Language } from './messages.js';

type Values = Readonly<Record<string, string | number>>;

/** The words of a message in the language of the page. */
export type Translate = (key: MessageKey, values?: Values) => string;

const STORED_AS = 'pushgraph:language';

const firstLanguage = (): Language => {
  const wanted = [localStorage.getItem(STORED_AS) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.flatMap((tag) => LANGUAGES.filter((language) => language === tag))[0] ?? 'en';
};

const language = createStore<Language>(firstLanguage());

export const useLanguage = (): Language => useStore(language);

export const setLanguage = (next: Language): void => {
  localStorage.setItem(STORED_AS, next);
  language.set(next);
};

const compiled = new Map<string, IntlMessageFormat>();

const translate = (tongue: Language, key: MessageKey, values?: Values): string => {
  const text = CATALOGUE[key][tongue];
  if (values === undefined) return text;
  const at = `${tongue} ${key}`;
  const format = compiled.get(at) ?? new IntlMessageFormat(text, tongue);
  compiled.set(at, format);
  return String(format.format(values));
};

interface Words {
  readonly t: Translate;
  readonly format: Formats;
}

const WordsContext = createContext<Words | null>(null);

/** The region of the browser counts for dates and numbers where it speaks the same language. */
const localeOf = (tongue: Language): string => navigator.languages.find((tag) => tag.startsWith(tongue)) ?? tongue;

export const WordsProvider = ({ children }: { readonly children: ReactNode }) => {
  const tongue = useLanguage();
  const locale = localeOf(tongue);
  useEffect(() => {
    document.documentElement.lang = tongue;
  }, [tongue]);
  const words = useMemo(
    (): Words => ({ t: (key, values) => translate(tongue, key, values), format: createFormats(locale) }),
    [tongue, locale],
  );
  return (
    <I18nProvider locale={locale}>
      <WordsContext value={words}>{children}</WordsContext>
    </I18nProvider>
  );
};

/** `t` for words, `format` for dates and numbers. */
export const useWords = (): Words => {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('There are no words outside WordsProvider.');
  return words;
};
