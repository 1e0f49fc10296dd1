import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { serverNow } from '../../graph/server-time.js';
import { useTranslation } from '../../i18n/i18n.js';
import { toDelay } from './delay.js';
import { type ComingMoment, nextMoments } from './moments.js';
import type { ComposerState, Timing } from './state.js';

const TICK_MS = 10_000;

/** The current time, updated every ten seconds. */
export const useNow = (): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** The next five moments, each with its time zone. */
export const MomentsInWords = ({ state }: { readonly state: ComposerState }) => {
  const { t } = useTranslation();
  const now = useNow();
  const { when } = state;
  if (when.kind === 'NOW') return <p>{t('moments.now')}</p>;
  if (when.kind === 'AFTER_EVENT') return <AfterEventInWords state={state} />;
  const moments = nextMoments(when, now);
  if (moments.length === 0) return <p className="quiet">{t('moments.none')}</p>;
  return (
    <ol className="moments">
      {moments.map((moment) => (
        <li key={moment.local}>
          <Clock size={15} aria-hidden />
          <MomentInWords moment={moment} when={when} now={now} />
        </li>
      ))}
    </ol>
  );
};

const MomentInWords = ({
  moment: { local, at, lastAt, clockChange },
  when,
  now,
}: {
  readonly moment: ComingMoment;
  readonly when: Timing;
  readonly now: number;
}) => {
  const { t, format } = useTranslation();
  return (
    <div>
      <strong>{format.fullDateTime(`${local}:00Z`, 'UTC')}</strong>
      <p className="quiet">
        {when.localTime
          ? t('moments.local', { from: format.dateTime(at), to: format.dateTime(lastAt) })
          : t('moments.zone', { zone: when.timeZone.replaceAll('_', ' '), relative: format.relative(at, now) })}
      </p>
      {clockChange !== null && <p className="warn">{t(`moments.${clockChange}`)}</p>}
    </div>
  );
};

const AfterEventInWords = ({ state }: { readonly state: ComposerState }) => {
  const { t, format } = useTranslation();
  const { delay } = state.when;
  const { events } = state.audience;
  if (events.length === 0) return <p className="quiet">{t('moments.noEvent')}</p>;
  return (
    <p>
      {toDelay(delay) === null
        ? t('moments.atOnce', { events: format.list(events) })
        : t('moments.later', { events: format.list(events), delay: format.delay(delay) })}
    </p>
  );
};
