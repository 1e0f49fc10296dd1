import { useWords } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { EmptyState, ProgressBar } from '../../ui/page.js';
import type { RunDetail } from './run-page.js';

/** Why messages did not arrive, the most frequent first, and what to do about each. */
export const Reasons = ({ run: { failuresByReason, historyDeletedAt } }: { readonly run: RunDetail }) => {
  const { t, format } = useWords();
  const { titleOf, recordOf, adviceOf } = useReasons();
  if (failuresByReason.length === 0) {
    return (
      <EmptyState title={t(historyDeletedAt ? 'runs.reasons.gone' : 'runs.reasons.none')}>
        {historyDeletedAt
          ? t('runs.reasons.gone.text', { at: format.date(historyDeletedAt) })
          : t('runs.reasons.none.text')}
      </EmptyState>
    );
  }
  const most = failuresByReason[0]?.count ?? 1;
  return (
    <ol className="reasons">
      {failuresByReason.map((failure) => {
        const { reason, outcome, provider, count } = failure;
        const about = [t(`outcome.${outcome}`), t(`provider.${provider}`), recordOf(failure)];
        const advice = adviceOf(failure);
        return (
          <li key={`${provider} ${outcome} ${reason}`}>
            <div className="list-row-head">
              <strong>{titleOf(failure)}</strong>
              <strong className="numbers">{format.number(count)}</strong>
            </div>
            <ProgressBar
              label={titleOf(failure)}
              share={count / most}
              tone={outcome === 'INVALID_TOKEN' ? 'warn' : 'bad'}
            />
            <p className="quiet">{about.filter(Boolean).join(' · ')}</p>
            {advice && <p>{advice}</p>}
          </li>
        );
      })}
    </ol>
  );
};
