import { lastUsed } from '../collections.js';
import type { Outcome, SenderApp } from './sender.js';

/** An answer that blames the token, but which wrong credentials (another team's, the other environment's) cause as well. */
export interface Mismatch {
  readonly kind: 'mismatch';
  readonly reason: string;
  readonly deadSince: number | null;
}

/** Fewer than these say nothing about the credentials. */
const ENOUGH_MISMATCHES = 10;
const MAX_APPS = 10_000;

/** Remembers which credentials have worked, and so whom to blame when a provider rejects most tokens of a batch. */
export class CredentialsTrust {
  /** Messages sent, by application and version of its credentials. */
  private readonly sent = lastUsed<string, number>(MAX_APPS);

  isProven(app: SenderApp): boolean {
    return (this.sent.get(keyOf(app)) ?? 0) > 0;
  }

  /**
   * Turns mismatches into dead tokens, unless more of them have come than these credentials ever delivered: then the
   * application pauses and no device is retired for its owner's mistake.
   */
  judge(app: SenderApp, results: readonly (Outcome | Mismatch)[]): Outcome[] {
    let mismatches = 0;
    let newlySent = 0;
    for (const { kind } of results) {
      if (kind === 'mismatch') mismatches += 1;
      else if (kind === 'sent') newlySent += 1;
    }
    const sent = this.addSent(app, newlySent);
    const isDoubtful = mismatches >= ENOUGH_MISMATCHES && mismatches > sent;
    return results.map((result) => (result.kind === 'mismatch' ? blame(result, isDoubtful) : result));
  }

  private addSent(app: SenderApp, count: number): number {
    const total = (this.sent.get(keyOf(app)) ?? 0) + count;
    this.sent.set(keyOf(app), total);
    return total;
  }
}

const blame = ({ reason, deadSince }: Mismatch, isDoubtful: boolean): Outcome =>
  isDoubtful
    ? { kind: 'app-paused', reason: `most tokens rejected: ${reason}`, afterMs: null }
    : { kind: 'invalid-token', reason, deadSince };

/** Caches are keyed by this: it changes whenever the credentials do. */
export const keyOf = (app: SenderApp): string => `${app.id}:${app.credentialsVersion}`;
