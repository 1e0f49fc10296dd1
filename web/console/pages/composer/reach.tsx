import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useConnection } from '../../graph/connection.js';
import { ComposerReachDocument, type ComposerReachQuery, type ReachFragment } from '../../graph/generated/graphql.js';
import { messagesOf, sayUserError } from '../../graph/hooks.js';
import { useWords } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { useDebounced } from '../../ui/debounce.js';
import { Banner, Card, Skeleton } from '../../ui/page.js';
import type { ComposerState } from './state.js';
import { toAudienceInput } from './to-input.js';

type Estimate = NonNullable<ComposerReachQuery['audienceEstimate']['estimate']>;

export interface Reach {
  /** The last answer; null before the first one, and while the filters break a rule. */
  readonly estimate: Estimate | null;
  /** How many devices these filters reach; null: not known, whatever others reached. */
  readonly reached: number | null;
  /** Another answer is on its way. */
  readonly isCounting: boolean;
  readonly problems: readonly string[];
  /** The service takes no campaign with these filters. */
  readonly isRefused: boolean;
  /** Where the answer is an estimate: every device, which may take some seconds. */
  readonly countExactly: () => void;
}

interface Known extends Pick<Reach, 'estimate' | 'problems' | 'isRefused'> {
  /** Which question was answered last, if only by a failure; null: none yet. */
  readonly asked: string | null;
  /** Which filters the estimate is of. */
  readonly of: string | null;
}

const NOTHING = { estimate: null, of: null, problems: [], isRefused: false };
const PAUSE_MS = 350;

/** Whom the filters reach, while they are typed. A question that is out of date is dropped. */
export const useReach = (state: ComposerState): Reach => {
  const client = useClient();
  const { t } = useWords();
  const [known, setKnown] = useState<Known>({ ...NOTHING, asked: null });
  const isOnce = state.when.kind === 'NOW' || state.when.kind === 'ONCE';
  const filters = useMemo(
    () => JSON.stringify({ audience: toAudienceInput(state), externalIds: isOnce ? state.audience.externalIds : [] }),
    [state, isOnce],
  );
  const settled = useDebounced(filters, PAUSE_MS);
  /** Which filters are to be counted to the last device: others are estimated again. */
  const [exactFor, setExactFor] = useState<string | null>(null);
  const exact = exactFor === settled;
  // What was asked in vain is asked again once the network is back.
  const { returns } = useConnection();
  const running = useRef<{ unsubscribe(): void } | null>(null);
  useEffect(() => {
    const asked = questionOf(settled, exact);
    const { audience, externalIds } = JSON.parse(settled);
    if (isEmpty(audience)) return setKnown({ ...NOTHING, asked });
    running.current = client
      .query(
        ComposerReachDocument,
        { audience, externalIds: externalIds.length > 0 ? externalIds : null, exact },
        { requestPolicy: 'network-only' },
      )
      .subscribe(({ data, error, stale }) => {
        if (stale) return;
        // It says nothing about the filters: the last number stays.
        if (error || !data) {
          const problems = error ? messagesOf(t, error) : [];
          return setKnown((before) => ({ ...before, asked, problems, isRefused: false }));
        }
        const { estimate, userErrors } = data.audienceEstimate;
        setKnown({
          asked,
          estimate: estimate ?? null,
          of: settled,
          problems: userErrors.map((broken) => sayUserError(t, broken)),
          isRefused: userErrors.length > 0,
        });
      });
    return () => running.current?.unsubscribe();
  }, [client, settled, exact, returns, t]);
  const { estimate, of, asked, problems, isRefused } = known;
  const isCounting = asked !== questionOf(filters, exact);
  return {
    estimate,
    reached: of === filters ? (estimate?.reached ?? null) : null,
    isCounting,
    problems,
    isRefused: isRefused && !isCounting,
    countExactly: () => setExactFor(settled),
  };
};

const questionOf = (filters: string, exact: boolean): string => JSON.stringify([filters, exact]);

const isEmpty = ({ apps }: ReturnType<typeof toAudienceInput>): boolean =>
  !apps.all && (apps.appIds ?? []).length + (apps.groupIds ?? []).length === 0;

/** How many devices, where the others fall out, and what languages they speak. */
export const ReachCard = ({ reach }: { readonly reach: Reach }) => {
  const { estimate, reached, isCounting, problems, countExactly } = reach;
  const { t, format } = useWords();
  const all = estimate?.steps[0]?.remaining ?? 0;
  return (
    <Card title={t('reach.title')}>
      <div className="stack" aria-busy={isCounting}>
        {problems.length > 0 && <Banner kind="warn">{problems.join(' ')}</Banner>}
        {!estimate && isCounting && <Skeleton lines={5} />}
        {!estimate && !isCounting && problems.length === 0 && <p className="quiet">{t('reach.choose')}</p>}
        {estimate && (
          <>
            <ReachNumber estimate={estimate} isStale={isCounting || reached === null} />
            {!estimate.exact && (
              <Button size="small" variant="quiet" onPress={countExactly} isPending={isCounting}>
                {t('reach.countExactly')}
              </Button>
            )}
            <ol className="funnel">
              {estimate.steps.map(({ step, remaining, leftOut }) => (
                <li key={step} data-none={all === 0 || undefined}>
                  <span className="funnel-line">
                    <span>{t(`reach.step.${step}`)}</span>
                    <span className="numbers">
                      {leftOut > 0 && <span className="quiet">−{format.number(leftOut)}&ensp;</span>}
                      {format.number(remaining)}
                    </span>
                  </span>
                  <span className="funnel-bar" aria-hidden>
                    <span style={{ width: `${all === 0 ? 0 : (remaining / all) * 100}%` }} />
                  </span>
                </li>
              ))}
            </ol>
            {estimate.byLanguage.length > 0 && (
              <div>
                <h3 className="small-title">{t('reach.languages')}</h3>
                <ul className="reach-languages">
                  {estimate.byLanguage.slice(0, 8).map(({ language, deviceCount }) => (
                    <li key={language ?? ''}>
                      <span>{language ? format.language(language) : t('state.unknown')}</span>
                      <span className="numbers quiet">{format.number(deviceCount)}</span>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  );
};

/** How many devices it reaches; of an estimate also how far off that may be. */
export const ReachNumber = ({
  estimate,
  isStale = false,
}: {
  /** null: not known. */
  readonly estimate: ReachFragment | null;
  readonly isStale?: boolean;
}) => {
  const { t, format } = useWords();
  const { reached: count = 0, exact = true, marginOfError = 0 } = estimate ?? {};
  return (
    <p className="reach-number" data-stale={isStale || undefined} role="status">
      <strong>{estimate ? format.number(count) : '–'}</strong>{' '}
      {t(exact ? 'reach.devices' : 'reach.devicesAbout', { count, margin: format.number(marginOfError) })}
    </p>
  );
};
