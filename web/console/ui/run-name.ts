import type { RunNameFragment } from '../graph/generated/graphql.js';
import { useTranslation } from '../i18n/i18n.js';

/** What a run is called: its campaign, or the title of a message that was sent at once. */
export const useRunName = () => {
  const { t, format } = useTranslation();
  const nameOf = ({ scheduler, target, message }: RunNameFragment): string => {
    if (!target) return scheduler?.name ?? t('state.deleted');
    const { translations = [], defaultLang } = message ?? {};
    const title = (translations.find(({ language }) => language === defaultLang) ?? translations[0])?.title;
    return title ? t('run.atOnce.title', { title }) : t('run.atOnce');
  };
  /** Whom a message that was sent at once is for; null for a run of a campaign. */
  const targetOf = ({ target }: RunNameFragment): string | null => {
    if (!target) return null;
    const { kind, tag, matched: count } = target;
    return t(`run.to.${kind}`, { count, number: format.number(count), tag: tag ?? '' });
  };
  return { nameOf, targetOf };
};
