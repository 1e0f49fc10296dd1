import type { CalendarQuery, CalendarRunsQuery, RunStatus } from '../../graph/generated/graphql.js';
import { type Day, dayIn } from './zoned-days.js';

export type Moment = CalendarQuery['upcomingMoments'][number];
export type Run = CalendarRunsQuery['runs']['nodes'][number];

export const STATES = ['planned', 'sending', 'sent', 'failed'] as const;
export type State = (typeof STATES)[number];

export type View = 'week' | 'month';

/** One entry of a day in the calendar. */
export interface Entry {
  readonly key: string;
  /** Null if the campaign has been deleted. */
  readonly name: string | null;
  readonly state: State;
  readonly at: string;
  readonly lastAt: string;
  /** The upcoming moment. Null for past entries, which have `runs`. */
  readonly moment: Moment | null;
  readonly runs: readonly Run[];
}

const RUN_STATES: Readonly<Record<RunStatus, State>> = {
  PLANNING: 'sending',
  RUNNING: 'sending',
  PAUSED: 'sending',
  FINISHED: 'sent',
  CANCELLED: 'failed',
  MISSED: 'failed',
};

/** The statuses of runs that belong to a state. */
export const statusesOf = (state: State): readonly RunStatus[] =>
  (Object.keys(RUN_STATES) as RunStatus[]).filter((status) => RUN_STATES[status] === state);

export const toPlanned = (moment: Moment): Entry => ({
  key: `${moment.scheduler.id} ${moment.at}`,
  name: moment.scheduler.name,
  state: 'planned',
  at: moment.at,
  lastAt: moment.lastAt,
  moment,
  runs: [],
});

/**
 * Groups the runs of a campaign by day and state. One moment in local time has many runs, and a campaign that follows
 * an event has one for each hour.
 */
export const toSent = (runs: readonly Run[], zone: string): readonly Entry[] => {
  const groups = new Map<string, [Run, ...Run[]]>();
  for (const run of runs) {
    const day: Day = dayIn(run.dueAt, zone);
    const key = `${run.scheduler?.id ?? run.id} ${day} ${RUN_STATES[run.status]}`;
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups].map(([key, group]) => ({
    key,
    name: group[0].scheduler?.name ?? null,
    state: RUN_STATES[group[0].status],
    at: group[0].dueAt,
    lastAt: (group.at(-1) ?? group[0]).dueAt,
    moment: null,
    runs: group,
  }));
};

export const inOrder = (entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
