import type { Translation } from '../support/service-steps.js';

export const LANGUAGES = ['en', 'de', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  ja: 'Japanese',
};

export const CART: Readonly<Record<Language, string>> = {
  en: 'Your basket is waiting',
  de: 'Dein Warenkorb wartet',
  es: 'Tu cesta te espera',
  ja: 'カートに商品が残っています',
};

export const SALE: Readonly<Record<Language, string>> = {
  en: 'The sale has begun',
  de: 'Der Ausverkauf hat begonnen',
  es: 'Han empezado las rebajas',
  ja: 'セールが始まりました',
};

export const WELCOME: Readonly<Record<Language, string>> = {
  en: 'Nice to see you',
  de: 'Schön, dass du da bist',
  es: 'Nos alegra verte',
  ja: 'ようこそ',
};

export const translate = (titles: Readonly<Record<Language, string>>): Translation[] =>
  LANGUAGES.map((language) => ({ language, title: titles[language], text: `${titles[language]} – pushgraph demo` }));
