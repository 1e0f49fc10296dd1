import type { ReasonCode, RunQuery } from '../../graph/generated/graphql.js';

type RunDetail = NonNullable<RunQuery['run']>;
type Waiting = RunDetail['waitingByReason'][number];

/** The reasons of rules that hold messages on purpose. All others wait for a retry. */
const HOLDING = ['BEST_HOUR', 'QUIET', 'CAPPED', 'VARIANT'] as const satisfies ReasonCode[];

export type HoldingCode = (typeof HOLDING)[number];

export interface HeldGroup {
  readonly code: HoldingCode;
  readonly count: number;
  /** The first release. */
  readonly from: string;
  /** The last release. */
  readonly to: string;
}

const codeOf = ({ reasonCode }: Pick<Waiting, 'reasonCode'>): HoldingCode | undefined =>
  HOLDING.find((code) => code === reasonCode);

export const isHeld = (waiting: Pick<Waiting, 'reasonCode'>): boolean => codeOf(waiting) !== undefined;

/** One group for each rule, the most messages first: their reasons differ by time zone, window and cap. */
export const groupHeld = (
  waiting: readonly Pick<Waiting, 'reasonCode' | 'count' | 'nextTryAt' | 'lastTryAt'>[],
): readonly HeldGroup[] =>
  HOLDING.flatMap((code) => {
    const ofRule = waiting.filter((one) => codeOf(one) === code);
    if (ofRule.length === 0) return [];
    const inOrder = (times: readonly string[]) => times.toSorted((a, b) => Date.parse(a) - Date.parse(b));
    return {
      code,
      count: ofRule.reduce((sum, { count }) => sum + count, 0),
      from: inOrder(ofRule.map(({ nextTryAt }) => nextTryAt))[0] ?? '',
      to: inOrder(ofRule.map(({ lastTryAt }) => lastTryAt)).at(-1) ?? '',
    };
  }).toSorted((a, b) => b.count - a.count);

/** The end of what is left to send, or the last release of a held message. Null while it is not known. */
export const expectedEnd = (
  { status, secondsLeft, waitingByReason }: Pick<RunDetail, 'status' | 'secondsLeft' | 'waitingByReason'>,
  now: number,
): number | null => {
  if (status !== 'RUNNING') return null;
  const released = waitingByReason.filter(isHeld).map(({ lastTryAt }) => Date.parse(lastTryAt));
  const ends = [...released, ...(secondsLeft == null ? [] : [now + secondsLeft * 1_000])];
  return ends.length === 0 ? null : Math.max(...ends);
};

/** Messages per second that a finished run sent or tried to send. Cancelled messages were never tried. */
export const meanRate = (
  { total, cancelled }: { readonly total: number; readonly cancelled: number },
  seconds: number,
) => Math.round((total - cancelled) / seconds);
