import type { MessageText } from './state.js';

/** How many characters the service takes. */
export const TITLE_MAX = 255;
export const TEXT_MAX = 4_000;

/** What is cut off on most phones, in characters: a hint and no rule. */
export const TITLE_SHOWN = 45;
export const TEXT_SHOWN = 150;

export type Provider = 'PROVIDER_A' | 'PROVIDER_B' | 'PROVIDER_C' | 'WEBPUSH';

/**
 * What a message may have, in bytes: Firebase and Apple take 4,096 (OneSignal hands over to them), and of a browser's
 * 4,096 the encryption takes 103.
 */
const MAX_BYTES: Readonly<Record<Provider, number>> = {
  PROVIDER_A: 4_096,
  PROVIDER_B: 4_096,
  PROVIDER_C: 4_096,
  WEBPUSH: 3_993,
};

/** `,"receipt":"…"` as long as it gets: four numbers in base 36 and a signature. */
const RECEIPT_BYTES = 85;

export interface Size {
  readonly provider: Provider;
  readonly bytes: number;
  readonly max: number;
}

/** Characters as readers count them: an emoji is one. */
export const countCharacters = (text: string): number => [...text].length;

/** How much of each provider's room a message takes. */
export const measure = (text: MessageText, providers: readonly Provider[]): readonly Size[] =>
  providers.map((provider) => ({
    provider,
    bytes: bytesOf(payloadOf(text, provider)) + RECEIPT_BYTES,
    max: MAX_BYTES[provider],
  }));

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
