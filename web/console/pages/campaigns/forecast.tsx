import { ChartColumn, Gauge, Hourglass, Moon } from 'lucide-react';
import { useState } from 'react';
import {
  AccountCapsDocument,
  CampaignCapPreviewDocument,
  type CampaignQuery,
  CampaignSpeedDocument,
  type CapCountsFragment,
  SavedCapPreviewDocument,
  SpeedPreviewDocument,
} from '../../graph/generated/graphql.js';
import { type PageQuery, usePageQuery } from '../../graph/hooks.js';
import { serverNow } from '../../graph/server-time.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Banner, ErrorNote } from '../../ui/page.js';
import { nextMinute } from '../composer/moments.js';
import { useCategories } from '../composer/personal/category-field.js';
import { toSpeedInput } from '../composer/speed-fields.js';
import type { ComposerState } from '../composer/state.js';
import { toSchedulerInput } from '../composer/to-input.js';
import { toQuietFields } from '../settings/quiet-fields.js';
import { BestHours } from './best-hour.js';
import { useQuietForecast } from './quiet-forecast.js';

/** What to know before a composed campaign starts. Asks the service when it is shown. */
export const DraftForecast = ({ state }: { readonly state: ComposerState }) => {
  const [scheduler] = useState(() => toSchedulerInput(state, nextMinute(serverNow())));
  const messages = state.messages.filter(({ isActive }) => isActive);
  const isAfterEvent = state.when.kind === 'AFTER_EVENT';
  const speed = toSpeedInput(state.speed, { isAfterEvent });
  const isLimited = !isAfterEvent && (speed?.maxPerMinute ?? speed?.ramp) != null;
  const hasCaps = useHasCaps() && !isAfterEvent;
  const time = usePageQuery(SpeedPreviewDocument, { scheduler, pushes: messages.length }, { pause: !isLimited });
  const categoryIds = messages.map(({ categoryId }) => categoryId);
  const caps = usePageQuery(CampaignCapPreviewDocument, { scheduler, categoryIds }, { pause: !hasCaps });
  const { categories } = useCategories();
  const kinds = categoryIds.map((categoryId) => categories.find(({ id }) => id === categoryId)?.kind);
  return (
    <Forecast
      quiet={useQuietForecast({ own: state.quiet, kinds, audience: state.audience })}
      waits={state.bestHour.isOn && !isAfterEvent}
      time={isLimited ? time : null}
      last={time.data?.speedPreview.preview ?? undefined}
      caps={hasCaps ? caps : null}
      counts={caps.data?.campaignCapPreview.preview ?? undefined}
    />
  );
};

/** The same for an existing campaign. */
export const CampaignForecast = ({
  campaign: { id, kind, speed, bestHour, quietHours, audience, pushes },
}: {
  readonly campaign: Pick<
    NonNullable<CampaignQuery['scheduler']>,
    'id' | 'kind' | 'speed' | 'bestHour' | 'quietHours' | 'audience' | 'pushes'
  >;
}) => {
  const isByClock = kind !== 'AUTO_PUSH';
  const isLimited = isByClock && (speed?.maxPerMinute ?? speed?.ramp) != null;
  const hasCaps = useHasCaps() && isByClock;
  const time = usePageQuery(CampaignSpeedDocument, { id }, { pause: !isLimited });
  const caps = usePageQuery(SavedCapPreviewDocument, { id }, { pause: !hasCaps });
  const kinds = pushes.nodes.filter(({ active }) => active).map(({ category }) => category?.kind);
  return (
    <>
      <Forecast
        quiet={useQuietForecast({
          own: toQuietFields(quietHours ?? null),
          kinds,
          audience: { ...audience.apps, allApps: audience.apps.all },
        })}
        waits={Boolean(bestHour)}
        time={isLimited ? time : null}
        last={time.data?.scheduler ?? undefined}
        caps={hasCaps ? caps : null}
        counts={caps.data?.capPreview}
      />
      {bestHour && <BestHours id={id} />}
    </>
  );
};

const useHasCaps = (): boolean => {
  const { data } = usePageQuery(AccountCapsDocument, {});
  return (data?.viewer.user.frequencyCaps?.caps.length ?? 0) > 0;
};

interface ForecastProps {
  /** A sentence for each quiet hours that apply. */
  readonly quiet: readonly string[];
  /** Whether messages wait for the best hour. */
  readonly waits: boolean;
  /** Null without a limit. */
  readonly time: PageQuery<unknown> | null;
  readonly last: { readonly lastMessageAt?: string | null; readonly isTooSlow?: boolean } | undefined;
  /** Null without caps. */
  readonly caps: PageQuery<unknown> | null;
  readonly counts: CapCountsFragment | undefined;
}

const Forecast = ({ quiet, waits, time, last, caps, counts }: ForecastProps) => {
  const { t, format } = useTranslation();
  if (quiet.length === 0 && !waits && time === null && caps === null) return null;
  const at = last?.isTooSlow ? null : last?.lastMessageAt;
  return (
    <div className="stack" aria-live="polite">
      {time !== null && (
        <Line icon="speed" query={time} isKnown={last !== undefined}>
          {at ? t('forecast.last', { at: format.fullDateTime(at), relative: format.relative(at) }) : null}
        </Line>
      )}
      {last?.isTooSlow && <Banner kind="warn">{t('refusal.TOO_SLOW')}</Banner>}
      {quiet.map((line) => (
        <p key={line} className="dialog-text forecast-line">
          <Moon size={16} aria-hidden />
          <span>{line}</span>
        </p>
      ))}
      {waits && (
        <p className="dialog-text forecast-line">
          <ChartColumn size={16} aria-hidden />
          <span>{t('forecast.bestHour')}</span>
        </p>
      )}
      {caps !== null && (
        <Line icon="caps" query={caps} isKnown={counts !== undefined}>
          {counts && capsInWords(counts, t, format)}
        </Line>
      )}
    </div>
  );
};

const ICONS = { speed: Gauge, caps: Hourglass } as const;

const Line = ({
  icon,
  query,
  isKnown,
  children,
}: {
  readonly icon: keyof typeof ICONS;
  readonly query: PageQuery<unknown>;
  readonly isKnown: boolean;
  readonly children: string | null | undefined;
}) => {
  const { t } = useTranslation();
  const Icon = ICONS[icon];
  if (query.error && !isKnown) return <ErrorNote error={query.error} onRetry={query.refresh} />;
  if (isKnown && !children) return null;
  return (
    <p className="dialog-text forecast-line">
      <Icon size={16} aria-hidden />
      <span>{isKnown ? children : t(query.isLoading ? `forecast.loading.${icon}` : 'forecast.unknown')}</span>
    </p>
  );
};

const capsInWords = (
  { judged, capped, deferred, isComplete }: CapCountsFragment,
  t: ReturnType<typeof useTranslation>['t'],
  format: ReturnType<typeof useTranslation>['format'],
): string => {
  const key =
    capped + deferred === 0 ? 'forecast.caps.none' : capped > 0 ? 'forecast.caps.DROP' : 'forecast.caps.DEFER';
  const said = t(key, {
    count: capped + deferred,
    number: format.number(capped + deferred),
    all: format.number(judged),
  });
  return isComplete ? said : `${said} ${t('forecast.caps.sample')}`;
};
