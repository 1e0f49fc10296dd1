import { IntlMessageFormat } from 'intl-messageformat';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createStore, useStore } from '../store.js';
import type { MessageKey, Translate, Values } from './catalogue/index.js';
import { createFormats, type Formats } from './formats.js';
import { LANGUAGES, type Language } from './messages.js';

/** The bundled messages. scripts/build-console.mjs parses those with placeholders. */
type Parsed = Readonly<Record<MessageKey, string | ReturnType<IntlMessageFormat['getAst']>>>;

const STORED_AS = 'pushgraph:language';

const firstLanguage = (): Language => {
  const wanted = [localStorage.getItem(STORED_AS) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.flatMap((tag) => LANGUAGES.filter((language) => language === tag))[0] ?? 'en';
};

type LoadWords = () => Promise<{ readonly default: Partial<Parsed> }>;

/** scripts/build-console.mjs makes each of them a chunk of its own. */
const CATALOGUES: Readonly<Record<Language, { readonly first: LoadWords; readonly later: LoadWords }>> = {
  en: { first: () => import('./catalogue/en.js'), later: () => import('./catalogue/later-en.js') },
  de: { first: () => import('./catalogue/de.js'), later: () => import('./catalogue/later-de.js') },
};

interface LoadedLanguage {
  readonly language: Language;
  /** Null until the language is loaded. */
  readonly texts: Partial<Parsed> | null;
}

const loaded = createStore<LoadedLanguage>({ language: firstLanguage(), texts: null });

export const useLanguage = (): Language => useStore(loaded).language;

let areLaterWanted = false;
let areLaterLoaded = false;

/** The language that was asked for last. */
let wanted = loaded.get().language;

/** Loads overlap, and one without the later words may end last. It must not remove them. */
const load = async (language: Language): Promise<void> => {
  wanted = language;
  const { first, later } = CATALOGUES[language];
  const hasLater = areLaterWanted;
  const [words, others] = await Promise.all([first(), hasLater ? later() : null]);
  if (language !== wanted) return;
  const before = loaded.get();
  const known = before.language === language ? before.texts : null;
  areLaterLoaded = hasLater || (known !== null && areLaterLoaded);
  loaded.set({ language, texts: { ...known, ...words.default, ...others?.default } });
};

/** Must finish before the first render. */
export const loadTranslations = (): Promise<void> => load(wanted);

/** Loads the messages that the first page does not need. */
export const loadLaterTranslations = async (): Promise<void> => {
  areLaterWanted = true;
  if (!areLaterLoaded) await load(wanted);
};

export const setLanguage = (next: Language): void => {
  localStorage.setItem(STORED_AS, next);
  void load(next);
};

const compiled = new Map<string, IntlMessageFormat>();

const translate = ({ language, texts }: LoadedLanguage, key: MessageKey, values?: Values): string => {
  const message = texts?.[key] ?? '';
  if (typeof message === 'string') return message;
  const at = `${language} ${key}`;
  const format = compiled.get(at) ?? new IntlMessageFormat(message, language);
  compiled.set(at, format);
  return String(format.format(values));
};

interface Translation {
  readonly t: Translate;
  readonly format: Formats;
}

const TranslationContext = createContext<Translation | null>(null);

/** Uses the region of the browser for dates and numbers, if its language is the same. */
const localeOf = (language: Language): string =>
  navigator.languages.find((tag) => tag.startsWith(language)) ?? language;

export const TranslationProvider = ({ children }: { readonly children: ReactNode }) => {
  const now = useStore(loaded);
  const locale = localeOf(now.language);
  useEffect(() => {
    document.documentElement.lang = now.language;
  }, [now]);
  const translation = useMemo(
    (): Translation => ({ t: (key, values) => translate(now, key, values), format: createFormats(locale) }),
    [now, locale],
  );
  return (
    <I18nProvider locale={locale}>
      <TranslationContext value={translation}>{children}</TranslationContext>
    </I18nProvider>
  );
};

/** `t` translates messages; `format` formats dates and numbers. */
export const useTranslation = (): Translation => {
  const translation = useContext(TranslationContext);
  if (translation === null) throw new Error('useTranslation needs a TranslationProvider around it.');
  return translation;
};
