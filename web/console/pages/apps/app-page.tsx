import { useState } from 'react';
import { useParams, useSearch } from 'wouter';
import {
  AppCredentialsCheckDocument,
  type AppCredentialsCheckMutation,
  AppDocument,
  type AppQuery,
  AppQuietHoursDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { Found } from '../../ui/found.js';
import { Banner, Card, Facts, PageHeader } from '../../ui/page.js';
import { QuietHoursCard } from '../settings/quiet-hours.js';
import { AppActions, type OpenDialog } from './app-actions.js';
import { AppBanners } from './app-banners.js';
import { CredentialsDialog, EditAppDialog } from './app-dialogs.js';
import { AppStatus } from './app-status.js';
import { DevicesOverTime } from './devices-over-time.js';
import { Identity } from './identity.js';
import { MessageDefaultsCard } from './message-defaults.js';
import { Snippet } from './snippet.js';

export type AppDetail = NonNullable<AppQuery['app']>;

const DAYS = 30;
const DAY_MS = 86_400_000;

const firstDay = (): string => new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);

const AppPage = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams<{ id: string }>();
  const [from] = useState(firstDay);
  const query = usePageQuery(AppDocument, { id, from });
  return (
    <Found query={query} item={query.data?.app} parent={{ href: '/apps', name: t('nav.apps') }}>
      {(app) => <Details app={app} />}
    </Found>
  );
};

export default AppPage;

const Details = ({ app }: { readonly app: AppDetail }) => {
  const { t, format } = useTranslation();
  const mayWrite = useMay('write');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [update] = useAction(AppQuietHoursDocument, { quiet: true });
  const isNew = new URLSearchParams(useSearch()).get('new') === 'yes';
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title={app.name}
        badge={<AppStatus app={app} />}
        lead={t(`provider.${app.pushProvider}`)}
        parent={{ href: '/apps', name: t('nav.apps') }}
        actions={mayWrite && <AppActions app={app} onOpen={setDialog} />}
      />
      <AppBanners app={app} isNew={isNew} onReplace={() => setDialog('credentials')} />
      <div className="columns">
        <Card title={t('apps.credentials')}>
          <Credentials app={app} onReplace={() => setDialog('credentials')} />
        </Card>
        <Card title={t('apps.facts')}>
          <Facts
            facts={[
              [t('apps.serviceId'), <code key="id">{app.serviceId}</code>],
              ...(app.vapidKeyPublic
                ? [[t('apps.vapidKey'), <code key="key">{app.vapidKeyPublic}</code>] as const]
                : []),
              [
                t('apps.link'),
                // Only web addresses are links: this computer cannot open the app's own scheme.
                app.link && /^https?:/i.test(app.link) ? (
                  <a key="link" href={app.link} rel="noreferrer" target="_blank">
                    {app.link}
                  </a>
                ) : (
                  app.link || t('apps.link.none')
                ),
              ],
              [
                t('apps.groups'),
                app.groups.length > 0 ? format.list(app.groups.map(({ name }) => name)) : t('state.none'),
              ],
              [t('apps.createdAt'), format.dateTime(app.createdAt)],
            ]}
          />
        </Card>
      </div>
      <Card title={t('apps.connect')} lead={t(`apps.connect.lead.${app.pushProvider}`)}>
        <Snippet app={app} />
      </Card>
      <MessageDefaultsCard app={app} />
      <QuietHoursCard
        level="app"
        saved={app.quietHours ?? null}
        save={(quietHours) => update({ id: app.id, input: { quietHours } })}
        mayChange={mayWrite}
      />
      <Identity app={app} />
      {/* This card is last because it grows with the first device, which would move everything below it. */}
      <Card
        title={t('apps.devices')}
        lead={t('apps.devices.lead', { days: DAYS })}
        aside={
          <LinkButton size="small" href={`/devices?app=${app.id}`}>
            {t('apps.devices.show')}
          </LinkButton>
        }
      >
        <DevicesOverTime app={app} />
      </Card>
      {dialog === 'edit' && <EditAppDialog app={app} onClose={close} />}
      {dialog === 'credentials' && <CredentialsDialog app={app} onClose={close} />}
    </>
  );
};

type Checked = AppCredentialsCheckMutation['appCredentialsCheck'];

/** The state of the credentials, and a check that calls the provider without sending a message. */
const Credentials = ({ app, onReplace }: { readonly app: AppDetail; readonly onReplace: () => void }) => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const [check, isChecking] = useAction(AppCredentialsCheckDocument);
  const [result, setResult] = useState<Checked | null>(null);
  const { inFull } = useReasons();
  const isWeb = app.pushProvider === 'WEBPUSH';
  const ask = async () => {
    const answer = await check({ id: app.id });
    if (answer.ok) setResult(answer.data);
  };
  const say = (checked: Checked): string => {
    // Providers without a text of their own use the message of the service.
    if (checked.accepted) return t(`apps.check.${app.pushProvider}` as MessageKey) || checked.message;
    return t(checked.accepted === false ? 'apps.check.refused' : 'apps.check.unknown', { why: inFull(checked) });
  };
  return (
    <div className="stack">
      {result === null ? (
        <p>{t(isWeb ? 'apps.credentials.made' : `apps.credentials.${app.credentialStatus}`)}</p>
      ) : (
        <Banner kind={result.accepted === true ? 'good' : result.accepted === false ? 'bad' : 'warn'}>
          {say(result)}
        </Banner>
      )}
      <div className="row">
        {mayWrite && (
          <Button onPress={() => void ask()} isPending={isChecking}>
            {t('apps.check')}
          </Button>
        )}
        {mayWrite && !isWeb && (
          <Button variant="quiet" onPress={onReplace}>
            {t('apps.credentials.replace')}
          </Button>
        )}
      </div>
    </div>
  );
};
