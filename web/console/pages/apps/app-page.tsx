import { Archive, ArchiveRestore, KeyRound, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import {
  AppArchiveDocument,
  AppCredentialsCheckDocument,
  type AppCredentialsCheckMutation,
  AppDeleteDocument,
  AppDocument,
  type AppQuery,
  AppUnarchiveDocument,
  AppVapidKeyRenewDocument,
} from '../../graph/generated/graphql.js';
import { useAction, usePageQuery } from '../../graph/hooks.js';
import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useWords } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { ActionMenu } from '../../ui/menu.js';
import { Banner, Card, ChartSkeleton, EmptyState, ErrorNote, Facts, PageHeader, Skeleton } from '../../ui/page.js';
import { showToast } from '../../ui/toast.js';
import { CredentialsDialog, EditAppDialog } from './app-dialogs.js';
import { AppStatus } from './app-status.js';
import { Identity } from './identity.js';
import { Snippet } from './snippet.js';

const Chart = lazy(() => import('../../ui/chart.js').then(({ Chart }) => ({ default: Chart })));

export type AppDetail = NonNullable<AppQuery['app']>;
type OpenDialog = 'edit' | 'credentials' | 'archive' | 'delete' | 'renew' | null;

const DAYS = 30;
const DAY_MS = 86_400_000;

const firstDay = (): string => new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);

const AppPage = () => {
  const { t } = useWords();
  const { id = '' } = useParams<{ id: string }>();
  const [from] = useState(firstDay);
  const { data, error, isLoading, refresh } = usePageQuery(AppDocument, { id, from });
  if (isLoading) return <Skeleton lines={8} />;
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  if (!data?.app) {
    return (
      <>
        <PageHeader title={t('notFound.title')} parent={{ href: '/apps', name: t('nav.apps') }} />
        <EmptyState title={t('notFound.text')} action={<LinkButton href="/apps">{t('nav.apps')}</LinkButton>} />
      </>
    );
  }
  return <Details app={data.app} />;
};

export default AppPage;

const Details = ({ app }: { readonly app: AppDetail }) => {
  const { t, format } = useWords();
  const mayWrite = useMay('write');
  const [dialog, setDialog] = useState<OpenDialog>(null);
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
      <Banners app={app} isNew={isNew} onReplace={() => setDialog('credentials')} />
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
                // Only a web address is worth a click here; an application's own scheme opens nothing on this computer.
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
      <Identity app={app} />
      {/* Last: it grows with the first device, and nothing may move away under a pointer. */}
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
      <EditAppDialog app={app} isOpen={dialog === 'edit'} onClose={close} />
      <CredentialsDialog app={app} isOpen={dialog === 'credentials'} onClose={close} />
      <Confirmations app={app} dialog={dialog} onClose={close} />
    </>
  );
};

const AppActions = ({ app, onOpen }: { readonly app: AppDetail; readonly onOpen: (dialog: OpenDialog) => void }) => {
  const { t } = useWords();
  const [unarchive] = useAction(AppUnarchiveDocument);
  const isWeb = app.pushProvider === 'WEBPUSH';
  return (
    <ActionMenu
      actions={[
        { id: 'edit', name: t('apps.edit'), icon: <Pencil size={16} aria-hidden />, onAction: () => onOpen('edit') },
        {
          id: 'credentials',
          name: t('apps.credentials.replace'),
          icon: <KeyRound size={16} aria-hidden />,
          isHidden: isWeb,
          onAction: () => onOpen('credentials'),
        },
        {
          id: 'renew',
          name: t('apps.renew'),
          icon: <RefreshCw size={16} aria-hidden />,
          isHidden: !isWeb,
          onAction: () => onOpen('renew'),
        },
        {
          id: 'archive',
          name: t('apps.archive'),
          icon: <Archive size={16} aria-hidden />,
          isHidden: app.archived,
          onAction: () => onOpen('archive'),
        },
        {
          id: 'unarchive',
          name: t('apps.unarchive'),
          icon: <ArchiveRestore size={16} aria-hidden />,
          isHidden: !app.archived,
          onAction: () => void unarchive({ id: app.id }),
        },
        {
          id: 'delete',
          name: t('action.delete'),
          icon: <Trash2 size={16} aria-hidden />,
          isDangerous: true,
          onAction: () => onOpen('delete'),
        },
      ]}
    />
  );
};

