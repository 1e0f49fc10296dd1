import { Link } from 'wouter';
import { OpenAlertsDocument } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { LinkButton } from '../../ui/button.js';
import { Banner } from '../../ui/page.js';
import { alertHref, useAlertWords } from './alert-words.js';

const SHOWN = 5;

/** A banner with the open alerts; nothing if there are none. */
export const OpenAlerts = () => {
  const { t, format } = useTranslation();
  const wordsOf = useAlertWords();
  const { data } = usePageQuery(OpenAlertsDocument, {});
  const alerts = data?.alerts.nodes ?? [];
  if (alerts.length === 0) return null;
  return (
    <Banner
      kind="bad"
      title={t('alerts.open', { count: alerts.length })}
      action={
        <LinkButton href="/settings/alerts" size="small">
          {t('alerts.all')}
        </LinkButton>
      }
    >
      <ul className="banner-list">
        {alerts.slice(0, SHOWN).map((alert) => {
          const href = alertHref(alert);
          return (
            <li key={alert.id}>
              {wordsOf(alert)} <span className="quiet">{format.relative(alert.raisedAt)}</span>{' '}
              {href && (
                <Link href={href} className="cell-name">
                  {t('alerts.look')}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Banner>
  );
};
