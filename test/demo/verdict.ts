import type { ProviderName } from '../../src/providers/sender.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { LedgerEntry } from '../support/fakes/ledger.js';
import type { DemoDevice } from './audience.js';
import type { Language } from './texts.js';

/** An expected message. */
export interface Expectation {
  readonly device: DemoDevice;
  readonly title: string;
}

/** The fakes' record of one expected message, or of an unexpected one. */
export interface Arrival {
  readonly provider: ProviderName;
  /** null if the language was not meant for this device. */
  readonly language: Language | null;
}

export interface Verdict {
  /** Every expected message that arrived, counted once. */
  readonly arrived: readonly Arrival[];
  readonly missing: number;
  /** Repeated arrivals of the same message. */
  readonly doubled: number;
  /** Messages to a device that should not get one, or in the wrong language. */
  readonly unexpected: number;
}

const PAGE = 5_000;

/** Compares the expected messages with the fakes' ledger. */
export const compareWithLedger = async (fakes: Fakes, expected: readonly Expectation[]): Promise<Verdict> => {
  const open = new Map(expected.map((message) => [keyOf(message.device.target, message.title), message]));
  const found = new Set<string>();
  let doubled = 0;
  let unexpected = 0;
  for (const { target, title } of await readLedger(fakes)) {
    const key = keyOf(target, title ?? '');
    if (!open.has(key)) unexpected += 1;
    else if (found.has(key)) doubled += 1;
    else found.add(key);
  }
  const arrived = expected
    .filter(({ device, title }) => found.has(keyOf(device.target, title)))
    .map(({ device }) => ({ provider: device.app.provider, language: device.reads }));
  return { arrived, missing: expected.length - arrived.length, doubled, unexpected };
};

const keyOf = (target: string, title: string): string => `${target} ${title}`;

const readLedger = async (fakes: Fakes): Promise<LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (;;) {
    const page = await fakes.entries({ accepted: true, offset: entries.length, limit: PAGE });
    entries.push(...page);
    if (page.length < PAGE) return entries;
  }
};
