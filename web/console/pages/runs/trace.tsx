import { CircleCheck, CircleX, Clock, Info } from 'lucide-react';
import { DeliveryTraceDocument, type DeliveryTraceQuery } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { Banner, EmptyState, ErrorNote, Skeleton } from '../../ui/page.js';

type Trace = NonNullable<DeliveryTraceQuery['deliveryTrace']>;
type TraceStep = Trace['steps'][number];

const ICONS = { PASSED: CircleCheck, STOPPED: CircleX, WAITING: Clock, NOTE: Info } as const;
const KINDS = { SENT: 'good', FAILED: 'bad', NOT_SENT: 'warn', WAITING: 'info', UNKNOWN: 'info' } as const;

/** Explains step by step why a device got the messages of a run, or why it did not. */
export const TraceOf = ({ runId, deviceId }: { readonly runId: string; readonly deviceId: string }) => {
  const { t } = useTranslation();
  const { data, error, isLoading, refresh } = usePageQuery(DeliveryTraceDocument, { runId, deviceId });
  if (isLoading) return <Skeleton lines={4} />;
  if (error) return <ErrorNote error={error} onRetry={refresh} />;
  if (!data?.deliveryTrace) return <EmptyState title={t('runs.why.unknown')} text={t('runs.why.unknown.text')} />;
  return <TraceSteps trace={data.deliveryTrace} />;
};

const TraceSteps = ({ trace }: { readonly trace: Trace }) => {
  const { t, format } = useTranslation();
  const { titleOf, recordOf, adviceOf } = useReasons();
  const sentenceOf = useSentence();
  return (
    <div className="stack">
      <Banner kind={KINDS[trace.outcome]} title={t(`runs.trace.${trace.outcome}`)}>
        {trace.decidedBy ? sentenceOf(trace.decidedBy) : t('trace.changed')}
      </Banner>
      <ol className="trace">
        {trace.steps.map((traced, index) => {
          const { step, verdict, reason, at, asOfNow } = traced;
          const Icon = ICONS[verdict];
          const advice = adviceOf(traced);
          // The sentence of a RUN step already contains the reason.
          const hasReason = reason && step !== 'RUN';
          return (
            <li key={index} className="trace-step" data-verdict={verdict}>
              <Icon size={18} aria-label={t(`runs.verdict.${verdict}`)} role="img" />
              <div>
                <p>
                  <strong>{t(`runs.step.${step}`)}</strong>
                  {at && <span className="quiet"> · {format.dateTime(at)}</span>}
                </p>
                <p>{sentenceOf(traced)}</p>
                {hasReason && (
                  <p className="quiet">{[titleOf(traced), recordOf(traced)].filter(Boolean).join(' · ')}</p>
                )}
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

const LANGUAGES = ['language', 'wanted'];

const useSentence = () => {
  const { t, format } = useTranslation();
  const shown = (name: string, value: string): string => {
    if (name.endsWith('At')) return format.dateTime(value);
    return LANGUAGES.includes(name) && value !== '' ? format.language(value) : value;
  };
  return ({ code, values, message }: TraceStep): string => {
    const words = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, String(value))]));
    // Unknown codes of a later release use the text of the service.
    return t(`trace.${code}`, { value: '', ...words, isKnown: words.value ? 'yes' : 'no' }) || message;
  };
};
