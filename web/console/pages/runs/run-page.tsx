import { CircleStop, Pause, Play } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useParams } from 'wouter';
import {
  RunCancelDocument,
  RunDocument,
  RunPauseDocument,
  RunProgressDocument,
  type RunQuery,
  RunResumeDocument,
} from '../../graph/generated/graphql.js';
import { useAction, useLive, usePageQuery } from '../../graph/hooks.js';
import { newKey } from '../../graph/idempotency-key.js';
import { useWords } from '../../i18n/i18n.js';
import { useRunStatus } from '../../i18n/reasons.js';
import { useMay } from '../../session/session.js';
import { Button, LinkButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import {
  Banner,
  Card,
  ChartSkeleton,
  EmptyState,
  ErrorNote,
  PageHeader,
  ProgressBar,
  Skeleton,
  Stat,
  Stats,
} from '../../ui/page.js';
import { RunBadge } from '../../ui/status.js';
import { Breakdown } from './breakdown.js';
import { Comparison } from './comparison.js';
import { Reasons } from './reasons.js';
import { WhyNot } from './why-not.js';

const Chart = lazy(() => import('../../ui/chart.js').then(({ Chart }) => ({ default: Chart })));

export type RunDetail = NonNullable<RunQuery['run']>;

/** Of runs that began late, or too late. */
const LATE: readonly string[] = ['SERVICE_WAS_DOWN', 'TIME_ZONE_DATA_CHANGED'];

/** What the subscription does not bring is read anew that often while the run goes on. */
const DETAILS_MS = 3_000;

const RunPage = () => {
  const { t } = useWords();
  const { id = '' } = useParams<{ id: string }>();
  const { data, error, isLoading, refresh } = usePageQuery(RunDocument, { id });
  const status = data?.run?.status;
  const isUnderWay = status === 'PLANNING' || status === 'RUNNING' || status === 'PAUSED';
  const wait = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(wait.current), []);
  useLive(
    RunProgressDocument,
    { id },
    {
      pause: status === undefined || status === 'MISSED',
      onData: () => {
        wait.current ??= setTimeout(() => {
          wait.current = undefined;
          refresh();
        }, DETAILS_MS);
      },
    },
  );
  // Its last numbers at once.
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) refresh();
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay, refresh]);
  if (isLoading) return <Skeleton lines={8} />;
  if (error && !data) return <ErrorNote error={error} onRetry={refresh} />;
  if (!data?.run) {
    return (
      <>
        <PageHeader title={t('notFound.title')} parent={{ href: '/campaigns', name: t('nav.campaigns') }} />
        <EmptyState
          title={t('notFound.text')}
          action={<LinkButton href="/campaigns">{t('nav.campaigns')}</LinkButton>}
        />
      </>
    );
  }
  return <RunDetails run={data.run} isUnderWay={isUnderWay} />;
};

export default RunPage;

const RunDetails = ({ run, isUnderWay }: { readonly run: RunDetail; readonly isUnderWay: boolean }) => {
  const { t, format } = useWords();
  const status = useRunStatus()(run);
  const lateness = format.duration((Date.parse(run.startedAt ?? run.dueAt) - Date.parse(run.dueAt)) / 1_000);
  const { scheduler, counts } = run;
  return (
    <>
      <PageHeader
        title={scheduler?.name ?? t('runs.title.deleted')}
        badge={<RunBadge status={run.status} />}
        lead={t('runs.lead', { kind: t(`kind.${run.kind}`), at: format.fullDateTime(run.dueAt) })}
        parent={
          scheduler
            ? { href: `/campaigns/${scheduler.id}`, name: scheduler.name }
            : { href: '/campaigns', name: t('nav.campaigns') }
        }
        actions={<RunActions run={run} />}
      />
      {status !== null && (
        <Banner kind={run.status === 'FINISHED' ? 'info' : 'warn'}>
          {status}{' '}
          {run.startedAt && run.statusCode && LATE.includes(run.statusCode) && t('runs.late', { time: lateness })}
        </Banner>
      )}
      {!run.settled && <Banner kind="info">{t('runs.settling')}</Banner>}
      {run.statusReason && <Banner kind="warn">{t(`runs.empty.${run.statusReason}`)}</Banner>}
      <Progress run={run} isUnderWay={isUnderWay} />
      <Outcomes run={run} />
      <div className="columns">
        <Funnel run={run} />
        <Card title={t('runs.reasons')} lead={t('runs.reasons.lead')}>
          <Reasons run={run} />
        </Card>
      </div>
      <Card title={t('runs.timeline')}>
        <Timeline run={run} />
      </Card>
      <Breakdown run={run} />
      <div className="columns">
        <Card title={t('runs.compare')} lead={t('runs.compare.lead')}>
          <Comparison run={run} />
        </Card>
        <Card title={t('runs.why')} lead={t('runs.why.lead')}>
          <WhyNot runId={run.id} />
        </Card>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {isUnderWay ? '' : t('runs.said', { sent: format.number(counts.sent), total: format.number(counts.total) })}
      </p>
    </>
  );
};

