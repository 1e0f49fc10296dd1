import { useWords } from '../../i18n/i18n.js';
import { EmptyState, ProgressBar } from '../../ui/page.js';
import type { RunDetail } from './run-page.js';

/** Why messages did not arrive, the most frequent first, and what to do about each. */
export const Reasons = ({ run: { failuresByReason, historyDeletedAt } }: { readonly run: RunDetail }) => {
  const { t, format } = useWords();
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
      {failuresByReason.map(({ reason, outcome, provider, count, advice }) => (
        <li key={`${provider} ${outcome} ${reason}`}>
          <div className="list-row-head">
            <strong>{reason}</strong>
            <strong className="numbers">{format.number(count)}</strong>
          </div>
          <ProgressBar label={reason} share={count / most} tone={outcome === 'INVALID_TOKEN' ? 'warn' : 'bad'} />
          <p className="quiet">
            {t(`outcome.${outcome}`)} · {t(`provider.${provider}`)}
          </p>
          {advice && <p>{advice}</p>}
        </li>
      ))}
    </ol>
  );
};
