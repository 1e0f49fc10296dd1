import type { MessageKey, Translate, Values } from './catalogue/index.js';

/** An error of the service, as programs receive it. */
export interface Refused {
  readonly code?: string | undefined;
  /** The English text of the service, used for codes that the console does not know. */
  readonly message: string;
  /** The field or the place that it concerns. */
  readonly about?: string | null | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly size?: MessageSize | null | undefined;
}

/** The size of a message that is too large. */
export interface MessageSize {
  readonly provider: string;
  readonly bytes: number;
  readonly limit: number;
}

/** Returns the text for the code and its field or place, or else for the code alone. */
export const refusalText = (t: Translate, { code, message, about, retryAfterSeconds = 0, size }: Refused): string => {
  const say = (key: string, values?: Values) => t(key as MessageKey, values);
  const values = {
    field: say(`refusal.field.${about}`) || t('refusal.field'),
    seconds: Math.ceil(retryAfterSeconds),
    ...size,
  };
  return say(`refusal.${code}.${about}`, values) || say(`refusal.${code}`, values) || message;
};
