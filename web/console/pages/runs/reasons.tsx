import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/i18n.js';
import { useReasons } from '../../i18n/reasons.js';
import { EmptyState, ProgressBar } from '../../ui/page.js';
import { groupHeld, isHeld } from './held.js';
import type { RunDetail } from './run-page.js';

/** Why messages wait or failed, most frequent first, with advice. */
export const Reasons = ({ run }: { readonly run: RunDetail }) => (
  <div className="stack">
    <Held run={run} />
    {run.waitingByReason.some((waiting) => !isHeld(waiting)) && <Waiting run={run} />}
    {(run.failuresByReason.length > 0 || run.waitingByReason.length === 0) && <Failures run={run} />}
  </div>
);

const SHOWN_RETRIES = 10;

/** What rules hold on purpose, and until when. */
const Held = ({ run: { waitingByReason } }: { readonly run: RunDetail }) => {
  const { t, format } = useTranslation();
  const groups = groupHeld(waitingByReason);
  if (groups.length === 0) return null;
  const most = groups[0]?.count ?? 1;
  return (
    <section aria-label={t('runs.held')}>
      <h3>{t('runs.held')}</h3>
      <ol className="reasons">
        {groups.map(({ code, count, from, to }) => {
          const [first, last] = [format.fullDateTime(from), format.fullDateTime(to)];
          const until =
            first === last ? t('runs.held.at', { at: first }) : t('runs.held.over', { from: first, to: last });
          const entry = { reasonCode: code, count };
          return <Item key={code} entry={entry} bar={{ share: count / most, tone: 'warn' }} about={[until]} />;
        })}
      </ol>
    </section>
  );
};

const Waiting = ({ run }: { readonly run: RunDetail }) => {
  const waitingByReason = run.waitingByReason.filter((waiting) => !isHeld(waiting)).slice(0, SHOWN_RETRIES);
  const { t, format } = useTranslation();
  const { recordOf } = useReasons();
  return (
    <section aria-label={t('runs.waiting')}>
      <h3>{t('runs.waiting')}</h3>
      <ol className="reasons">
        {waitingByReason.map((waiting) => {
          const { provider, reason, count, nextTryAt } = waiting;
          const about = [
            t(`provider.${provider}`),
            t('runs.waiting.next', { at: format.fullDateTime(nextTryAt) }),
            recordOf(waiting),
          ];
          const share = count / (waitingByReason[0]?.count ?? 1);
          return <Item key={`${provider} ${reason}`} entry={waiting} bar={{ share, tone: 'warn' }} about={about} />;
        })}
      </ol>
    </section>
  );
};

const Failures = ({ run: { failuresByReason, waitingByReason, historyDeletedAt } }: { readonly run: RunDetail }) => {
  const { t, format } = useTranslation();
  const { recordOf } = useReasons();
  if (failuresByReason.length === 0) {
    return (
      <EmptyState
        title={t(historyDeletedAt ? 'runs.reasons.gone' : 'runs.reasons.none')}
        text={
          historyDeletedAt
            ? t('runs.reasons.gone.text', { at: format.date(historyDeletedAt) })
            : t('runs.reasons.none.text')
        }
      />
    );
  }
  const list = (
    <ol className="reasons">
      {failuresByReason.map((failure) => {
        const { reason, outcome, provider, count } = failure;
        const about = [t(`outcome.${outcome}`), t(`provider.${provider}`), recordOf(failure)];
        const share = count / (failuresByReason[0]?.count ?? 1);
        const tone = outcome === 'INVALID_TOKEN' ? 'warn' : 'bad';
        return <Item key={`${provider} ${outcome} ${reason}`} entry={failure} bar={{ share, tone }} about={about} />;
      })}
    </ol>
  );
  if (waitingByReason.length === 0) return list;
  return (
    <section aria-label={t('runs.notSent')}>
      <h3>{t('runs.notSent')}</h3>
      {list}
    </section>
  );
};

interface ItemParts {
  readonly entry: Parameters<ReturnType<typeof useReasons>['titleOf']>[0] & { readonly count: number };
  readonly bar: { readonly share: number; readonly tone: 'warn' | 'bad' };
  readonly about: readonly (string | null)[];
}

const Item = ({ entry, bar, about }: ItemParts): ReactNode => {
  const { format } = useTranslation();
  const { titleOf, adviceOf } = useReasons();
  const advice = adviceOf(entry);
  return (
    <li>
      <div className="list-row-head">
        <strong>{titleOf(entry)}</strong>
        <strong className="numbers">{format.number(entry.count)}</strong>
      </div>
      <ProgressBar label={titleOf(entry)} {...bar} />
      <p className="quiet">{about.filter(Boolean).join(' · ')}</p>
      {advice && <p>{advice}</p>}
    </li>
  );
};
