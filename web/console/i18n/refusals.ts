import type { MessageKey, Translate, Values } from './catalogue/index.js';

/** What the service refused, as it says it to programs. */
export interface Refused {
  readonly code?: string | undefined;
  /** In its own words, which are English: said where the code is none that the console knows. */
  readonly message: string;
  /** The field that it is about, or the place where it happened. */
  readonly about?: string | null | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly size?: MessageSize | null | undefined;
}

/** Of a message that is too large. */
export interface MessageSize {
  readonly provider: string;
  readonly bytes: number;
  readonly limit: number;
}

/** In the words of the page's language: by the code and what it is about, else by the code alone. */
export const sayRefusal = (t: Translate, { code, message, about, retryAfterSeconds = 0, size }: Refused): string => {
  const say = (key: string, values?: Values) => t(key as MessageKey, values);
  const values = {
    field: say(`refusal.field.${about}`) || t('refusal.field'),
    seconds: Math.ceil(retryAfterSeconds),
    ...size,
  };
  return say(`refusal.${code}.${about}`, values) || say(`refusal.${code}`, values) || message;
};
