import type { Outcome } from '../../providers/sender.js';
import { UNUSABLE_KEYS } from '../../providers/webpush/foreign-key.js';
import { RefusalStreak } from './refusal-streak.js';

/** Messages without an answer after which a push service that has taken some is down; ten that it takes make up for one. */
const MISSES_TO_FALL = 20;
const TAKEN_FOR_A_MISS = 10;
/** First wait of one that has never taken a message, each twice the one before, and the longest. */
const STRANGER_WAIT_MS = 5_000;
const MAX_STRANGER_WAIT_MS = 3_600_000;
/** The same where it answers 429. */
const TOO_MANY_WAIT_MS = 60_000;
/** The same of one that refuses the application as it seems: good devices may wait for it, so that it is probed soon. */
const BLAMED_WAIT_MS = 1_000;
const MAX_BLAMED_WAIT_MS = 4_000;
/** Probed in vain this often, it really refuses the application, and waits longer. */
const MOST_QUICK_PROBES = 30;
const REALLY_BLAMED_WAIT_MS = 60_000;
/** The same of one that has taken some or says that it is broken, so that a real one is found to be back soon. */
const FALLEN_WAIT_MS = 1_000;
const MAX_FALLEN_WAIT_MS = 30_000;
/** One that falls again and again waits four times as long each time; so many messages taken make up for it. */
const TAKEN_TO_FORGIVE = 1_000;
const MAX_RELAPSES = 6;
/** Only a push service that has taken this many messages can speak for the application's credentials, */
const TAKEN_TO_BLAME = 100;
/** and only after this many probes of its most telling devices. */
const PROBES_TO_BLAME = 5;
/** Looked for so often in vain, within ten minutes and more, a name is given up. */
const NAMELESS_TO_GIVE_UP = 8;
/** Tried at once where a push service answers but has taken nothing; twice as many after each answer, up to a limit. */
const TRIED_WHERE_ANSWERED = 8;
const MOST_TRIED = 1_024;
const MOST_PROBED = 256;
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
  if (outcome.afterMs !== null || outcome.isUnsent) return 'nothing';
  return isAnswered ? 'broken' : 'silent';
};

