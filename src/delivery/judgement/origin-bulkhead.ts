import type { Code, Reason } from '../../providers/codes.js';
import { type OriginOutcomes, REFUSALS, type Trouble } from './origin-outcomes.js';
import { GroupReputations, RefusalStreak } from './refusals.js';
import { SlowLane } from './slow-lane.js';

/** Messages without an answer that open a closed bulkhead; ten accepted messages make up for one. */
const MISSES_TO_OPEN = 20;
const ACCEPTED_PER_MISS = 10;
/** The first wait of an origin that has never accepted a message, and the longest. Each wait doubles. */
const UNPROVEN_WAIT_MS = 5_000;
const MAX_UNPROVEN_WAIT_MS = 3_600_000;
/** The first wait after 429, and the longest pause between probes of devices that may not be limited. */
const TOO_MANY_WAIT_MS = 60_000;
/** Waits of an origin that seems to refuse the application. They are short, since good devices may wait too. */
const REFUSING_WAIT_MS = 1_000;
const MAX_REFUSING_WAIT_MS = 4_000;
/** An origin that refuses this many probes really refuses the application. */
const MAX_QUICK_PROBES = 30;
const SLOW_PROBE_WAIT_MS = 60_000;
/** Waits of an origin that has accepted messages before, or answers 5xx: it may be back soon. */
const BROKEN_WAIT_MS = 1_000;
const MAX_BROKEN_WAIT_MS = 30_000;
/** Each relapse makes the first wait four times as long; this many accepted messages make up for all of them. */
const ACCEPTED_TO_FORGIVE = 1_000;
const MAX_RELAPSES = 6;
/** An origin can pause the application after it has accepted this many messages and then refused this many probes. */
const ACCEPTED_TO_PAUSE_APP = 100;
const PROBES_TO_PAUSE_APP = 5;
/** Messages fail after this many look-ups of a name that does not exist, which take ten minutes or more. */
const LOOKUPS_TO_GIVE_UP = 8;
/** Messages of the first trial of an origin that answers, doubled by each trial up to a limit. */
const FIRST_TRIAL = 8;
const MAX_TRIAL = 1_024;
const MAX_PROBE = 256;
/** Answers after which an unproven origin waits as long as after 429. */
const SLOWED_BY: ReadonlySet<Code> = new Set<Code>([...REFUSALS, 'FOREIGN_KEY', 'TOO_MANY_REQUESTS']);

const LIMITED_BY: ReadonlySet<Code> = new Set<Code>(['TOO_MANY_REQUESTS', 'PUSH_SERVICE_WAITS']);

/**
 * The circuit breaker between one application and one push service (origin) in this process.
 * - closed: the origin accepts messages, so all of them go.
 * - half-open: the origin answers and has accepted none, so a growing number of them goes.
 * - open: messages wait, and a few of them probe the origin from `nextProbeAt` on. An unproven origin begins here.
 */
export class OriginBulkhead {
  /**
   * The bulkhead is open because the origin refuses devices of several networks, or answers 429: the application may be
   * the reason, or the devices.
   */
  isRefusing = false;
  /** The end of the wait that the last 429 asks for, epoch ms. Once believed, it applies to all devices. */
  limitedUntil = 0;
  /** Epoch ms before which an open bulkhead lets nothing through. */
  nextProbeAt = 0;
  /** When the next probe has its turn, epoch ms; null: none is planned. */
  turnAt: number | null = null;
  /** A refusing origin gets no further rows for its probe before this, epoch ms. */
  planAgainAt = 0;
  /** The largest number of messages of one page that waited for the origin. */
  crowd = 0;
  isProbing = false;
  /** Why a message came back last. */
  reason: Reason | null = null;
  /** Messages accepted since the bulkhead was last open. */
  accepted = 0;
  readonly streak = new RefusalStreak();
  /** Devices that got 429 since the origin last accepted a message. */
  readonly limits = new RefusalStreak();
  readonly reputations = new GroupReputations();
  readonly slowLane = new SlowLane();
  private answersOnly = false;
  private hasAnswered = false;
  private acceptedEver = 0;
  private probes = 0;
  private trialSize = FIRST_TRIAL;
  private misses = 0;
  private failures = 0;
  private lookups = 0;
  private relapses = 0;
  private beliefs = 0;
  private slots = 0;
  private slotTimer: NodeJS.Timeout | undefined;

