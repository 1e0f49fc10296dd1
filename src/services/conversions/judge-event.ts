import { groupBy } from '../../collections.js';
import { OPT_OUT_WINDOW_MS, RETIREMENT_WINDOW_MS } from '../../delivery/record/goal-events.js';
import type { GoalEventKind } from '../../entities/goal-event.js';
import { CONTROL_ARM, HOLDOUT_ARM } from '../../ports/experiment.js';
import type { Attribution, Goal } from '../../ports/goals.js';

/** A message to a unit, or one that it was left without for comparison (a ghost). Instants are epoch ms. */
export interface Touch {
  readonly runId: number;
  /** 0: the device is not known. */
  readonly deviceId: number;
  readonly unit: string;
  readonly variant: number | null;
  readonly sentAt: number;
  /** The provider took it. */
  readonly isAccepted: boolean;
  /** When it was clicked; null: it was not. */
  readonly clickedAt: number | null;
}

export interface JudgedEvent {
  /** The user or device that caused the event. */
  readonly subject: string;
  readonly deviceId: number;
  readonly code: string;
  readonly occurredAt: number;
  readonly valueOf: (goal: Goal) => number | null;
}

/** The goals of a run; a run without any is absent. */
export type GoalsOfRuns = ReadonlyMap<number, readonly Goal[]>;

/** An event reached a goal of a run. */
export interface Credit {
  readonly runId: number;
  /** The index of the goal. */
  readonly goal: number;
  readonly unit: string;
  readonly value: number | null;
  readonly attributed: boolean;
}

interface Evidence {
  readonly goals: GoalsOfRuns;
  readonly attribution: Attribution;
}

/**
 * The goals that an event reached: converted for every run that touched the unit within the goal's window, attributed for
 * one of them at most.
 * @param touches those of the subject, and of the device before it had a user
 */
export const judgeEvent = (event: JudgedEvent, touches: readonly Touch[], evidence: Evidence): Credit[] => {
  const before = touches.filter(({ sentAt }) => sentAt <= event.occurredAt);
  const converted = [...groupBy(before, ({ runId }) => runId)].flatMap(([runId, ofRun]) =>
    (evidence.goals.get(runId) ?? []).flatMap((goal, index) => {
      const since = event.occurredAt - goal.window * 1_000;
      const within = goal.event === event.code ? ofRun.filter(({ sentAt }) => sentAt > since) : [];
      const own = within.find(({ unit }) => unit === event.subject) ?? within[0];
      return own ? [{ runId, goal: index, unit: own.unit, value: event.valueOf(goal) }] : [];
    }),
  );
  const runs = new Set(converted.map(({ runId }) => runId));
  const winner = findAttributed(
    event,
    before.filter(({ runId }) => runs.has(runId)),
    evidence.attribution,
  );
  return converted.map((credit) => ({ ...credit, attributed: credit.runId === winner }));
};

const isGhost = ({ variant }: Touch): boolean => variant === CONTROL_ARM || variant === HOLDOUT_ARM;

/** The run of the last click, else that of the last message; null: both are too long ago. */
const findAttributed = (
  { occurredAt }: JudgedEvent,
  touches: readonly Touch[],
  { clickWindow, sendWindow }: Attribution,
): number | null => {
  const real = touches.filter((touch) => touch.isAccepted && !isGhost(touch));
  const clicks = real.flatMap(({ runId, clickedAt: at }) => (at === null ? [] : [{ runId, at }]));
  const sends = real.map(({ runId, sentAt: at }) => ({ runId, at }));
  const within = (seconds: number) => (one: Moment) => one.at <= occurredAt && one.at > occurredAt - seconds * 1_000;
  return lastOf(clicks.filter(within(clickWindow))) ?? lastOf(sends.filter(within(sendWindow)));
};

interface Moment {
  readonly runId: number;
  readonly at: number;
}

/** The later run wins if two moments are equal. */
const lastOf = (moments: readonly Moment[]): number | null => {
  const [last] = moments.toSorted((a, b) => b.at - a.at || b.runId - a.runId);
  return last?.runId ?? null;
};

const WINDOWS: Readonly<Record<Exclude<GoalEventKind, 'event'>, number>> = {
  opted_out: OPT_OUT_WINDOW_MS,
  retired: RETIREMENT_WINDOW_MS,
};

/** The last message before an opt-out or a retirement, or the last ghost, so that arms can be compared. */
export const judgeGuardrail = (
  { kind, occurredAt, deviceId }: { kind: keyof typeof WINDOWS; occurredAt: number; deviceId: number },
  touches: readonly Touch[],
): Touch | null => {
  const since = occurredAt - WINDOWS[kind];
  const within = touches.filter(
    (touch) =>
      touch.sentAt <= occurredAt && touch.sentAt > since && (kind === 'opted_out' || touch.deviceId === deviceId),
  );
  return within.toSorted((a, b) => b.sentAt - a.sentAt || b.runId - a.runId)[0] ?? null;
};

/** A device chooses its numbers: the sum of a few larger ones would exceed a double, and MySQL would refuse the step. */
const MAX_VALUE = 1e15;

/** A number from the data of an event. */
export const readValue = (data: string | null, { valueProperty }: Goal): number | null => {
  if (data === null || valueProperty === null) return null;
  const value: unknown = JSON.parse(data)[valueProperty];
  return typeof value === 'number' && Math.abs(value) <= MAX_VALUE ? value : null;
};
