import { Link } from 'wouter';
import type { RunCardFragment } from '../graph/generated/graphql.js';
import { useTranslation } from '../i18n/i18n.js';
import { useRunStatus } from '../i18n/reasons.js';
import { ProgressBar } from './page.js';
import { useRunName } from './run-name.js';
import { RUN_TONES, RunBadge } from './status.js';

/** A run in a list, with its progress. */
export const RunRow = ({
  run,
  isOfCampaign = false,
}: {
  readonly run: RunCardFragment;
  /** Shows the moment as its name, because the page already names the campaign. */
  readonly isOfCampaign?: boolean;
}) => {
  const { t, format } = useTranslation();
  const status = useRunStatus()(run);
  const { nameOf, targetOf } = useRunName();
  const target = targetOf(run);
  const { counts, expectedTotal } = run;
  const done = counts.total - counts.retrying - counts.held;
  const isLive = ['PLANNING', 'RUNNING', 'PAUSED'].includes(run.status);
  const failed = counts.failed + counts.invalidToken + counts.expired;
  return (
    <div className="list-row">
      <div className="list-row-head">
        <span className="row">
          <Link href={`/runs/${run.id}`} className="cell-name">
            {isOfCampaign ? format.fullDateTime(run.dueAt) : nameOf(run)}
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
        {counts.held > 0 && <span>{t('run.held', { number: format.number(counts.held) })}</span>}
        {run.status === 'RUNNING' && run.rate ? (
          <span>{t('run.rate', { number: format.number(Math.round(run.rate)) })}</span>
        ) : null}
        {run.status === 'RUNNING' && typeof run.secondsLeft === 'number' && (
          <span>{t('run.left', { time: format.duration(run.secondsLeft) })}</span>
        )}
        {target !== null && <span>{target}</span>}
        {status !== null && <span>{status}</span>}
      </div>
    </div>
  );
};
