import { CircleCheck, CircleX, Clock, Info } from 'lucide-react';
import { DeliveryTraceDocument, type DeliveryTraceQuery } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { Banner, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';

type Trace = NonNullable<DeliveryTraceQuery['deliveryTrace']>;

const ICONS = { PASSED: CircleCheck, STOPPED: CircleX, WAITING: Clock, NOTE: Info } as const;
const KINDS = { SENT: 'good', FAILED: 'bad', NOT_SENT: 'warn', WAITING: 'info', UNKNOWN: 'info' } as const;

/** Why a device got the messages of a run or did not, in words, step by step. */
export const TraceOf = ({ runId, deviceId }: { readonly runId: string; readonly deviceId: string }) => {
  const { t } = useWords();
  const { data, error, isLoading, refresh } = usePageQuery(DeliveryTraceDocument, { runId, deviceId });
  if (isLoading) return <Skeleton lines={4} />;
  if (error) return <ErrorNote error={error} onRetry={refresh} />;
  if (!data?.deliveryTrace) return <EmptyState title={t('runs.why.unknown')}>{t('runs.why.unknown.text')}</EmptyState>;
  return <TraceSteps trace={data.deliveryTrace} />;
};

const TraceSteps = ({ trace }: { readonly trace: Trace }) => {
  const { t, format } = useWords();
  return (
    <div className="stack">
      <Banner kind={KINDS[trace.outcome]} title={t(`runs.trace.${trace.outcome}`)}>
        {trace.summary}
      </Banner>
      <ol className="trace">
        {trace.steps.map(({ step, verdict, message, advice, reason, at, asOfNow }, index) => {
          const Icon = ICONS[verdict];
          return (
            <li key={index} className="trace-step" data-verdict={verdict}>
              <Icon size={18} aria-label={t(`runs.verdict.${verdict}`)} role="img" />
              <div>
                <p>
                  <strong>{t(`runs.step.${step}`)}</strong>
                  {at && <span className="quiet"> · {format.dateTime(at)}</span>}
                </p>
                <p>{message}</p>
                {reason && !message.includes(reason) && <p className="quiet">{reason}</p>}
                {advice && <p className="trace-advice">{advice}</p>}
                {asOfNow && <p className="quiet">{t('runs.trace.asOfNow')}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
};
