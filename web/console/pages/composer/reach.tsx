import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
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
  /** Another answer is on its way. */
  readonly isCounting: boolean;
  readonly problems: readonly string[];
  /** Where the answer is an estimate: every device, which may take some seconds. */
  readonly countExactly: () => void;
}

const NOTHING: Omit<Reach, 'countExactly'> = { estimate: null, isCounting: true, problems: [] };
const PAUSE_MS = 350;

/** Whom the filters reach, while they are typed. A question that is out of date is dropped. */
export const useReach = (state: ComposerState): Reach => {
  const client = useClient();
  const { t } = useWords();
  const [reach, setReach] = useState(NOTHING);
  const isOnce = state.when.kind === 'NOW' || state.when.kind === 'ONCE';
  const question = useMemo(
    () => JSON.stringify({ audience: toAudienceInput(state), externalIds: isOnce ? state.audience.externalIds : [] }),
    [state, isOnce],
  );
  const settled = useDebounced(question, PAUSE_MS);
  /** Which question is to be counted to the last device: another one is estimated again. */
  const [exactFor, setExactFor] = useState<string | null>(null);
  const exact = exactFor === settled;
  const running = useRef<{ unsubscribe(): void } | null>(null);
  useEffect(() => {
    const { audience, externalIds } = JSON.parse(settled);
    if (isEmpty(audience)) return setReach({ estimate: null, isCounting: false, problems: [] });
    setReach((before) => ({ ...before, isCounting: true }));
    running.current = client
      .query(
        ComposerReachDocument,
        { audience, externalIds: externalIds.length > 0 ? externalIds : null, exact },
        { requestPolicy: 'network-only' },
      )
      .subscribe(({ data, error, stale }) => {
        if (stale) return;
        const problems = error
          ? messagesOf(t, error)
          : (data?.audienceEstimate.userErrors ?? []).map((broken) => sayUserError(t, broken));
        setReach({ estimate: data?.audienceEstimate.estimate ?? null, isCounting: false, problems });
      });
    return () => running.current?.unsubscribe();
  }, [client, settled, exact, t]);
  return { ...reach, countExactly: () => setExactFor(settled) };
};

const isEmpty = ({ apps }: ReturnType<typeof toAudienceInput>): boolean =>
  !apps.all && (apps.appIds ?? []).length + (apps.groupIds ?? []).length === 0;

/** How many devices, where the others fall out, and what languages they speak. */
export const ReachCard = ({ reach }: { readonly reach: Reach }) => {
  const { estimate, isCounting, problems, countExactly } = reach;
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
            <ReachNumber estimate={estimate} isStale={isCounting} />
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
