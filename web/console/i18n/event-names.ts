import type { MessageKey } from './catalogue/index.js';
import { useWords } from './i18n.js';

/** Events of the system are called by the words of the page; their codes are nobody else's. */
export const useEventName = () => {
  const { t } = useWords();
  return ({ code, name }: { readonly code: string; readonly name: string }): string =>
    t(`event.${code}` as MessageKey) || name;
};
