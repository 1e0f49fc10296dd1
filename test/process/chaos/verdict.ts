import { groupBy } from '../../../src/collections.js';
import type { LedgerEntry } from '../../support/fakes/ledger.js';
import type { Promised } from './load.js';

/** A message that came once more. */
export interface Repeat {
  readonly key: string;
  /** Epoch ms at which it had come first. */
  readonly firstAt: number;
}

/** What the fake's ledger says about what was promised. */
export interface Verdict {
  /** Messages that a provider should have got and has not. */
  readonly lost: readonly string[];
  /** Messages that nobody promised, and moments that came to a device as more messages than there were moments. */
  readonly wrong: readonly string[];
  readonly repeats: readonly Repeat[];
}

/** @param entries accepted ones, in order of arrival. */
export const judge = (promised: readonly Promised[], entries: readonly LedgerEntry[]): Verdict => {
  const expected = new Map(
    promised.flatMap(({ title, targets, times, moments }) =>
      targets.map((target) => [keyOf({ title, target }), { times, isExact: moments !== null }] as const),
    ),
  );
  const groups = groupBy(entries, keyOf);
  const lost: string[] = [];
  const wrong = [...groups.keys()].filter((key) => !expected.has(key));
  const repeats: Repeat[] = [];
  for (const [key, { times, isExact }] of expected) {
    const group = toMessages(groups.get(key) ?? []);
    if (group.distinct < times) lost.push(key);
    // A message of auto-push that is repeated after the full hour belongs to another run, and has another id.
    if (group.distinct > times && group.isKeyed && isExact) wrong.push(key);
    repeats.push(...group.firstAts.slice(times).map((firstAt) => ({ key, firstAt })));
  }
  return { lost, wrong, repeats };
};

/**
 * How many of the messages that came first between one fault and the next came again, at most. `faults` in order, in
 * epoch ms. That is not quite what one fault has repeated: of two that follow closely the first gets it all.
 */
export const mostAtOnce = (repeats: readonly Repeat[], faults: readonly { readonly at: number }[]): number => {
  const groups = groupBy(repeats, ({ firstAt }) => faults.findIndex(({ at }) => at + ON_ITS_WAY_MS >= firstAt));
  return Math.max(0, ...[...groups.values()].map((group) => group.length));
};

/** What a process has handed over arrives although it was killed. */
const ON_ITS_WAY_MS = 50;

const keyOf = ({ title, target }: Pick<LedgerEntry, 'title' | 'target'>): string => `${title} | ${target}`;

/** Which message it is: the `apns-id`, or the receipt, which names the run. A call to provider_b may carry neither. */
const idOf = ({ provider, messageId, receipt }: LedgerEntry): string | null =>
  provider === 'provider_c' ? messageId : receipt;

/** Of one title for one target: how many different ones, and when each came first; those that came again stand last. */
const toMessages = (group: readonly LedgerEntry[]) => {
  const isKeyed = group.every((entry) => idOf(entry) !== null);
  if (!isKeyed) return { isKeyed, distinct: group.length, firstAts: group.map(({ at }) => at) };
  const sames = [...groupBy(group, idOf).values()];
  const firsts = sames.map(([first]) => first?.at ?? 0);
  const agains = sames.flatMap(([first, ...others]) => others.map(() => first?.at ?? 0));
  return { isKeyed, distinct: sames.length, firstAts: [...firsts, ...agains] };
};
