import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { useConnection } from '../../graph/connection.js';
import { type SegmentNodeInput, SegmentReachDocument, type SegmentReachQuery } from '../../graph/generated/graphql.js';
import { messagesOf, userErrorText } from '../../graph/hooks.js';
import { useTranslation } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { useDebounced } from '../../ui/debounce.js';
import { Banner, Card, Skeleton } from '../../ui/page.js';

type Estimate = SegmentReachQuery['segmentEstimate'];

interface Known {
  readonly estimate: Estimate | null;
  readonly problems: readonly string[];
  /** The question that was answered, or that failed. */
  readonly asked: string | null;
}

const PAUSE_MS = 350;
const NOTHING: Known = { estimate: null, problems: [], asked: null };

/** Estimates a segment while it is edited. An outdated request is dropped. */
const useSegmentReach = (tree: SegmentNodeInput | null) => {
  const client = useClient();
  const { t } = useTranslation();
  const wanted = tree === null ? '' : JSON.stringify(tree);
  const settled = useDebounced(wanted, PAUSE_MS);
  const [exactFor, setExactFor] = useState<string | null>(null);
  const [known, setKnown] = useState(NOTHING);
  const exact = exactFor === settled;
  const { returns } = useConnection();
  useEffect(() => {
    if (settled === '') return setKnown(NOTHING);
    const asked = questionOf(settled, exact);
    const variables = { tree: JSON.parse(settled) as SegmentNodeInput, exact };
    const { unsubscribe } = client
      .query(SegmentReachDocument, variables, { requestPolicy: 'network-only' })
      .subscribe(({ data, error, stale }) => {
        if (stale) return;
        // A failure says nothing about the segment, so the last number stays.
        if (error || !data) {
          const problems = error ? messagesOf(t, error) : [];
          return setKnown((before) => ({ ...before, asked, problems }));
        }
        const estimate = data.segmentEstimate;
        const problems = estimate.userErrors.map((broken) => userErrorText(t, broken));
        setKnown({ asked, estimate: estimate.devices === null ? null : estimate, problems });
      });
    return unsubscribe;
  }, [client, settled, exact, returns, t]);
  const isCounting = wanted !== '' && known.asked !== questionOf(wanted, exactFor === wanted);
  return { ...known, isCounting, countExactly: () => setExactFor(settled) };
};

const questionOf = (tree: string, exact: boolean): string => JSON.stringify([tree, exact]);

/** How many devices the segment has now. `tree` is null while a condition is incomplete. */
export const SegmentReachCard = ({ tree }: { readonly tree: SegmentNodeInput | null }) => {
  const { t, format } = useTranslation();
  const { estimate, problems, isCounting, countExactly } = useSegmentReach(tree);
  const { devices, isExact = true, marginOfError = 0, activeDevices = 0 } = estimate ?? {};
  const count = devices ?? 0;
  return (
    <Card title={t('segments.reach')}>
      <div className="stack" aria-busy={isCounting}>
        {problems.length > 0 && <Banner kind="warn">{problems.join(' ')}</Banner>}
        {!estimate && isCounting && <Skeleton lines={2} />}
        {tree === null && <p className="quiet">{t('segments.reach.incomplete')}</p>}
        {tree !== null && estimate && (
          <>
            <p className="reach-number" data-stale={isCounting || undefined} role="status">
              <strong>
                {isExact ? format.number(count) : t('segments.reach.about', { count: format.number(count) })}
              </strong>{' '}
              {t(isExact ? 'reach.devices' : 'reach.devicesAbout', { count, margin: format.number(marginOfError) })}
            </p>
            <p className="quiet">{t('segments.reach.of', { count: format.number(activeDevices) })}</p>
            {isExact ? (
              <p className="quiet">{t('segments.reach.exact')}</p>
            ) : (
              <Button size="small" variant="quiet" onPress={countExactly} isPending={isCounting}>
                {t('reach.countExactly')}
              </Button>
            )}
          </>
        )}
      </div>
    </Card>
  );
};
