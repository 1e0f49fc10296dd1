import { Play } from 'lucide-react';
import type { RunQuery } from '../../graph/generated/graphql.js';
import { serverNow } from '../../graph/server-time.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { Banner } from '../../ui/page.js';
import { expectedEnd } from './held.js';

type RunDetail = NonNullable<RunQuery['run']>;

const MINUTE_S = 60;

/** The speed now against its limit, and when the run is expected to end. */
export const Pace = ({ run }: { readonly run: RunDetail }) => {
  const { t, format } = useTranslation();
  const { speedLimit, speed, rate, throttledUntil } = run;
  const endsAt = expectedEnd(run, serverNow());
  const limit = speedLimit ?? null;
  const most = speed?.maxPerMinute ?? null;
  const words = [
    limit === null
      ? null
      : t('runs.pace', {
          now: format.number(Math.min(limit, Math.round((rate ?? 0) * MINUTE_S))),
          limit: format.number(limit),
        }),
    limit !== null && most !== null && most > limit ? t('runs.pace.grows', { limit: format.number(most) }) : null,
    throttledUntil ? t('runs.pace.next', { at: format.timeWithSeconds(throttledUntil) }) : null,
    endsAt === null ? null : t('runs.endsAt', { at: format.fullDateTime(endsAt) }),
  ].filter((part) => part !== null);
  return words.length > 0 && <p className="quiet numbers">{words.join(' · ')}</p>;
};

/** Whole minutes, at least one: the service counts in steps of seconds. */
const partsOf = (seconds: number) => {
  const minutes = Math.max(1, Math.round(seconds / MINUTE_S));
  return { days: 0, hours: Math.floor(minutes / MINUTE_S), minutes: minutes % MINUTE_S };
};

/** Says why the run paused by its own rule, and resumes it. */
export const Trouble = ({
  run: { speed, counts },
  isResuming,
  onResume,
}: {
  readonly run: RunDetail;
  readonly isResuming: boolean;
  /** Null for members who must not send. */
  readonly onResume: (() => void) | null;
}) => {
  const { t, format } = useTranslation();
  const failed = counts.failed + counts.invalidToken;
  const { share, window } = speed?.stopOnTrouble ?? {};
  const figures = { failed: format.number(failed), all: format.number(counts.sent + failed) };
  const rule =
    share === undefined || window === undefined
      ? null
      : { share: format.percent(share), time: format.delay(partsOf(window)) };
  return (
    <Banner
      kind="bad"
      title={t('runs.trouble')}
      action={
        onResume && (
          <Button size="small" icon={Play} isPending={isResuming} onPress={onResume}>
            {t('runs.trouble.resume')}
          </Button>
        )
      }
    >
      {rule && t('runs.trouble.rule', rule)} {t('runs.trouble.figures', figures)}
    </Banner>
  );
};
