import type { MessageKey } from '../../../i18n/catalogue/index.js';
import { useTranslation } from '../../../i18n/i18n.js';
import type { TemplateValue } from './expressions.js';

/** The name of a value in the language of the page. */
export const useValueName = () => {
  const { t } = useTranslation();
  return ({ path, group }: TemplateValue): string => {
    const [, key = path] = path.split('.');
    return t(`value.${path}` as MessageKey) || t(`value.${group}` as MessageKey, { key }) || path;
  };
};
