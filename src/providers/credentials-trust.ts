import { lastUsed } from '../collections.js';
import { inContext, type Reason } from './codes.js';
import type { Outcome, SenderApp } from './sender.js';

/** An answer that blames the token, although credentials of another team or environment cause it too. */
export interface Mismatch extends Reason {
  readonly kind: 'mismatch';
  readonly deadSince: number | null;
}

/** Fewer mismatches say nothing about the credentials. */
const ENOUGH_MISMATCHES = 10;
const MAX_APPS = 10_000;

/** Remembers which credentials have worked, to decide who is at fault when most tokens of a batch are rejected. */
export class CredentialsTrust {
  /** Number of messages sent, by application and credentials version. */
  private readonly sent = lastUsed<string, number>(MAX_APPS);

  isProven(app: SenderApp): boolean {
    return (this.sent.get(keyOf(app)) ?? 0) > 0;
  }

  /**
   * Treats mismatches as dead tokens, unless they outnumber all messages that these credentials have delivered. In that
   * case the application pauses, so no device is retired for a mistake of its owner.
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

const blame = (mismatch: Mismatch, isDoubtful: boolean): Outcome =>
  isDoubtful
    ? { kind: 'app-paused', ...inContext('MOST_TOKENS', mismatch), afterMs: null }
    : { ...mismatch, kind: 'invalid-token' };

/** A cache key that changes with the credentials. */
export const keyOf = (app: SenderApp): string => `${app.id}:${app.credentialsVersion}`;
