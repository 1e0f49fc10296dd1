import { IntlMessageFormat } from 'intl-messageformat';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createStore, useStore } from '../store.js';
import type { MessageKey, Translate, Values } from './catalogue/index.js';
import { createFormats, type Formats } from './formats.js';
import { LANGUAGES, type Language } from './messages.js';

/** Messages as scripts/build-console.mjs bundles them: those with values are parsed. */
type Parsed = Readonly<Record<MessageKey, string | ReturnType<IntlMessageFormat['getAst']>>>;

const STORED_AS = 'pushgraph:language';

const firstLanguage = (): Language => {
  const wanted = [localStorage.getItem(STORED_AS) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.flatMap((tag) => LANGUAGES.filter((language) => language === tag))[0] ?? 'en';
};

/** A language is a chunk of its own, by scripts/build-console.mjs. */
const CATALOGUES: Readonly<Record<Language, () => Promise<{ readonly default: Parsed }>>> = {
  en: () => import('./catalogue/en.js'),
  de: () => import('./catalogue/de.js'),
};

interface Spoken {
  readonly language: Language;
  /** null: not loaded yet. */
  readonly texts: Parsed | null;
}

const spoken = createStore<Spoken>({ language: firstLanguage(), texts: null });

export const useLanguage = (): Language => useStore(spoken).language;

const speak = async (language: Language): Promise<void> => {
  const { default: texts } = await CATALOGUES[language]();
  spoken.set({ language, texts });
};

/** Before anything is shown. */
export const loadWords = (): Promise<void> => speak(spoken.get().language);

export const setLanguage = (next: Language): void => {
  localStorage.setItem(STORED_AS, next);
  void speak(next);
};

const compiled = new Map<string, IntlMessageFormat>();

const translate = ({ language, texts }: Spoken, key: MessageKey, values?: Values): string => {
  const message = texts?.[key] ?? '';
  if (typeof message === 'string') return message;
  const at = `${language} ${key}`;
  const format = compiled.get(at) ?? new IntlMessageFormat(message, language);
  compiled.set(at, format);
  return String(format.format(values));
};

interface Words {
  readonly t: Translate;
  readonly format: Formats;
}

const WordsContext = createContext<Words | null>(null);

/** The region of the browser counts for dates and numbers where it speaks the same language. */
const localeOf = (language: Language): string =>
  navigator.languages.find((tag) => tag.startsWith(language)) ?? language;

export const WordsProvider = ({ children }: { readonly children: ReactNode }) => {
  const now = useStore(spoken);
  const locale = localeOf(now.language);
  useEffect(() => {
    document.documentElement.lang = now.language;
  }, [now]);
  const words = useMemo(
    (): Words => ({ t: (key, values) => translate(now, key, values), format: createFormats(locale) }),
    [now, locale],
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
