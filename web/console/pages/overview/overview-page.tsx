import { CalendarClock, Check, Megaphone, Send } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'wouter';
import {
  OverviewEventsDocument,
  OverviewMomentsDocument,
  type OverviewMomentsQuery,
  OverviewRunsDocument,
  type OverviewRunsQuery,
  OverviewTrafficDocument,
  OverviewWarningsDocument,
  type OverviewWarningsQuery,
  type RunCardFragment,
} from '../../graph/generated/graphql.js';
import { useLive, usePageQuery } from '../../graph/hooks.js';
import { prefetch as ask } from '../../graph/prefetch.js';
import { loadLaterTranslations, useTranslation } from '../../i18n/i18n.js';
import { useMay, useMember } from '../../session/session.js';
import { LinkButton } from '../../ui/button.js';
import { Badge, Card, ChartSkeleton, EmptyState, ErrorNote, PageHeader, Skeleton, Stat, Stats } from '../../ui/page.js';
import { RunRow } from '../../ui/run-row.js';
import { KindIcon } from '../../ui/status.js';
import { Warnings } from './warnings.js';

// Plots use a library that the rest of the page does not wait for.
const Chart = lazy(() => import('../../ui/chart.js').then(({ Chart }) => ({ default: Chart })));

/** Few accounts have open alerts, so their words are not part of the first load. */
const OpenAlerts = lazy(async () => {
  const [{ OpenAlerts }] = await Promise.all([import('../alerts/open-alerts.js'), loadLaterTranslations()]);
  return { default: OpenAlerts };
});

const DAY_MS = 86_400_000;
const DAYS = 7;

/** @public app.tsx calls it on any page that it has loaded. */
export const prefetch = () => Promise.all([ask(OverviewRunsDocument, {}), ask(OverviewWarningsDocument, {})]);

const OverviewPage = () => {
  const { t } = useTranslation();
  const { name } = useMember();
  const runs = usePageQuery(OverviewRunsDocument, {});
  const warnings = usePageQuery(OverviewWarningsDocument, {});
  const isNew = isNewAccount(warnings.data, runs.data);
  useLive(
    OverviewEventsDocument,
    {},
    {
      onData: ({ deliveryEvents: { type } }) => {
        // Progress events contain the counts. All others can change the lists and the warnings.
        if (type === 'RUN_PROGRESS') return;
        runs.refresh();
        if (type.startsWith('APP_')) warnings.refresh();
      },
    },
  );
  return (
    <>
      <PageHeader title={t('overview.title')} lead={t('overview.lead', { name })} />
      <Suspense fallback={null}>
        <OpenAlerts />
      </Suspense>
      <Warnings data={warnings.data} />
      {runs.error && !runs.data && <ErrorNote error={runs.error} onRetry={runs.refresh} />}
      {isNew && warnings.data && <FirstSteps data={warnings.data} />}
      {isNew === undefined && !warnings.error && !runs.error && <Skeleton lines={6} />}
      {(isNew === false || warnings.error || (isNew === undefined && runs.error)) && (
        <>
          <Card title={t('overview.now')} isFlush={Boolean(runs.data)}>
            {runs.data ? <Runs runs={runs.data.live.nodes} empty={<NothingNow />} /> : <Skeleton lines={2} />}
          </Card>
          <Traffic />
          <div className="columns">
            <NextDay />
            <Card title={t('overview.latest')} isFlush={Boolean(runs.data)}>
              {runs.data ? <Runs runs={runs.data.latest.nodes} empty={<NoRuns />} /> : <Skeleton lines={4} />}
            </Card>
          </div>
        </>
      )}
    </>
  );
};

export default OverviewPage;

/** Whether the account has neither a campaign nor a message that was sent at once; undefined until that is known. */
const isNewAccount = (
  warnings: OverviewWarningsQuery | undefined,
  runs: OverviewRunsQuery | undefined,
): boolean | undefined => {
  if (warnings === undefined || warnings.some.nodes.length > 0) return warnings && false;
  return runs && runs.live.nodes.length + runs.latest.nodes.length === 0;
};

const Runs = ({ runs, empty }: { readonly runs: readonly RunCardFragment[]; readonly empty: React.ReactNode }) =>
  runs.length === 0 ? (
    empty
  ) : (
    <ul className="list-rows">
      {runs.map((run) => (
        <li key={run.id}>
          <RunRow run={run} />
        </li>
      ))}
    </ul>
  );

const NothingNow = () => {
  const { t } = useTranslation();
  return (
    <p className="list-row nothing-now">
      <Send size={18} aria-hidden />
      <span>
        <strong>{t('overview.now.empty')}.</strong> {t('overview.now.emptyText')}
      </span>
    </p>
  );
};

const NoRuns = () => {
  const { t } = useTranslation();
  return <EmptyState icon={Megaphone} title={t('overview.latest.empty')} text={t('overview.latest.emptyText')} />;
};

