import type { Code, Reason } from '../../providers/codes.js';
import type { Outcome } from '../../providers/sender.js';

/**
 * What one message shows about its push service. `device-refused`: the push service or the provider's rules name the
 * subscription as the reason. `refused`: the reason is unknown. `limited`: 429, for the device or for everybody. `none`:
 * the message does not count.
 */
export type Evidence = 'accepted' | 'device-refused' | 'refused' | 'limited' | 'broken' | 'silent' | 'none';

export const readEvidence = (outcome: Outcome): Evidence => {
  if (outcome.kind === 'sent') return 'accepted';
  const { code } = outcome;
  if (outcome.kind === 'invalid-token') return code === 'UNREGISTERED' ? 'accepted' : 'none';
  if (outcome.kind === 'app-paused') return code === 'UNUSABLE_KEYS' ? 'none' : 'refused';
  if (outcome.kind === 'failed' || outcome.isForeignKey) return 'device-refused';
  if (REFUSALS.has(code)) return 'refused';
  if (outcome.isUnsent) return 'none';
  if (code === 'TOO_MANY_REQUESTS') return 'limited';
  if (outcome.afterMs !== null) return 'none';
  return code === 'PROVIDER_FAILED' ? 'broken' : 'silent';
};

export const REFUSALS: ReadonlySet<Code> = new Set<Code>(['BAD_REQUEST', 'BAD_CREDENTIALS']);

/** The subscription or the application was refused, and not the message. */
export const isRefusal = (outcome: Outcome): boolean =>
  ('isForeignKey' in outcome && outcome.isForeignKey === true) || readEvidence(outcome) === 'refused';

export const isLimit = (outcome: Outcome): boolean => readEvidence(outcome) === 'limited';

export interface Attempt {
  readonly origin: string;
  readonly deviceId: number;
  readonly outcome: Outcome;
  /** The push service has answered devices of its group like this before, so it says little about the others. */
  readonly isSuspect?: boolean;
}

/** A message that came back. */
export interface Trouble {
  /** Null: no message came back. */
  readonly reason: Reason | null;
  /** The time for which the push service asked, in ms. */
  readonly afterMs: number | null;
}

/** The outcomes of messages to one push service that were sent together. */
export interface OriginOutcomes extends Trouble {
  readonly counts: Readonly<Record<Evidence, number>>;
  readonly acceptedIds: readonly number[];
  /** Devices that were refused without an explanation. */
  readonly refusedIds: readonly number[];
  /** Devices that got 429. */
  readonly limitedIds: readonly number[];
  /** 429 without Retry-After to devices that are not suspect. */
  readonly limitedMisses: number;
}

export const summarise = (attempts: readonly Attempt[]): OriginOutcomes => {
  const counts = { accepted: 0, 'device-refused': 0, refused: 0, limited: 0, broken: 0, silent: 0, none: 0 };
  const [acceptedIds, refusedIds, limitedIds]: [number[], number[], number[]] = [[], [], []];
  let limitedMisses = 0;
  let reason: Reason | null = null;
  let afterMs: number | null = null;
  for (const { outcome, deviceId, isSuspect } of attempts) {
    const evidence = readEvidence(outcome);
    counts[evidence] += 1;
    if (outcome.kind === 'sent') acceptedIds.push(deviceId);
    if (evidence === 'refused') refusedIds.push(deviceId);
    if (evidence === 'limited') limitedIds.push(deviceId);
    if (outcome.kind !== 'retry-after' && outcome.kind !== 'app-paused') continue;
    reason = { code: outcome.code, detail: outcome.detail };
    if (evidence === 'limited' && outcome.afterMs === null && !isSuspect) limitedMisses += 1;
    const isAboutDevice = evidence === 'refused' || evidence === 'device-refused';
    if (outcome.afterMs !== null && !isAboutDevice) afterMs = Math.max(afterMs ?? 0, outcome.afterMs);
  }
  return { counts, reason, afterMs, acceptedIds, refusedIds, limitedIds, limitedMisses };
};