const RunActions = ({ run: { id, status, kind } }: { readonly run: RunDetail }) => {
  const { t } = useWords();
  const maySend = useMay('send');
  const [asked, setAsked] = useState<'pause' | 'cancel' | null>(null);
  const [pause] = useAction(RunPauseDocument);
  const [resume, isResuming] = useAction(RunResumeDocument);
  const [cancel] = useAction(RunCancelDocument);
  if (!maySend || !['PLANNING', 'RUNNING', 'PAUSED'].includes(status)) return null;
  return (
    <>
      {status === 'PAUSED' ? (
        <Button
          variant="primary"
          icon={<Play size={16} aria-hidden />}
          isPending={isResuming}
          onPress={() => void resume({ id, key: newKey() })}
        >
          {t('runs.resume')}
        </Button>
      ) : (
        kind !== 'AUTO_PUSH' && (
          <Button icon={<Pause size={16} aria-hidden />} onPress={() => setAsked('pause')}>
            {t('runs.pause')}
          </Button>
        )
      )}
      <Button icon={<CircleStop size={16} aria-hidden />} onPress={() => setAsked('cancel')}>
        {t('runs.cancel')}
      </Button>
      <ConfirmDialog
        title={t('runs.pause.title')}
        isOpen={asked === 'pause'}
        onClose={() => setAsked(null)}
        confirm={t('runs.pause')}
        onConfirm={() => pause({ id, key: newKey() })}
      >
        <p className="dialog-text">{t('runs.pause.text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t('runs.cancel.title')}
        isOpen={asked === 'cancel'}
        onClose={() => setAsked(null)}
        confirm={t('runs.cancel')}
        isDangerous
        onConfirm={() => cancel({ id, key: newKey() })}
      >
        <p className="dialog-text">{t(kind === 'AUTO_PUSH' ? 'runs.cancel.auto' : 'runs.cancel.text')}</p>
      </ConfirmDialog>
    </>
  );
};

/** How far it is, how fast, and how long it still takes. */
const Progress = ({ run, isUnderWay }: { readonly run: RunDetail; readonly isUnderWay: boolean }) => {
  const { t, format } = useWords();
  const { counts, expectedTotal, rate, secondsLeft, startedAt, finishedAt } = run;
  const done = counts.total - counts.retrying;
  const expected = expectedTotal ?? null;
  const share = expected === null || expected === 0 ? null : done / expected;
  if (!isUnderWay) {
    if (!startedAt || !finishedAt) return null;
    const seconds = Math.max(1, (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000);
    return (
      <p className="quiet">
        {t('runs.took', { time: format.duration(seconds), rate: format.number(Math.round(counts.total / seconds)) })}
      </p>
    );
  }
  return (
    <section className="card run-progress" aria-label={t('runs.progress')}>
      <div className="card-body">
        <div className="list-row-head">
          <strong className="numbers">
            {expected === null
              ? t('runs.done', { done: format.number(done) })
              : t('runs.doneOf', { done: format.number(done), total: format.number(expected) })}
          </strong>
          <span className="quiet numbers">
            {[
              share === null ? null : format.percent(Math.min(1, share)),
              rate == null ? null : t('runs.rate', { rate: format.number(Math.round(rate)) }),
              secondsLeft == null ? null : t('runs.left', { time: format.duration(secondsLeft) }),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        </div>
        {share !== null && (
          <ProgressBar label={t('runs.progress')} share={share} tone={run.status === 'PAUSED' ? 'warn' : 'accent'} />
        )}
      </div>
    </section>
  );
};

const Outcomes = ({ run }: { readonly run: RunDetail }) => {
  const { t, format } = useWords();
  const { counts, leftOut, status, settled, plannedTotal } = run;
  const notReached = status === 'CANCELLED' && settled ? (plannedTotal ?? 0) - counts.total : 0;
  const shareOf = (count: number) => (counts.total === 0 ? undefined : format.percent(count / counts.total));
  return (
    <Stats>
      <Stat name={t('outcome.SENT')} value={format.number(counts.sent)} about={shareOf(counts.sent)} kind="good" />
      <Stat
        name={t('outcome.FAILED')}
        value={format.number(counts.failed)}
        about={shareOf(counts.failed)}
        {...(counts.failed > 0 ? { kind: 'bad' as const } : {})}
      />
      <Stat
        name={t('outcome.INVALID_TOKEN')}
        value={format.number(counts.invalidToken)}
        about={t('runs.invalidToken')}
      />
      <Stat name={t('outcome.RETRYING')} value={format.number(counts.retrying)} />
      {counts.expired > 0 && <Stat name={t('outcome.EXPIRED')} value={format.number(counts.expired)} />}
      {counts.cancelled > 0 && <Stat name={t('outcome.CANCELLED')} value={format.number(counts.cancelled)} />}
      {notReached > 0 && (
        <Stat name={t('runs.notReached')} value={format.number(notReached)} about={t('runs.notReached.about')} />
      )}
      {leftOut > 0 && <Stat name={t('runs.leftOut')} value={format.number(leftOut)} about={t('runs.leftOut.about')} />}
    </Stats>
  );
};

/** Of what was sent, how much arrived and was clicked. */
const Funnel = ({ run: { counts, receiptCounts } }: { readonly run: RunDetail }) => {
  const { t, format } = useWords();
  const steps = [
    { key: 'sent', name: t('outcome.SENT'), count: counts.sent, of: counts.total },
    { key: 'delivered', name: t('runs.delivered'), count: receiptCounts.delivered, of: counts.sent },
    { key: 'clicked', name: t('runs.clicked'), count: receiptCounts.clicked, of: counts.sent },
  ];
  const most = Math.max(1, counts.total);
  return (
    <Card title={t('runs.funnel')} lead={t('runs.funnel.lead')}>
      <ol className="funnel">
        {steps.map(({ key, name, count, of }) => (
          <li key={key}>
            <div className="list-row-head">
              <span>{name}</span>
              <span className="numbers">
                <strong>{format.number(count)}</strong>{' '}
                <span className="quiet">
                  {of === 0
                    ? ''
                    : t(key === 'sent' ? 'runs.ofAll' : 'runs.ofSent', { share: format.percent(count / of) })}
                </span>
              </span>
            </div>
            <ProgressBar label={name} share={count / most} tone={key === 'sent' ? 'accent' : 'good'} />
          </li>
        ))}
      </ol>
    </Card>
  );
};

const SECONDS_SHOWN_MS = 600_000;

const Timeline = ({ run: { timeline } }: { readonly run: RunDetail }) => {
  const { t, format } = useWords();
  const first = timeline[0];
  const last = timeline.at(-1);
  if (!first || !last) return <EmptyState title={t('runs.timeline.none')}>{t('runs.timeline.none.text')}</EmptyState>;
  const isShort = Date.parse(last.to) - Date.parse(first.from) < SECONDS_SHOWN_MS;
  return (
    <Suspense fallback={<ChartSkeleton heights={[220]} />}>
      <Chart
        label={t('runs.timeline')}
        times={timeline.map(({ from }) => Date.parse(from))}
        formatTime={(time) => (isShort ? format.timeWithSeconds(time) : format.time(time))}
        series={[
          { name: t('outcome.SENT'), colour: '--accent', values: timeline.map(({ sent }) => sent) },
          { name: t('outcome.FAILED'), colour: '--bad', values: timeline.map(({ failed }) => failed) },
        ]}
      />
    </Suspense>
  );
};
