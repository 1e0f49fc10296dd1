import { useEffect, useState } from 'react';
import {
  CalendarDocument,
  CalendarRunsDocument,
  type RunStatus,
  type RunWhereInput,
  type SchedulerKind,
} from '../../graph/generated/graphql.js';
import { usePageQuery } from '../../graph/hooks.js';
import { type Entry, inOrder, type Run, type State, statusesOf, toPlanned, toSent } from './entries.js';

/** As many moments as the graph gives at once, and ten pages of runs. */
const MOST = 500;
const MOST_RUNS = 1_000;
/** Campaigns after an event have a run for every hour: they are shown on demand. */
const BY_THE_CLOCK: readonly SchedulerKind[] = ['ONE_TIME', 'WEEKLY'];

export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly appId: string | null;
  readonly kind: SchedulerKind | null;
  readonly state: State | null;
}

/** What is and was sent in a span of time. */
export const useEntries = ({ from, to, zone, appId, kind, state }: Asked) => {
  const kinds = kind === null ? [...BY_THE_CLOCK] : [kind];
  const isWithoutPlanned = state !== null && state !== 'planned';
  const planned = usePageQuery(
    CalendarDocument,
    { from, to, where: { kind: kinds, appId } },
    { pause: isWithoutPlanned },
  );
  const statuses: readonly RunStatus[] | null = state === null ? null : statusesOf(state);
  const sent = useRuns(
    { dueFrom: from, dueBefore: to, kind: kinds, appId, status: statuses && [...statuses] },
    state === 'planned',
  );
  const moments = isWithoutPlanned ? [] : (planned.data?.upcomingMoments ?? []);
  const entries: readonly Entry[] = inOrder([...toSent(sent.runs, zone), ...moments.map(toPlanned)]);
  return {
    entries,
    isLoading: planned.isLoading || sent.isLoading,
    isOfBefore: (planned.isOfBefore && !isWithoutPlanned) || sent.isOfBefore,
    error: planned.error ?? sent.error,
    refresh: () => {
      planned.refresh();
      sent.refresh();
    },
    /** Of how many only the first are shown; null: all are. */
    cutAt: moments.length >= MOST ? MOST : sent.isCut ? MOST_RUNS : null,
  };
};

interface Read {
  readonly question: string;
  readonly runs: readonly Run[];
  readonly after: string | null;
}

/** All runs, page after page. */
const useRuns = (where: RunWhereInput, pause: boolean) => {
  const question = JSON.stringify(where);
  const [read, setRead] = useState<Read>({ question, runs: [], after: null });
  const { runs, after }: Read = read.question === question ? read : { question, runs: [], after: null };
  const { data, isOfBefore, isLoading, error, refresh } = usePageQuery(
    CalendarRunsDocument,
    { where, after },
    { pause },
  );
  const page = isOfBefore || pause ? undefined : data?.runs;
  const all = page ? [...runs, ...page.nodes] : runs;
  const hasMore = page?.pageInfo.hasNextPage ?? false;
  const next = hasMore && all.length < MOST_RUNS ? (page?.pageInfo.endCursor ?? null) : null;
  useEffect(() => {
    if (next !== null) setRead({ question, runs: all, after: next });
  }, [question, next]);
  return {
    runs: all,
    isLoading: isLoading && all.length === 0,
    // A question that is not asked has no answer to wait for.
    isOfBefore: isOfBefore && !pause,
    error,
    refresh,
    isCut: hasMore && next === null,
  };
};
