import type { Outcome } from '../../providers/sender.js';
import { UNUSABLE_KEYS } from '../../providers/webpush/foreign-key.js';

/** Messages without an answer after which a push service that has taken some is down; ten that it takes make up for one. */
const MISSES_TO_FALL = 20;
const TAKEN_FOR_A_MISS = 10;
/** First wait of one that has never taken a message, each twice the one before, and the longest. */
const STRANGER_WAIT_MS = 5_000;
const MAX_STRANGER_WAIT_MS = 3_600_000;
/** The same where it refuses. */
const REFUSED_WAIT_MS = 60_000;
/** The same of one that has taken some or says that it is broken, so that a real one is found to be back soon. */
const FALLEN_WAIT_MS = 1_000;
const MAX_FALLEN_WAIT_MS = 30_000;
/** One that falls again and again waits four times as long each time; so many messages taken make up for it. */
const TAKEN_TO_FORGIVE = 1_000;
const MAX_RELAPSES = 6;
/** Only a push service that has taken so many can speak for the application's credentials. */
const TAKEN_TO_BLAME = 100;
/** Looked for so often in vain, within ten minutes and more, a name is given up. */
const NAMELESS_TO_GIVE_UP = 8;
/** Tried at once where a push service answers, though it takes nothing: one of several may be the one that it takes. */
const TRIED_WHERE_ANSWERED = 8;
const NO_SUCH_NAME = /ENOTFOUND|ENODATA/;

/** What one try has shown of a push service. */
export type Word = 'taken' | 'named' | 'refused' | 'broken' | 'silent' | 'nothing';

/** Reasons begin with the status that was answered; what has none was never answered. */
export const wordOf = (outcome: Outcome): Word => {
  if (outcome.kind === 'sent') return 'taken';
  const isAnswered = /^\d{3}/.test(outcome.reason);
  if (outcome.kind === 'invalid-token') return isAnswered ? 'taken' : 'nothing';
  if (outcome.kind === 'app-paused') return outcome.reason === UNUSABLE_KEYS ? 'nothing' : 'refused';
  if (outcome.kind === 'failed' || outcome.isForeignKey) return 'named';
  if (/^4(?!29)/.test(outcome.reason)) return 'refused';
  if (outcome.afterMs !== null || /^aborted|^shutting/.test(outcome.reason)) return 'nothing';
  return isAnswered ? 'broken' : 'silent';
};

/** What one application has heard from one push service, in this process. */
export class OriginState {
  /** Messages taken since it last fell. */
  taken = 0;
  /** It answers, and takes nothing: it explains why by the subscription, or refuses for good. */
  isNamed = false;
  private takenEver = 0;
  private misses = 0;
  private failures = 0;
  private nameless = 0;
  private relapses = 0;
  private hasAnswered = false;
  /** Epoch ms before which it is not tried. */
  nextAt = 0;
  /** When somebody is to try it, epoch ms; null: nobody is. */
  turnAt: number | null = null;
  /** Messages of a page that waited for it, at most. */
  crowd = 0;
  isUnderWay = false;
  reason = '';
  private places = 0;
  private placeTimer: NodeJS.Timeout | undefined;

  /** @param key of the application and this push service in `retry_send.held_for`. */
  constructor(readonly key: string) {}

  get isGood(): boolean {
    return this.taken > 0;
  }

  /** It refuses, and the application's credentials may be why. */
  get mayBlameApp(): boolean {
    return this.takenEver >= TAKEN_TO_BLAME;
  }

  /** Nobody has ever found its name. */
  get isNameless(): boolean {
    return this.takenEver === 0 && this.nameless >= NAMELESS_TO_GIVE_UP;
  }

  /** Messages that may be tried at once while it is not good. */
  get quota(): number {
    return this.hasAnswered ? TRIED_WHERE_ANSWERED : 1;
  }

  /** @param timer that frees them. */
  takePlaces(count: number, timer: NodeJS.Timeout): void {
    this.places = count;
    this.placeTimer = timer;
  }

  /** Returns how many it had. */
  freePlaces(): number {
    clearTimeout(this.placeTimer);
    const { places } = this;
    this.places = 0;
    return places;
  }

  /** True if it has just become good. */
  hear(words: ReadonlyMap<Word, number>, { now, reason, afterMs }: Heard): boolean {
    const of = (word: Word): number => words.get(word) ?? 0;
    this.turnAt = null;
    if (of('taken') + of('named') + of('refused') + of('broken') > 0) this.hasAnswered = true;
    if (of('taken') > 0) {
      const isNew = this.take(of('taken'));
      this.misses += of('silent') + of('broken');
      if (this.misses >= MISSES_TO_FALL) this.fall({ now, reason, afterMs });
      return isNew && this.isGood;
    }
    if (of('named') > 0 && !this.isGood) this.isNamed = true;
    if (this.isGood) {
      this.misses += of('silent') + of('broken');
      if (of('refused') > 0 || this.misses >= MISSES_TO_FALL) this.fall({ now, reason, afterMs });
    } else if (of('silent') + of('broken') + of('refused') > 0 || afterMs !== null) this.fail({ now, reason, afterMs });
    return false;
  }

  private take(count: number): boolean {
    const wasGood = this.isGood;
    this.taken += count;
    this.takenEver += count;
    this.misses = Math.max(0, this.misses - count / TAKEN_FOR_A_MISS);
    this.failures = 0;
    this.nameless = 0;
    this.nextAt = 0;
    this.isNamed = false;
    if (this.taken >= TAKEN_TO_FORGIVE) this.relapses = 0;
    return !wasGood;
  }

  private fall(heard: Heard): void {
    this.taken = 0;
    this.misses = 0;
    this.relapses = Math.min(MAX_RELAPSES, this.relapses + 1);
    this.fail(heard);
  }

  private fail({ now, reason, afterMs }: Heard): void {
    this.isNamed = false;
    this.reason = reason;
    this.failures += 1;
    this.nameless = NO_SUCH_NAME.test(reason) ? this.nameless + 1 : 0;
    this.nextAt = now + Math.max(afterMs ?? 0, this.waitMs());
  }

  private waitMs(): number {
    const doubled = 2 ** Math.min(this.failures - 1, 10);
    if (/^4/.test(this.reason)) return Math.min(MAX_STRANGER_WAIT_MS, REFUSED_WAIT_MS * doubled);
    const isBroken = this.takenEver > 0 || /^5/.test(this.reason);
    if (!isBroken) return Math.min(MAX_STRANGER_WAIT_MS, STRANGER_WAIT_MS * doubled);
    const first = FALLEN_WAIT_MS * 4 ** Math.max(0, this.relapses - 1);
    return Math.min(Math.max(first, MAX_FALLEN_WAIT_MS), first * doubled);
  }
}

export interface Heard {
  readonly now: number;
  /** Of a message that came back. */
  readonly reason: string;
  /** What it asked for. */
  readonly afterMs: number | null;
}
