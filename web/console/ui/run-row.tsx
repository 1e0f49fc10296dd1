import { Link } from 'wouter';
import type { RunCardFragment } from '../graph/generated/graphql.js';
import { useWords } from '../i18n/i18n.js';
import { useRunStatus } from '../i18n/reasons.js';
import { ProgressBar } from './page.js';
import { RUN_TONES, RunBadge } from './status.js';

/** A run in a list: how far it has got, how fast, and how long it still takes. Leads to its page. */
export const RunRow = ({
  run,
  isOfCampaign = false,
}: {
  readonly run: RunCardFragment;
  /** Where the campaign is known: its moment is its name. */
  readonly isOfCampaign?: boolean;
}) => {
  const { t, format } = useWords();
  const status = useRunStatus()(run);
  const { counts, expectedTotal } = run;
  const done = counts.total - counts.retrying;
  const isLive = ['PLANNING', 'RUNNING', 'PAUSED'].includes(run.status);
  const failed = counts.failed + counts.invalidToken + counts.expired;
  return (
    <div className="list-row">
      <div className="list-row-head">
        <span className="row">
          <Link href={`/runs/${run.id}`} className="cell-name">
            {isOfCampaign ? format.fullDateTime(run.dueAt) : (run.scheduler?.name ?? t('state.deleted'))}
          </Link>
          <RunBadge status={run.status} />
        </span>
        <span className="quiet numbers">{isOfCampaign ? format.relative(run.dueAt) : format.dateTime(run.dueAt)}</span>
      </div>
      {isLive && expectedTotal ? (
        <ProgressBar label={t('run.progress')} share={done / expectedTotal} tone={RUN_TONES[run.status]} />
      ) : null}
      <div className="row quiet numbers">
        <span>
          {isLive && expectedTotal
            ? t('run.doneOf', { done: format.number(done), total: format.number(expectedTotal) })
            : t('run.sent', { count: counts.sent, number: format.number(counts.sent) })}
        </span>
        {failed > 0 && <span className="bad">{t('run.failed', { number: format.number(failed) })}</span>}
        {counts.retrying > 0 && <span>{t('run.retrying', { number: format.number(counts.retrying) })}</span>}
        {run.status === 'RUNNING' && run.rate ? (
          <span>{t('run.rate', { number: format.number(Math.round(run.rate)) })}</span>
        ) : null}
        {run.status === 'RUNNING' && typeof run.secondsLeft === 'number' && (
          <span>{t('run.left', { time: format.duration(run.secondsLeft) })}</span>
        )}
        {status !== null && <span>{status}</span>}
      </div>
    </div>
  );
};
