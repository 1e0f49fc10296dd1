import { useEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { useConnection } from '../../graph/connection.js';
import { ComposerReachDocument, type ComposerReachQuery, type ReachFragment } from '../../graph/generated/graphql.js';
import { messagesOf, userErrorText } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { useDebounced } from '../../ui/debounce.js';
import { Banner, Card, Skeleton } from '../../ui/page.js';
import type { ComposerState } from './state.js';
import { toAudienceInput } from './to-input.js';

type Estimate = NonNullable<ComposerReachQuery['audienceEstimate']['estimate']>;

export interface Reach {
  /** The last estimate. Null before the first one, and while the service rejects the filters. */
  readonly estimate: Estimate | null;
  /** The number of devices that the current filters reach. Null while it is not known. */
  readonly reached: number | null;
  readonly isCounting: boolean;
  readonly problems: readonly string[];
  /** The service rejects a campaign with these filters. */
  readonly isRefused: boolean;
  /** Replaces an estimate by an exact count, which may take some seconds. */
  readonly countExactly: () => void;
}

interface Known extends Pick<Reach, 'estimate' | 'problems' | 'isRefused'> {
  /** The last question that was answered, or that failed. */
  readonly asked: string | null;
  /** The filters of the estimate. */
  readonly of: string | null;
}

const NOTHING = { estimate: null, of: null, problems: [], isRefused: false };
const PAUSE_MS = 350;

/** Estimates the audience while the filters are edited. An outdated request is dropped. */
export const useReach = (state: ComposerState): Reach => {
  const isOnce = state.when.kind === 'NOW' || state.when.kind === 'ONCE';
  const filters = useMemo(
    () => JSON.stringify({ audience: toAudienceInput(state), externalIds: isOnce ? state.audience.externalIds : [] }),
    [state, isOnce],
  );
  const settled = useDebounced(filters, PAUSE_MS);
  /** The filters whose devices are counted exactly. Other filters are estimated again. */
  const [exactFor, setExactFor] = useState<string | null>(null);
  const exact = exactFor === settled;
  const { estimate, of, asked, problems, isRefused } = useEstimate(settled, exact);
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

const useEstimate = (filters: string, exact: boolean): Known => {
  const client = useClient();
  const { t } = useTranslation();
  const [known, setKnown] = useState<Known>({ ...NOTHING, asked: null });
  // A failed request is repeated once the network is back.
  const { returns } = useConnection();
  useEffect(() => {
    const asked = questionOf(filters, exact);
    const { audience, externalIds } = JSON.parse(filters);
    if (isEmpty(audience)) return setKnown({ ...NOTHING, asked });
    const variables = { audience, externalIds: externalIds.length > 0 ? externalIds : null, exact };
    const { unsubscribe } = client
      .query(ComposerReachDocument, variables, { requestPolicy: 'network-only' })
      .subscribe(({ data, error, stale }) => {
        if (stale) return;
        // A failure says nothing about the filters, so the last number stays.
        if (error || !data) {
          const problems = error ? messagesOf(t, error) : [];
          return setKnown((before) => ({ ...before, asked, problems, isRefused: false }));
        }
        const { estimate, userErrors } = data.audienceEstimate;
        const problems = userErrors.map((broken) => userErrorText(t, broken));
        setKnown({ asked, estimate, of: filters, problems, isRefused: userErrors.length > 0 });
      });
    return unsubscribe;
  }, [client, filters, exact, returns, t]);
  return known;
};

const questionOf = (filters: string, exact: boolean): string => JSON.stringify([filters, exact]);

const isEmpty = ({ apps }: ReturnType<typeof toAudienceInput>): boolean =>
  !apps.all && (apps.appIds ?? []).length + (apps.groupIds ?? []).length === 0;

/** Shows how many devices are reached, which filters exclude the others, and their languages. */
export const ReachCard = ({ reach }: { readonly reach: Reach }) => {
  const { estimate, reached, isCounting, problems, countExactly } = reach;
  const { t, format } = useTranslation();
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

/** Shows how many devices are reached, with the margin of an estimate. */
export const ReachNumber = ({
  estimate,
  isStale = false,
}: {
  readonly estimate: ReachFragment | null;
  readonly isStale?: boolean;
}) => {
  const { t, format } = useTranslation();
  const { reached: count = 0, exact = true, marginOfError = 0 } = estimate ?? {};
  return (
    <p className="reach-number" data-stale={isStale || undefined} role="status">
      <strong>{estimate ? format.number(count) : '–'}</strong>{' '}
      {t(exact ? 'reach.devices' : 'reach.devicesAbout', { count, margin: format.number(marginOfError) })}
    </p>
  );
};
