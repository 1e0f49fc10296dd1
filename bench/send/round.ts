import type { Fakes } from '../../test/support/fakes/fakes.js';

/** One contestant's figures in one round. */
export interface Round {
  /** The rate between the first arrival and the last. */
  readonly perSecond: number;
  /** Messages per second of the threads' CPU time, from the order to the last outcome. */
  readonly perCpuSecond: number;
  /** The peak of resident memory. */
  readonly peakMb: number;
  /** Messages that failed. */
  readonly lost: number;
}

const ENTRIES_AT_ONCE = 10_000;

/** Messages a second while `send` makes this many arrive. */
export const measureRate = async (fakes: Fakes, messages: number, send: () => Promise<void>): Promise<number> => {
  await send();
  return readRate(fakes, messages);
};

/** The same for messages that have already arrived. */
export const readRate = async (fakes: Fakes, messages: number): Promise<number> => {
  const [first] = await fakes.entries({ offset: 0, limit: 1, accepted: true });
  const last = await fakes.entries({
    offset: Math.max(0, messages - ENTRIES_AT_ONCE),
    limit: ENTRIES_AT_ONCE,
    accepted: true,
  });
  if (first === undefined) throw new Error('Nothing arrived.');
  const endedAt = last.reduce((latest, { at }) => Math.max(latest, at), first.at);
  return (messages * 1_000) / (endedAt - first.at);
};