/** What one application has heard from one push service, in this process. */
export class OriginState {
  /** Messages taken since it last fell. */
  taken = 0;
  /** It answers and has taken nothing: it refuses the devices that it was asked for. */
  isAnswering = false;
  /** It has refused devices of several networks and accepted none: the application may be why, and it is probed. */
  isBlamed = false;
  readonly streak = new RefusalStreak();
  private probes = 0;
  private plannedFor: number | null = null;
  private tried = TRIED_WHERE_ANSWERED;
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
    return this.isBlamed && this.takenEver >= TAKEN_TO_BLAME && this.probes >= PROBES_TO_BLAME;
  }

  /** Nobody has ever found its name. */
  get isNameless(): boolean {
    return this.takenEver === 0 && this.nameless >= NAMELESS_TO_GIVE_UP;
  }

  /** Messages that may be tried at once while it is not good. */
  get quota(): number {
    return this.hasAnswered ? this.tried : 1;
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
  hear({ words, now, reason, afterMs, accepted, refused }: Heard): boolean {
    const of = (word: Word): number => words.get(word) ?? 0;
    const missed = of('silent') + of('broken');
    const refusals = of('named') + of('refused');
    this.turnAt = null;
    if (of('taken') + refusals + of('broken') > 0) this.hasAnswered = true;
    if (of('taken') > 0) {
      const isNew = this.take(of('taken'));
      this.streak.accept(accepted, now);
      this.misses += missed;
      if (this.misses >= MISSES_TO_FALL) this.fall({ now, reason, afterMs });
      return isNew && this.isGood;
    }
    this.streak.refuse(refused);
    if (this.isGood) {
      this.misses += missed;
      if (this.misses >= MISSES_TO_FALL) this.fall({ now, reason, afterMs });
    } else if (missed > 0 || afterMs !== null) this.fail({ now, reason, afterMs });
    else if (refusals > 0) this.hearRefusals(refusals, { now, reason, afterMs });
    return false;
  }

  /** It refuses more devices than one visitor has, and nobody else is accepted. */
  blame(now: number, reason: string): void {
    this.isBlamed = true;
    this.taken = 0;
    this.failures = 0;
    this.probes = 0;
    this.fail({ now, reason, afterMs: null });
  }

  /** It answers, but pages cannot wait for it. */
  slowDown(now: number): void {
    this.fail({ now, reason: 'it refuses slowly', afterMs: null });
  }

  /** Returns true once per probe; that caller chooses the messages. */
  takeProbePlan(): boolean {
    if (!this.isBlamed || this.plannedFor === this.nextAt) return false;
    this.plannedFor = this.nextAt;
    return true;
  }

  private hearRefusals(count: number, trouble: Trouble): void {
    if (!this.isBlamed) {
      this.tried = Math.min(MOST_TRIED, Math.max(this.tried, 2 * count));
      this.isAnswering = true;
      return;
    }
    const tried = Math.min(MOST_PROBED, 2 * this.tried);
    this.probes += 1;
    this.fail(trouble);
    this.tried = tried;
  }

  private take(count: number): boolean {
    const wasGood = this.isGood;
    this.taken += count;
    this.takenEver += count;
    this.misses = Math.max(0, this.misses - count / TAKEN_FOR_A_MISS);
    this.failures = 0;
    this.nameless = 0;
    this.nextAt = 0;
    this.isAnswering = false;
    this.isBlamed = false;
    this.tried = TRIED_WHERE_ANSWERED;
    if (this.taken >= TAKEN_TO_FORGIVE) this.relapses = 0;
    return !wasGood;
  }

  private fall(trouble: Trouble): void {
    this.taken = 0;
    this.misses = 0;
    this.relapses = Math.min(MAX_RELAPSES, this.relapses + 1);
    this.fail(trouble);
  }

  private fail({ now, reason, afterMs }: Trouble): void {
    this.isAnswering = false;
    this.tried = TRIED_WHERE_ANSWERED;
    this.reason = reason;
    this.failures += 1;
    this.nameless = NO_SUCH_NAME.test(reason) ? this.nameless + 1 : 0;
    this.nextAt = now + Math.max(afterMs ?? 0, this.waitMs());
  }

  private waitMs(): number {
    const doubled = 2 ** Math.min(this.failures - 1, 10);
    if (this.isBlamed && this.probes > MOST_QUICK_PROBES) return REALLY_BLAMED_WAIT_MS;
    if (this.isBlamed) return Math.min(MAX_BLAMED_WAIT_MS, BLAMED_WAIT_MS * doubled);
    if (/^4/.test(this.reason)) return Math.min(MAX_STRANGER_WAIT_MS, TOO_MANY_WAIT_MS * doubled);
    const isBroken = this.takenEver > 0 || /^5/.test(this.reason);
    if (!isBroken) return Math.min(MAX_STRANGER_WAIT_MS, STRANGER_WAIT_MS * doubled);
    const first = FALLEN_WAIT_MS * 4 ** Math.max(0, this.relapses - 1);
    return Math.min(Math.max(first, MAX_FALLEN_WAIT_MS), first * doubled);
  }
}

interface Trouble {
  readonly now: number;
  /** Of a message that came back. */
  readonly reason: string;
  /** The time for which it asked. */
  readonly afterMs: number | null;
}

export interface Heard extends Trouble {
  readonly words: ReadonlyMap<Word, number>;
  /** Devices. */
  readonly accepted: readonly number[];
  /** Devices, refused without an explanation. */
  readonly refused: readonly number[];
}

export interface OriginTry {
  readonly origin: string;
  readonly deviceId: number;
  readonly outcome: Outcome;
}

/** The outcomes of one page at one push service. */
export const readTries = (tries: readonly OriginTry[]): Omit<Heard, 'now'> => {
  const words = new Map<Word, number>();
  const [accepted, refused]: [number[], number[]] = [[], []];
  let reason = '';
  let afterMs: number | null = null;
  for (const { outcome, deviceId } of tries) {
    const word = wordOf(outcome);
    words.set(word, (words.get(word) ?? 0) + 1);
    if (outcome.kind === 'sent') accepted.push(deviceId);
    if (word === 'refused') refused.push(deviceId);
    if (outcome.kind !== 'retry-after' && outcome.kind !== 'app-paused') continue;
    reason = outcome.reason;
    const isRefusal = word === 'refused' || word === 'named';
    if (outcome.afterMs !== null && !isRefusal) afterMs = Math.max(afterMs ?? 0, outcome.afterMs);
  }
  return { words, reason, afterMs, accepted, refused };
};

/** First wait of a message whose device was refused, each twice the one before, and the longest. */
const REFUSED_WAIT_MS = 60_000;
const MAX_REFUSED_WAIT_MS = 3_600_000;

/** The device is to blame once its push service has accepted others; until then the message is tried again. */
export const waitAfterRefusal = (reason: string, attempt: number): Outcome => {
  const afterMs = Math.min(MAX_REFUSED_WAIT_MS, REFUSED_WAIT_MS * 2 ** Math.min(attempt - 1, 10));
  return { kind: 'retry-after', reason, afterMs };
};
