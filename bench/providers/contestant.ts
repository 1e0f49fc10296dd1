import type { Credentials, ProviderName, Target } from '../../src/providers/sender.js';
import type { FakeAddresses } from '../../test/support/fakes/fakes.js';

/** The settings of a measured process. */
export interface Course {
  readonly provider: ProviderName;
  readonly addresses: FakeAddresses;
  /** The certificate of the fakes' authority; NODE_EXTRA_CA_CERTS names it too, for libraries. */
  readonly ca: string;
  readonly credentials: Credentials;
  /** Targets, used in rotation. There are at least as many as in a call or page. */
  readonly targets: readonly Target[];
}

/** One way to send, measured in its own process. */
export interface Contestant {
  /** Sends this many messages, or throws if one was not accepted. */
  send(count: number): Promise<void>;
  close(): Promise<void>;
}

export type OpenContestant = (course: Course) => Promise<Contestant>;

/** Parallel sends in the loops: Apple's stream limit, minus the margin at which Node's clients slow down. */
export const STREAMS = 900;

/**
 * Pages that our sender sends at once, like delivery. A provider_b call with 2,000 messages is a separate page.
 */
export const PAGES_AT_ONCE = 4;
/** Messages per page: four pages exceed the stream limit by a third, so few streams idle as a page ends. */
export const PAGE = 300;
/** The maximum that provider_b accepts in one call. */
export const IDS_PER_CALL = 2_000;

/** The same text for every contestant. */
export const TITLE = 'Spring sale';
export const TEXT = 'Everything must go – today! Come in and have a look, it is worth it. 🌷';
/** The key has the same length as ours. */
export const RECEIPT = `${'r'.repeat(60)}.${'s'.repeat(43)}`;

/** Runs `count` tasks, `limit` at a time. */
export const runMany = async (count: number, limit: number, task: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, run));
};

export const targetAt = <Kind extends Target['kind']>(
  targets: readonly Target[],
  index: number,
  kind: Kind,
): Extract<Target, { kind: Kind }> => {
  const target = targets[index % targets.length];
  if (target?.kind !== kind) throw new Error(`No target of kind ${kind}.`);
  return target as Extract<Target, { kind: Kind }>;
};
