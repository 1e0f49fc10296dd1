import type { MessageKey } from './catalogue/index.js';
import { useTranslation } from './i18n.js';

/** Translates the names of built-in events, whose codes are reserved. */
export const useEventName = () => {
  const { t } = useTranslation();
  return ({ code, name }: { readonly code: string; readonly name: string }): string =>
    t(`event.${code}` as MessageKey) || name;
};
