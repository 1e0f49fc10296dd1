import { fixedText } from './personal/template-text.js';
import type { MessageText } from './state.js';

/** The most characters that the service accepts. */
export const TITLE_MAX = 255;
export const TEXT_MAX = 4_000;

/** Most phones cut off longer texts. This is a hint, not a rule. */
export const TITLE_SHOWN = 45;
export const TEXT_SHOWN = 150;

export type Provider = 'PROVIDER_A' | 'PROVIDER_B' | 'PROVIDER_C' | 'WEBPUSH';

/**
 * The most bytes of a message. Firebase and Apple accept 4,096, also through OneSignal. Encryption takes 103 of a
 * browser's 4,096 bytes.
 */
const MAX_BYTES: Readonly<Record<Provider, number>> = {
  PROVIDER_A: 4_096,
  PROVIDER_B: 4_096,
  PROVIDER_C: 4_096,
  WEBPUSH: 3_993,
};

/** The longest `,"receipt":"…"`: four numbers in base 36 and a signature. */
const RECEIPT_BYTES = 85;

export interface Size {
  readonly provider: Provider;
  readonly bytes: number;
  readonly max: number;
}

/** Counts code points, so that an emoji is one character. */
export const countCharacters = (text: string): number => [...text].length;

/** The characters of a text, or its certain part if the rest depends on the person. */
export const countFixed = (text: string): number => countCharacters(fixedText(text));

/** The size of a message for each provider, without the parts that depend on the person. */
export const measure = (text: MessageText, providers: readonly Provider[]): readonly Size[] =>
  providers.map((provider) => ({
    provider,
    bytes: bytesOf(payloadOf(withoutValues(text), provider)) + RECEIPT_BYTES,
    max: MAX_BYTES[provider],
  }));

const withoutValues = (text: MessageText): MessageText => ({
  ...text,
  title: fixedText(text.title),
  text: fixedText(text.text),
  image: fixedText(text.image),
  icon: fixedText(text.icon),
  link: fixedText(text.link),
});

const payloadOf = ({ title, text, image, icon, link }: MessageText, provider: Provider): object => {
  const pictures = withoutEmpty({ image, icon, link });
  switch (provider) {
    case 'PROVIDER_A':
      return { notification: withoutEmpty({ title, body: text, image }), data: pictures };
    case 'PROVIDER_B':
      return { contents: { en: text }, headings: { en: title }, ...pictures };
    case 'PROVIDER_C':
      return { aps: { alert: { title, body: text } }, ...pictures };
    case 'WEBPUSH':
      return { title, body: text, ...pictures };
  }
};

const withoutEmpty = (fields: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

const bytesOf = (payload: object): number => new TextEncoder().encode(JSON.stringify(payload)).length;
