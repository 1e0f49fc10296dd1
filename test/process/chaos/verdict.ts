import { groupBy } from '../../../src/collections.js';
import type { LedgerEntry } from '../../support/fakes/ledger.js';
import type { Promised } from './load.js';

/** A message that arrived again. */
export interface Repeat {
  readonly key: string;
  /** Epoch ms of its first arrival. */
  readonly firstAt: number;
}

/** Compares the fakes' ledger with the expected messages. */
export interface Verdict {
  /** Expected messages that a provider never got. */
  readonly lost: readonly string[];
  /** Unexpected messages, and moments for which a device got more messages than expected. */
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
    // An auto-push message that is repeated after the full hour belongs to another run, and has another id.
    if (group.distinct > times && group.isKeyed && isExact) wrong.push(key);
    repeats.push(...group.firstAts.slice(times).map((firstAt) => ({ key, firstAt })));
  }
  return { lost, wrong, repeats };
};

/**
 * The largest number of repeated messages between one fault and the next. `faults` are in order, in epoch ms. The
 * figure is approximate: when two faults follow closely, the first is charged with all repetitions.
 */
export const mostAtOnce = (repeats: readonly Repeat[], faults: readonly { readonly at: number }[]): number => {
  const groups = groupBy(repeats, ({ firstAt }) => faults.findIndex(({ at }) => at + ON_ITS_WAY_MS >= firstAt));
  return Math.max(0, ...[...groups.values()].map((group) => group.length));
};

/** Messages that a process has handed over arrive even if it is killed. */
const ON_ITS_WAY_MS = 50;

const keyOf = ({ title, target }: Pick<LedgerEntry, 'title' | 'target'>): string => `${title} | ${target}`;

/**
 * Identifies the message: the `apns-id`, or the receipt, which names the run. A call to provider_b may carry neither.
 */
const idOf = ({ provider, messageId, receipt }: LedgerEntry): string | null =>
  provider === 'provider_c' ? messageId : receipt;

/** The distinct messages of one title to one target, with their first arrival; repeated ones come last. */
const toMessages = (group: readonly LedgerEntry[]) => {
  const isKeyed = group.every((entry) => idOf(entry) !== null);
  if (!isKeyed) return { isKeyed, distinct: group.length, firstAts: group.map(({ at }) => at) };
  const sames = [...groupBy(group, idOf).values()];
  const firsts = sames.map(([first]) => first?.at ?? 0);
  const agains = sames.flatMap(([first, ...others]) => others.map(() => first?.at ?? 0));
  return { isKeyed, distinct: sames.length, firstAts: [...firsts, ...agains] };
};