  /** @param key names the application and the origin in `retry_send.held_for`. */
  constructor(readonly key: string) {}

  get isClosed(): boolean {
    return this.accepted > 0;
  }

  get isHalfOpen(): boolean {
    return this.answersOnly;
  }

  get mayPauseApp(): boolean {
    return (
      this.isRefusing &&
      !this.isLimited &&
      this.acceptedEver >= ACCEPTED_TO_PAUSE_APP &&
      this.probes >= PROBES_TO_PAUSE_APP
    );
  }

  /** The last message that came back got 429. */
  get isLimited(): boolean {
    return !this.isClosed && this.reason !== null && LIMITED_BY.has(this.reason.code);
  }

  /** The least informative devices for a probe. */
  get probeStreak(): RefusalStreak {
    return this.isLimited ? this.limits : this.streak;
  }

  /** While a 429 requests a wait, only devices of networks without a 429 may probe. */
  probesUntriedOnly(now: number): boolean {
    return this.isLimited && now < this.limitedUntil;
  }

  /** The name of the origin never resolved. */
  get isNameless(): boolean {
    return this.acceptedEver === 0 && this.lookups >= LOOKUPS_TO_GIVE_UP;
  }

  /** The number of messages in the next trial or probe. */
  get quota(): number {
    return this.hasAnswered ? this.trialSize : 1;
  }

  /** Rows of devices that are set aside have a key of their own. */
  get asideKey(): string {
    return `${this.key}.aside`;
  }

  holdSlots(count: number, timer: NodeJS.Timeout): void {
    this.slots = count;
    this.slotTimer = timer;
  }

  /** Returns the number of slots that the origin held. */
  freeSlots(): number {
    clearTimeout(this.slotTimer);
    const { slots } = this;
    this.slots = 0;
    return slots;
  }

  /** Returns true if these outcomes end the wait of messages: the bulkhead is newly closed or half-open. */
  recordOutcomes(outcomes: OriginOutcomes, now: number): boolean {
    const { counts } = outcomes;
    const { limited } = counts;
    const missed = counts.silent + counts.broken + outcomes.limitedMisses;
    const refused = counts.refused + counts['device-refused'];
    const { isClosed: wasClosed, isHalfOpen: wasHalfOpen } = this;
    this.turnAt = null;
    if (counts.accepted + refused + limited + counts.broken > 0) this.hasAnswered = true;
    if (counts.accepted > 0) {
      this.accept(counts.accepted);
      this.streak.recordAccepted(outcomes.acceptedIds, now);
      this.limits.clear();
    } else {
      this.streak.recordRefused(outcomes.refusedIds);
      this.limits.recordRefused(outcomes.limitedIds);
    }
    if (this.isClosed) this.countMisses(missed, outcomes, now);
    else if (this.isRefusing && refused + limited > 0) this.growProbe(outcomes, now);
    else if (missed + limited > 0 || outcomes.afterMs !== null) this.stayOpen(outcomes, now);
    else if (refused > 0) this.growTrial(refused);
    // The devices that waited for the origin come now.
    if (this.isClosed && !wasClosed) this.slowLane.recordOthers(now);
    return (this.isClosed && !wasClosed) || (this.isHalfOpen && !wasHalfOpen);
  }

  /** The origin refuses more devices than one visitor has, or answers 429, and accepts no others. */
  startRefusing(trouble: Trouble, now: number): void {
    this.isRefusing = true;
    this.accepted = 0;
    this.failures = 0;
    this.probes = 0;
    this.planAgainAt = 0;
    this.stayOpen(trouble, now);
  }

  /** The 429 answers apply to all devices, so nothing is sent to the origin until their wait is over. */
  believeLimit(): void {
    this.nextProbeAt = Math.max(this.nextProbeAt, this.limitedUntil);
    this.beliefs += 1;
  }

