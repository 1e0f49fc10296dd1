import { BestHourPreviewDocument, type BestHourPreviewQuery } from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Card, ErrorNote, Facts, Skeleton } from '../../ui/page.js';
import { type BestHourFields, toBestHourFields } from '../composer/best-hour-fields.js';
import type { Campaign } from '../composer/finish.js';
import { numberOf } from '../composer/speed-fields.js';

const HOUR_MS = 3_600_000;

/** When people would get the messages of a campaign that waits for their best hour. */
export const BestHourCard = ({
  campaign: { id, bestHour },
}: {
  readonly campaign: Pick<Campaign, 'id' | 'bestHour'>;
}) => {
  const { t } = useTranslation();
  const words = useBestHourWords();
  if (!bestHour) return null;
  return (
    <Card title={t('bestHour.title')} lead={words(toBestHourFields(bestHour))}>
      <BestHours id={id} />
    </Card>
  );
};

/** Says the best hour in one line, such as "From 08:00 to 22:00 · 10% for comparison". */
export const useBestHourWords = () => {
  const { t, format } = useTranslation();
  return ({ isOn, from, to, controlShare }: BestHourFields): string => {
    if (!isOn) return t('bestHour.none');
    const percent = numberOf(controlShare);
    const share = Number.isNaN(percent) ? '?' : format.percent(percent / 100);
    const window = from === to ? t('bestHour.summary.day') : t('bestHour.summary.window', { from, to });
    return `${window} · ${t('bestHour.summary.control', { share })}`;
  };
};

/** Asks the service in which hours the audience of a saved campaign would get it. */
export const BestHours = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation();
  const { data, error, isLoading, refresh } = usePageQuery(BestHourPreviewDocument, { id });
  const preview = data?.bestHourPreview;
  if (preview) return <Hours preview={preview} />;
  if (isLoading) return <Skeleton lines={5} />;
  return error ? <ErrorNote error={error} onRetry={refresh} /> : <p className="quiet">{t('forecast.unknown')}</p>;
};

type Preview = NonNullable<BestHourPreviewQuery['bestHourPreview']>;

const Hours = ({ preview }: { readonly preview: Preview }) => {
  const { t, format } = useTranslation();
  const { devices, byUser, byApplication, byConfiguredTime, inControl, withoutMessage, byHour, isComplete } = preview;
  if (devices === 0) return <p className="quiet">{t(isComplete ? 'check.reach.bad' : 'forecast.unknown')}</p>;
  const most = Math.max(...byHour.map(({ count }) => count));
  const clock = (hour: number) => format.timeIn(hour * HOUR_MS, 'UTC');
  return (
    <div className="stack">
      {byHour.length === 0 ? (
        <p className="quiet">{t('bestHour.nobody')}</p>
      ) : (
        <div>
          <h3 className="small-title">{t('bestHour.byHour')}</h3>
          <ol className="hour-bars" aria-label={t('bestHour.byHour')}>
            {byHour.map(({ hour, count }) => (
              <li key={hour}>
                <span>{t('bestHour.hour', { from: clock(hour), to: clock(hour + 1) })}</span>
                <span className="funnel-bar" aria-hidden>
                  <span style={{ width: `${(count / most) * 100}%` }} />
                </span>
                <span className="numbers">{format.number(count)}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
      <Facts
        facts={[
          [t('bestHour.byUser'), format.number(byUser)],
          [t('bestHour.byApplication'), format.number(byApplication)],
          [t('bestHour.byConfiguredTime'), format.number(byConfiguredTime)],
          [t('bestHour.inControl'), format.number(inControl)],
          [t('bestHour.withoutMessage'), format.number(withoutMessage)],
        ]}
      />
      {!isComplete && (
        <p className="quiet">{t('bestHour.sample', { number: format.number(devices), count: devices })}</p>
      )}
    </div>
  );
};
