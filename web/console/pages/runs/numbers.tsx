import { lazy, Suspense } from 'react';
import type { MessageKey } from '../../i18n/catalogue/index.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Card, ChartSkeleton, EmptyState, ProgressBar, Stat, Stats, type Tone } from '../../ui/page.js';
import { meanRate } from './held.js';
import { Pace } from './pace.js';
import type { RunDetail } from './run-page.js';

const Chart = lazy(() => import('../../ui/chart.js').then(({ Chart }) => ({ default: Chart })));

/** The progress, the rate and the remaining time; after the run, its duration. */
export const Progress = ({ run, isUnderWay }: { readonly run: RunDetail; readonly isUnderWay: boolean }) => {
  const { t, format } = useTranslation();
  const { counts, expectedTotal, rate, secondsLeft, startedAt, finishedAt } = run;
  const done = counts.total - counts.retrying - counts.held;
  const expected = expectedTotal ?? null;
  const share = expected === null || expected === 0 ? null : done / expected;
  if (!isUnderWay) {
    if (!startedAt || !finishedAt) return null;
    const seconds = Math.max(1, (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000);
    return (
      <p className="quiet">{t('runs.took', { time: format.duration(seconds), rate: meanRate(counts, seconds) })}</p>
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
              rate == null || run.speedLimit != null ? null : t('runs.rate', { rate: format.number(Math.round(rate)) }),
              secondsLeft == null ? null : t('runs.left', { time: format.duration(secondsLeft) }),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        </div>
        {share !== null && (
          <ProgressBar label={t('runs.progress')} share={share} tone={run.status === 'PAUSED' ? 'warn' : 'accent'} />
        )}
        <Pace run={run} />
      </div>
    </section>
  );
};

export const Outcomes = ({ run }: { readonly run: RunDetail }) => {
  const { t, format } = useTranslation();
  const { counts, leftOut, status, settled, plannedTotal, breakdown } = run;
  const dropped = breakdown.byOutcome.filter(({ outcome }) => isDrop(outcome));
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
      {counts.held > 0 && (
        <Stat name={t('outcome.HELD')} value={format.number(counts.held)} about={t('runs.held.about')} />
      )}
      {dropped.map(({ outcome, count }) => (
        <Stat
          key={outcome}
          name={t(`outcome.${outcome}`)}
          value={format.number(count)}
          about={t(`outcome.about.${outcome}` as MessageKey)}
        />
      ))}
      {counts.expired > 0 && <Stat name={t('outcome.EXPIRED')} value={format.number(counts.expired)} />}
      {counts.cancelled > 0 && <Stat name={t('outcome.CANCELLED')} value={format.number(counts.cancelled)} />}
      {notReached > 0 && (
        <Stat name={t('runs.notReached')} value={format.number(notReached)} about={t('runs.notReached.about')} />
      )}
      {leftOut > 0 && <Stat name={t('runs.leftOut')} value={format.number(leftOut)} about={t('runs.leftOut.about')} />}
    </Stats>
  );
};

/** Outcomes that `counts` has. The others are those of rules that drop messages. */
const COUNTED: ReadonlySet<string> = new Set([
  'SENT',
  'FAILED',
  'INVALID_TOKEN',
  'EXPIRED',
  'CANCELLED',
  'RETRYING',
  'HELD',
]);

const isDrop = (outcome: string): boolean => !COUNTED.has(outcome);

const TONES: Readonly<Record<string, Tone>> = { sent: 'accent', dismissed: 'warn' };

/** The shares of messages that were sent, delivered and clicked, and of dismissed ones if there are any. */
export const Funnel = ({ run: { counts, receiptCounts } }: { readonly run: RunDetail }) => {
  const { t, format } = useTranslation();
  const steps = [
    { key: 'sent', name: t('outcome.SENT'), count: counts.sent, of: counts.total },
    { key: 'delivered', name: t('runs.delivered'), count: receiptCounts.delivered, of: counts.sent },
    { key: 'clicked', name: t('runs.clicked'), count: receiptCounts.clicked, of: counts.sent },
    { key: 'dismissed', name: t('runs.dismissed'), count: receiptCounts.dismissed, of: counts.sent },
  ].filter(({ key, count }) => key !== 'dismissed' || count > 0);
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
            <ProgressBar label={name} share={count / most} tone={TONES[key] ?? 'good'} />
          </li>
        ))}
      </ol>
    </Card>
  );
};

const SECONDS_SHOWN_MS = 600_000;

export const Timeline = ({ run: { timeline } }: { readonly run: RunDetail }) => {
  const { t, format } = useTranslation();
  const first = timeline[0];
  const last = timeline.at(-1);
  if (!first || !last) return <EmptyState title={t('runs.timeline.none')} text={t('runs.timeline.none.text')} />;
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