/** The steps to the first campaign, shown until there is one. */
const FirstSteps = ({ data }: { readonly data: OverviewWarningsQuery }) => {
  const { t } = useTranslation();
  const mayWrite = useMay('write');
  const [app] = data.apps.nodes;
  const steps = [
    { id: 'app', isDone: app !== undefined, href: '/apps/new' },
    {
      id: 'device',
      isDone: data.apps.nodes.some(({ deviceCount }) => deviceCount > 0),
      href: app === undefined ? '/apps' : `/apps/${app.id}`,
    },
    { id: 'campaign', isDone: false, href: '/campaigns/new' },
  ] as const;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card title={t('overview.first.title')} lead={t('overview.first.lead')}>
      <ol className="first-steps">
        {steps.map(({ id, isDone, href }, index) => (
          <li key={id} data-done={isDone || undefined}>
            <span className="step-number" aria-hidden>
              {isDone ? <Check size={14} strokeWidth={3} /> : index + 1}
            </span>
            <div className="first-step-words">
              <strong>{t(`overview.first.${id}`)}</strong>
              <p className="quiet">{t(`overview.first.${id}Text`)}</p>
            </div>
            {isDone ? (
              <Badge tone="good">{t('overview.first.done')}</Badge>
            ) : (
              mayWrite && (
                <LinkButton href={href} variant={id === next?.id ? 'primary' : 'secondary'}>
                  {t(`overview.first.${id}Action`)}
                </LinkButton>
              )
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
};

const Traffic = () => {
  const { t, format } = useTranslation();
  const [variables] = useState(() => {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return { timeZone, from: new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString() };
  });
  const { data, error, refresh } = usePageQuery(OverviewTrafficDocument, variables);
  const points = data?.traffic ?? [];
  const sum = (pick: (point: (typeof points)[number]) => number) =>
    points.reduce((total, point) => total + pick(point), 0);
  const sent = sum((point) => point.sent);
  const shareOf = (part: number) =>
    sent === 0 ? undefined : t('overview.shareOfSent', { share: format.percent(part / sent) });
  const series = useMemo(
    () =>
      (
        [
          ['sent', '--accent'],
          ['failed', '--bad'],
          ['delivered', '--good'],
          ['clicked', '--violet'],
        ] as const
      ).map(([field, colour]) => ({
        name: t(`overview.${field}`),
        colour,
        values: points.map((point) => point[field]),
      })),
    [points, t],
  );
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  return (
    <Card title={t('overview.week')} lead={t('overview.week.lead')}>
      {data ? (
        <div className="stack">
          <Stats>
            <Stat name={t('overview.sent')} value={format.number(sent)} />
            <Stat
              name={t('overview.failed')}
              value={format.number(sum((point) => point.failed))}
              kind={sum((point) => point.failed) > 0 ? 'bad' : undefined}
            />
            <Stat
              name={t('overview.delivered')}
              value={format.number(sum((point) => point.delivered))}
              about={shareOf(sum((point) => point.delivered))}
            />
            <Stat
              name={t('overview.clicked')}
              value={format.number(sum((point) => point.clicked))}
              about={shareOf(sum((point) => point.clicked))}
            />
          </Stats>
          <Suspense fallback={<ChartSkeleton heights={[220]} />}>
            <Chart
              label={t('overview.week')}
              times={points.map((point) => Date.parse(point.from))}
              series={series}
              formatTime={format.date}
            />
          </Suspense>
        </div>
      ) : (
        <Skeleton lines={6} />
      )}
    </Card>
  );
};

const NextDay = () => {
  const { t } = useTranslation();
  const [variables] = useState(() => {
    const now = Date.now();
    return { from: new Date(now).toISOString(), to: new Date(now + DAY_MS).toISOString() };
  });
  const { data, error, refresh } = usePageQuery(OverviewMomentsDocument, variables);
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  return (
    <Card title={t('overview.next')} isFlush={Boolean(data)}>
      {data ? <Moments moments={data.upcomingMoments} /> : <Skeleton lines={4} />}
    </Card>
  );
};

const Moments = ({ moments }: { readonly moments: OverviewMomentsQuery['upcomingMoments'] }) => {
  const { t, format } = useTranslation();
  if (moments.length === 0) {
    return <EmptyState icon={CalendarClock} title={t('overview.next.empty')} text={t('overview.next.emptyText')} />;
  }
  return (
    <ul className="list-rows">
      {moments.map(({ at, lastAt, scheduler: { id, name, kind } }) => (
        <li key={`${id} ${at}`} className="list-row">
          <div className="list-row-head">
            <span className="row">
              <KindIcon kind={kind} />
              <Link href={`/campaigns/${id}`} className="cell-name">
                {name}
              </Link>
            </span>
            <span className="quiet numbers">
              {at === lastAt
                ? t('overview.next.at', { time: format.time(at), relative: format.relative(at) })
                : t('overview.next.between', { from: format.dateTime(at), to: format.dateTime(lastAt) })}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
};
