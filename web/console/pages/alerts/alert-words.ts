import type { AlertLineFragment } from '../../graph/generated/graphql.js';
import { useTranslation } from '../../i18n/i18n.js';

/** Words an alert in the reader's language, from its facts. */
export const useAlertWords = () => {
  const { t, format } = useTranslation();
  return ({ kind, facts }: Pick<AlertLineFragment, 'kind' | 'facts'>): string => {
    const number = (name: string): string => format.number(Number(facts[name] ?? 0));
    const name = typeof facts.name === 'string' ? facts.name : t('alerts.nameless');
    switch (kind) {
      case 'RUN_FAILURES':
        return t('alerts.message.RUN_FAILURES', { failed: number('failed'), messages: number('messages'), name });
      case 'NO_DELIVERIES':
        return t('alerts.message.NO_DELIVERIES', { sent: number('sent'), minutes: number('minutes'), name });
      case 'APP_PAUSED':
        return t('alerts.message.APP_PAUSED', { name });
    }
  };
};

/** The page about the findings of an alert; null without one. */
export const alertHref = ({ run, app }: Pick<AlertLineFragment, 'run' | 'app'>): string | null => {
  if (run) return `/runs/${run.id}`;
  return app ? `/apps/${app.id}` : null;
};