  /** The origin answers, but so slowly that pages cannot wait for it. */
  stopTrial(now: number): void {
    this.stayOpen({ reason: { code: 'SLOW_REFUSALS', detail: null }, afterMs: null }, now);
  }

  setBack(ms: number): void {
    this.nextProbeAt -= ms;
    this.planAgainAt -= ms;
    this.limitedUntil -= ms;
    this.limits.setBack(ms);
    this.streak.setBack(ms);
    this.slowLane.setBack(ms);
    if (this.turnAt !== null) this.turnAt -= ms;
  }

  private accept(count: number): void {
    this.accepted += count;
    this.acceptedEver += count;
    this.misses = Math.max(0, this.misses - count / ACCEPTED_PER_MISS);
    this.failures = 0;
    this.lookups = 0;
    this.beliefs = 0;
    this.limitedUntil = 0;
    this.nextProbeAt = 0;
    this.answersOnly = false;
    this.isRefusing = false;
    this.trialSize = FIRST_TRIAL;
    if (this.accepted >= ACCEPTED_TO_FORGIVE) this.relapses = 0;
  }

  private countMisses(missed: number, trouble: Trouble, now: number): void {
    this.misses += missed;
    if (this.misses < MISSES_TO_OPEN) return;
    this.accepted = 0;
    this.misses = 0;
    this.relapses = Math.min(MAX_RELAPSES, this.relapses + 1);
    this.stayOpen(trouble, now);
  }

  private growTrial(refused: number): void {
    this.trialSize = Math.min(MAX_TRIAL, Math.max(this.trialSize, 2 * refused));
    this.answersOnly = true;
  }

  /** A message without an answer among the refused ones does not make the next probe smaller. */
  private growProbe(trouble: Trouble, now: number): void {
    const nextSize = Math.min(MAX_PROBE, 2 * this.trialSize);
    this.probes += 1;
    this.stayOpen(trouble, now);
    this.trialSize = nextSize;
  }

  private stayOpen({ reason, afterMs }: Trouble, now: number): void {
    this.answersOnly = false;
    this.trialSize = FIRST_TRIAL;
    this.reason = reason;
    this.failures += 1;
    this.lookups = reason?.code === 'NAME_NOT_FOUND' ? this.lookups + 1 : 0;
    if (this.isLimited) this.limitedUntil = now + Math.max(afterMs ?? 0, this.limitMs());
    const isSoon = this.isRefusing && reason?.code === 'TOO_MANY_REQUESTS';
    this.nextProbeAt = now + Math.max(isSoon ? 0 : (afterMs ?? 0), this.waitMs());
  }

  private limitMs(): number {
    return Math.min(MAX_UNPROVEN_WAIT_MS, TOO_MANY_WAIT_MS * 2 ** Math.min(this.beliefs, 10));
  }

  private waitMs(): number {
    if (this.isRefusing && this.probes > MAX_QUICK_PROBES) return SLOW_PROBE_WAIT_MS;
    const [firstMs, longestMs] = this.waitBounds();
    return Math.min(longestMs, firstMs * 2 ** Math.min(this.failures - 1, 10));
  }

  private waitBounds(): [firstMs: number, longestMs: number] {
    if (this.isRefusing) return [REFUSING_WAIT_MS, this.isLimited ? TOO_MANY_WAIT_MS : MAX_REFUSING_WAIT_MS];
    const code = this.reason?.code;
    if (code && SLOWED_BY.has(code)) return [TOO_MANY_WAIT_MS, MAX_UNPROVEN_WAIT_MS];
    const isBroken = this.acceptedEver > 0 || code === 'PROVIDER_FAILED';
    if (!isBroken) return [UNPROVEN_WAIT_MS, MAX_UNPROVEN_WAIT_MS];
    const firstMs = BROKEN_WAIT_MS * 4 ** Math.max(0, this.relapses - 1);
    return [firstMs, Math.max(firstMs, MAX_BROKEN_WAIT_MS)];
  }
}