const Banners = ({
  app,
  isNew,
  onReplace,
}: {
  readonly app: AppDetail;
  readonly isNew: boolean;
  readonly onReplace: () => void;
}) => {
  const { t, format } = useWords();
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

type Checked = AppCredentialsCheckMutation['appCredentialsCheck'];

/** What is known of them, and a call that reaches nobody to know it now. */
const Credentials = ({ app, onReplace }: { readonly app: AppDetail; readonly onReplace: () => void }) => {
  const { t } = useWords();
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
    // Of a provider without words of its own here, the service's.
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

const DevicesOverTime = ({ app }: { readonly app: AppDetail }) => {
  const { t, format } = useWords();
  const counts = app.deviceCounts;
  const times = counts.map(({ date }) => Date.parse(date));
  const sumOf = (name: 'registered' | 'retired') => counts.reduce((sum, point) => sum + point[name], 0);
  if (app.deviceCount === 0 && sumOf('registered') + sumOf('retired') === 0) {
    return <EmptyState title={t('apps.devices.none')}>{t('apps.devices.none.text')}</EmptyState>;
  }
  return (
    <div className="stack">
      <Suspense fallback={<ChartSkeleton heights={[180, 140]} />}>
        <Chart
          label={t('apps.devices.chart')}
          times={times}
          formatTime={format.shortDay}
          height={180}
          series={[
            {
              name: t('apps.devices.active'),
              colour: '--accent',
              values: counts.map(({ active }) => active),
              total: app.deviceCount,
            },
          ]}
        />
        <Chart
          label={t('apps.devices.changes')}
          times={times}
          formatTime={format.shortDay}
          height={140}
          series={[
            {
              name: t('apps.devices.registered'),
              colour: '--good',
              values: counts.map(({ registered }) => registered),
            },
            { name: t('apps.devices.retired'), colour: '--bad', values: counts.map(({ retired }) => retired) },
          ]}
        />
      </Suspense>
    </div>
  );
};

const Confirmations = ({
  app: { id, name },
  dialog,
  onClose,
}: {
  readonly app: AppDetail;
  readonly dialog: OpenDialog;
  readonly onClose: () => void;
}) => {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const [archive] = useAction(AppArchiveDocument);
  const [remove] = useAction(AppDeleteDocument);
  const [renew] = useAction(AppVapidKeyRenewDocument);
  return (
    <>
      <ConfirmDialog
        title={t('apps.archive.title', { name })}
        isOpen={dialog === 'archive'}
        onClose={onClose}
        confirm={t('apps.archive')}
        onConfirm={() => archive({ id })}
      >
        <p className="dialog-text">{t('apps.archive.text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t('apps.renew')}
        isOpen={dialog === 'renew'}
        onClose={onClose}
        confirm={t('apps.renew')}
        onConfirm={async () => {
          const answer = await renew({ id });
          if (answer.ok) showToast({ kind: 'good', text: t('apps.renewed') });
        }}
      >
        <p className="dialog-text">{t('apps.renew.text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t('apps.delete.title', { name })}
        isOpen={dialog === 'delete'}
        onClose={onClose}
        confirm={t('action.delete')}
        isDangerous
        onConfirm={async () => {
          const answer = await remove({ id });
          if (answer.ok) navigate('/apps');
        }}
      >
        <p className="dialog-text">{t('apps.delete.text')}</p>
      </ConfirmDialog>
    </>
  );
};
