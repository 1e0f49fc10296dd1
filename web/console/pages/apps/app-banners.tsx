import { useTranslation } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { Banner } from '../../ui/page.js';
import type { AppDetail } from './app-page.js';

/** Reports rejected credentials, pauses, foreign subscriptions and that the application is archived. */
export const AppBanners = ({
  app,
  isNew,
  onReplace,
}: {
  readonly app: AppDetail;
  readonly isNew: boolean;
  readonly onReplace: () => void;
}) => {
  const { t, format } = useTranslation();
  const { inFull } = useReasons();
  const why = inFull({ reason: app.pauseReason, reasonCode: app.pauseReasonCode, advice: app.pauseAdvice });
  const mayWrite = useMay('write');
  const replace = mayWrite && app.pushProvider !== 'WEBPUSH' && (
    <Button size="small" onPress={onReplace}>
      {t('apps.credentials.replace')}
    </Button>
  );
  const isRefused = app.credentialStatus === 'REFUSED';
  return (
    <>
      {isNew && !isRefused && (
        <Banner kind="good" title={t('apps.created.title')}>
          {t(app.pushProvider === 'WEBPUSH' ? 'apps.created.web' : 'apps.created.text')}
        </Banner>
      )}
      {isRefused && (
        <Banner kind="bad" title={t('apps.refused.title')} action={replace}>
          {why} {t('apps.refused.text')}
        </Banner>
      )}
      {!isRefused && app.pausedSince && (
        <Banner
          kind="warn"
          title={t('apps.paused.title', { since: format.dateTime(app.pausedSince) })}
          action={replace}
        >
          {why}{' '}
          {app.pausedUntil && Date.parse(app.pausedUntil) > Date.now()
            ? t('apps.paused.until', { until: format.dateTime(app.pausedUntil) })
            : t('apps.paused.trying')}
        </Banner>
      )}
      {app.foreignSubscriptionCount > 0 && (
        <Banner
          kind="warn"
          title={t('apps.foreign.title', { count: app.foreignSubscriptionCount })}
          action={
            <LinkButton size="small" href={`/devices?app=${app.id}&foreign=yes`}>
              {t('apps.devices.show')}
            </LinkButton>
          }
        >
          {t('apps.foreign.text')}
        </Banner>
      )}
      {app.archived && <Banner title={t('apps.archived.title')}>{t('apps.archived.text')}</Banner>}
    </>
  );
};
