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

/** The most moments that the graph returns at once, and ten pages of runs. */
const MOST = 500;
const MOST_RUNS = 1_000;
/** Campaigns that follow an event have a run for every hour, so they are shown only on demand. */
const BY_THE_CLOCK: readonly SchedulerKind[] = ['ONE_TIME', 'WEEKLY'];

export interface EntryFilter {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly appId: string | null;
  readonly kind: SchedulerKind | null;
  readonly state: State | null;
}

/** The moments and runs in a period. */
export const useEntries = ({ from, to, zone, appId, kind, state }: EntryFilter) => {
  const kinds = kind === null ? [...BY_THE_CLOCK] : [kind];
  const isWithoutPlanned = state !== null && state !== 'planned';
  const planned = usePageQuery(
    CalendarDocument,
    { from, to, where: { kind: kinds, appId } },
    { pause: isWithoutPlanned },
  );
  const statuses: readonly RunStatus[] | null = state === null ? null : statusesOf(state);
  const sent = useRuns(
    // A message that is sent at once has no campaign, and there may be thousands an hour.
    { dueFrom: from, dueBefore: to, kind: kinds, appId, status: statuses && [...statuses], sentAtOnce: false },
    state === 'planned',
  );
  const moments = isWithoutPlanned ? [] : (planned.data?.upcomingMoments ?? []);
  const entries: readonly Entry[] = inOrder([...toSent(sent.runs, zone), ...moments.map(toPlanned)]);
  return {
    entries,
    isLoading: planned.isLoading || sent.isLoading,
    isPrevious: (planned.isPrevious && !isWithoutPlanned) || sent.isPrevious,
    error: planned.error ?? sent.error,
    refresh: () => {
      planned.refresh();
      sent.refresh();
    },
    /** The limit that cut the entries off. Null if all of them are shown. */
    cutAt: moments.length >= MOST ? MOST : sent.isCut ? MOST_RUNS : null,
  };
};

interface Read {
  readonly question: string;
  readonly runs: readonly Run[];
  readonly after: string | null;
}

/** Reads all pages of runs. */
const useRuns = (where: RunWhereInput, pause: boolean) => {
  const question = JSON.stringify(where);
  const [read, setRead] = useState<Read>({ question, runs: [], after: null });
  const { runs, after }: Read = read.question === question ? read : { question, runs: [], after: null };
  const { data, isPrevious, isLoading, error, refresh } = usePageQuery(
    CalendarRunsDocument,
    { where, after },
    { pause },
  );
  const page = isPrevious || pause ? undefined : data?.runs;
  const all = page ? [...runs, ...page.nodes] : runs;
  const hasMore = page?.pageInfo.hasNextPage ?? false;
  const next = hasMore && all.length < MOST_RUNS ? (page?.pageInfo.endCursor ?? null) : null;
  useEffect(() => {
    if (next !== null) setRead({ question, runs: all, after: next });
  }, [question, next]);
  return {
    runs: all,
    isLoading: isLoading && all.length === 0,
    // A paused query has no answer to wait for.
    isPrevious: isPrevious && !pause,
    error,
    refresh,
    isCut: hasMore && next === null,
  };
};
