import { createHash } from 'node:crypto';
import { getOrInsert, groupBy, lastUsed } from '../../collections.js';
import type { Clock } from '../../ports/clock.js';
import type { Reason } from '../../providers/codes.js';
import { AppOrigins, hasTurn, type Kind, kindOf, type OriginPatience } from './app-origins.js';
import { OriginBulkhead } from './origin-bulkhead.js';
import { type Attempt, isLimit, summarise, type Trouble } from './origin-outcomes.js';

const MAX_APPS = 10_000;
/** Bulkheads that are not closed, of all applications. */
const MAX_OTHERS = 20_000;
const MAX_REFUSING = 1_000;
/** Half-open origins that one page may try. Each costs a connection. */
export const MAX_TRIALS = 8;
/** The share of the probe slots that is reserved for origins that many messages wait for. */
const CROWD_SHARE = 0.25;
/** A silent origin frees its slots after this time. Its message keeps waiting for the answer. */
const SLOT_LASTS_MS = 3_000;
/** The wait of a row whose turn came while all slots were taken. */
const SLOT_RETRY_MS = 2_000;
/** A refusing origin gets the rows of its next probe at most once in this time. */
const PLAN_EVERY_MS = 2_000;
/** Rows that are not probes are checked again after one to two of these intervals. */
const LOOK_EVERY_MS = 60_000;

/** The push services of all applications that this process knows. */
export interface OriginCounts {
  readonly proven: number;
  readonly others: number;
  /** Unproven origins that were not probed yet. */
  readonly waiting: number;
}

/** Reports what is wrong with push services. */
interface Troubles {
  begin(whose: Whose, trouble: { readonly trouble: 'down' | 'refusing' } & (Reason | typeof NO_REASON)): void;
  end(whose: Whose): void;
}

interface Whose {
  readonly appId: number;
  readonly provider: string;
  readonly pushService: string;
}

/** An origin that may be refusing the whole application. */
interface SuspectOrigin {
  readonly origin: string;
  readonly bulkhead: OriginBulkhead;
  readonly reason: Reason | null;
}

/** An origin that may be limiting the whole application. */
interface LimitedOrigin extends Pick<SuspectOrigin, 'origin' | 'bulkhead'> {
  readonly trouble: Trouble;
}

interface Refusing {
  readonly appId: number;
  readonly bulkhead: OriginBulkhead;
}

/**
 * One bulkhead for each application and push service. A device chooses its push service, so only push services that have
 * accepted messages may share pages; the others are probed a few at a time.
 */
export class Bulkheads {
  private readonly apps = lastUsed<number, AppOrigins>(MAX_APPS);
  private readonly others = lastUsed<string, OriginBulkhead>(MAX_OTHERS);
  private readonly refusing = lastUsed<string, Refusing>(MAX_REFUSING);
  private slotsTaken = 0;

  constructor(
    private readonly deps: {
      readonly clock: Clock;
      readonly random: () => number;
      /** Messages that may probe at once in this process. */
      readonly slots: number;
      readonly originPatience?: OriginPatience;
      readonly troubles?: Troubles;
    },
  ) {}

  of(appId: number, origin: string): OriginBulkhead {
    const make = (): OriginBulkhead => new OriginBulkhead(`${appId}.${hashOf(origin)}`);
    return this.apps.get(appId)?.closedAt(origin) ?? getOrInsert(this.others, nameOf(appId, origin), make);
  }

  hasClosed(appId: number): boolean {
    return this.appOf(appId).hasClosed;
  }

  /** Returns the keys whose rows may go: all of closed bulkheads, and as many of half-open ones as a page tries. */
  findPassable(appId: number, keys: ReadonlySet<string>): string[] {
    const closed = this.appOf(appId).closedOnes();
    const passable = closed.map(({ key }) => key).filter((key) => keys.has(key));
    let trials = 0;
    for (const { isHalfOpen, key } of this.others.values()) {
      if (!isHalfOpen || !keys.has(key)) continue;
      passable.push(key);
      trials += 1;
      if (trials === MAX_TRIALS) break;
    }
    return passable;
  }

  /** The name of the origin does not resolve although another origin accepts messages, so the network works. */
  isGivenUp(appId: number, bulkhead: OriginBulkhead): boolean {
    return bulkhead.isNameless && this.deps.clock.now() < bulkhead.nextProbeAt && this.hasClosed(appId);
  }

  /** How long a page may wait for its probes, ms. */
  patience(appId: number, kind: Kind): number {
    return this.appOf(appId).patience(kind);
  }

  spendPatience(appId: number, kind: Kind, ms: number): void {
    this.appOf(appId).spendPatience(kind, ms);
  }

  /** When the waiting messages of a page are checked again: the one that will probe, and the others. Epoch ms. */
  schedule(appId: number, bulkhead: OriginBulkhead, crowd: number): { first: number; others: number } {
    const now = this.deps.clock.now();
    bulkhead.crowd = Math.max(bulkhead.crowd, crowd);
    const earliest = Math.max(bulkhead.nextProbeAt, now + LOOK_EVERY_MS);
    const others = Math.ceil(earliest + this.deps.random() * LOOK_EVERY_MS);
    if (now < bulkhead.nextProbeAt || bulkhead.isProbing) return { first: others, others };
    const isPlanned = hasTurn(bulkhead, now);
    const first = this.appOf(appId).turnOf(bulkhead, now);
    return { first: isPlanned && first > now ? others : first, others };
  }

  /** When rows that could not probe are checked again, epoch ms. */
  nextLookAt(appId: number, bulkhead: OriginBulkhead, crowd: number): number {
    const now = this.deps.clock.now();
    const { others } = this.schedule(appId, bulkhead, crowd);
    if (bulkhead.turnAt === null || bulkhead.isProbing) return others;
    return bulkhead.turnAt > now ? bulkhead.turnAt : now + SLOT_RETRY_MS;
  }

  /**
   * Takes slots for a probe. Returns how many of the waiting messages may go now; if any, call `release` afterwards.
   * @param isFirst the probe belongs to a page that waits for it, so it needs no turn.
   */
  acquire(
    appId: number,
    bulkhead: OriginBulkhead,
    { waiting, isFirst = false, crowd = 0 }: { waiting: number; isFirst?: boolean; crowd?: number },
  ): number {
    const { slots, clock } = this.deps;
    const now = clock.now();
    bulkhead.crowd = Math.max(bulkhead.crowd, crowd);
    const most = kindOf(bulkhead.crowd) === 'crowd' ? slots : Math.max(1, Math.floor(slots * (1 - CROWD_SHARE)));
    const free = most - this.slotsTaken;
    if (bulkhead.isProbing || now < bulkhead.nextProbeAt || free <= 0) return 0;
    const needsTurn = !isFirst && !bulkhead.isRefusing;
    if (needsTurn && this.appOf(appId).turnOf(bulkhead, now) > now) return 0;
    const count = Math.min(waiting, bulkhead.quota, free);
    bulkhead.isProbing = true;
    bulkhead.turnAt = null;
    this.slotsTaken += count;
    bulkhead.holdSlots(count, setTimeout(() => this.freeSlots(bulkhead), SLOT_LASTS_MS).unref());
    return count;
  }

  release(bulkhead: OriginBulkhead): void {
    bulkhead.isProbing = false;
    bulkhead.planAgainAt = 0;
    this.freeSlots(bulkhead);
  }

  get isFull(): boolean {
    return this.slotsTaken >= this.deps.slots;
  }

  /** A part of a page may probe a refusing origin from `nextProbeAt` on, without slots. */
  canProbeRefusing({ isRefusing, isProbing, nextProbeAt }: OriginBulkhead): boolean {
    return isRefusing && !isProbing && this.deps.clock.now() >= nextProbeAt;
  }

  /** Rows that say more about a refusing origin were released for its next probe. */
  isPlanned({ isRefusing, planAgainAt }: OriginBulkhead): boolean {
    return isRefusing && this.deps.clock.now() < planAgainAt;
  }

  /** Refusing origins that need rows for their next probe. Each is returned again after 2 s, until it is probed. */
  takeProbesToPlan(): Refusing[] {
    const now = this.deps.clock.now();
    const due = [...this.refusing.values()].filter(
      ({ bulkhead }) => this.canProbeRefusing(bulkhead) && now >= bulkhead.planAgainAt,
    );
    for (const { bulkhead } of due) bulkhead.planAgainAt = now + PLAN_EVERY_MS;
    return due;
  }

  /** Returns the keys of origins whose messages need not wait any longer. */
  recordOutcomes(appId: number, attempts: readonly Attempt[]): string[] {
    const passable: string[] = [];
    for (const [origin, group] of groupBy(attempts, (attempt) => attempt.origin)) {
      const bulkhead = this.of(appId, origin);
      const { isClosed: wasClosed, isRefusing: wasRefusing } = bulkhead;
      const outcomes = summarise(group);
      if (bulkhead.recordOutcomes(outcomes, this.deps.clock.now())) passable.push(bulkhead.key);
      const hasOthers = wasClosed || kindOf(bulkhead.crowd) === 'crowd';
      if (bulkhead.isLimited && hasOthers) this.startLimiting(bulkhead, { appId, trouble: outcomes });
      bulkhead.crowd = 0;
      if (wasClosed !== bulkhead.isClosed) this.move(appId, origin, bulkhead);
      if (!bulkhead.isRefusing) this.refusing.delete(bulkhead.key);
      const whose = { appId, provider: 'webpush', pushService: origin };
      if (bulkhead.isClosed && (!wasClosed || wasRefusing)) this.deps.troubles?.end(whose);
      if (bulkhead.isClosed || !wasClosed) continue;
      this.deps.troubles?.begin(whose, { trouble: 'down', ...(bulkhead.reason ?? NO_REASON) });
    }
    return passable;
  }

  /** Returns the origins just tried that may be refusing the whole application. */
  takeSuspects(appId: number, attempts: readonly Attempt[]): SuspectOrigin[] {
    const now = this.deps.clock.now();
    return [...groupBy(attempts, ({ origin }) => origin)].flatMap(([origin, group]) => {
      const bulkhead = this.of(appId, origin);
      if (bulkhead.isRefusing || !bulkhead.streak.takeLongStreak(now)) return [];
      return [{ origin, bulkhead, reason: summarise(group).reason }];
    });
  }

  /** Stops all messages to the origin except probes. */
  startRefusing(appId: number, { origin, bulkhead, reason }: SuspectOrigin): void {
    bulkhead.startRefusing({ reason, afterMs: null }, this.deps.clock.now());
    const whose = { appId, provider: 'webpush', pushService: origin };
    this.deps.troubles?.begin(whose, { trouble: 'refusing', ...(reason ?? NO_REASON) });
    this.refusing.set(bulkhead.key, { appId, bulkhead });
    this.move(appId, origin, bulkhead);
  }

  /** Returns the origins just tried whose 429 answers may be for all devices. */
  takeLimited(appId: number, attempts: readonly Attempt[]): LimitedOrigin[] {
    const now = this.deps.clock.now();
    return [...groupBy(attempts, ({ origin }) => origin)].flatMap(([origin, group]) => {
      const bulkhead = this.of(appId, origin);
      if (!bulkhead.limits.takeLongStreak(now)) return [];
      return [{ origin, bulkhead, trouble: summarise(group.filter(({ outcome }) => isLimit(outcome))) }];
    });
  }

  /** Sends nothing to the origin until the wait that its 429 answers request is over. */
  believeLimit(appId: number, { origin, bulkhead, trouble }: LimitedOrigin): void {
    if (bulkhead.isClosed) {
      this.startLimiting(bulkhead, { appId, trouble });
      this.move(appId, origin, bulkhead);
      const whose = { appId, provider: 'webpush', pushService: origin };
      this.deps.troubles?.begin(whose, { trouble: 'down', ...(trouble.reason ?? NO_REASON) });
    }
    if (bulkhead.isLimited) bulkhead.believeLimit();
  }

  /** Some devices get 429, and the others may not: they probe the origin soon. */
  private startLimiting(bulkhead: OriginBulkhead, { appId, trouble }: { appId: number; trouble: Trouble }): void {
    if (!bulkhead.isRefusing) bulkhead.startRefusing(trouble, this.deps.clock.now());
    this.refusing.set(bulkhead.key, { appId, bulkhead });
  }

  /** Called when the clock was set back. All waits end that much earlier. */
  setBack(ms: number): void {
    const apps = [...this.apps.values()];
    for (const app of apps) app.setBack(ms);
    const closed = apps.flatMap((app) => app.closedOnes());
    for (const bulkhead of [...this.others.values(), ...closed]) bulkhead.setBack(ms);
  }

  counts(): OriginCounts {
    const now = this.deps.clock.now();
    const others = [...this.others.values()];
    return {
      proven: [...this.apps.values()].reduce((sum, app) => sum + app.closedOnes().length, 0),
      others: others.length,
      waiting: others.filter(({ nextProbeAt }) => now < nextProbeAt).length,
    };
  }

  private freeSlots(bulkhead: OriginBulkhead): void {
    this.slotsTaken -= bulkhead.freeSlots();
  }

  private move(appId: number, origin: string, bulkhead: OriginBulkhead): void {
    const app = this.appOf(appId);
    if (bulkhead.isClosed) {
      this.others.delete(nameOf(appId, origin));
      app.addClosed(origin, bulkhead);
    } else {
      app.removeClosed(origin);
      this.others.set(nameOf(appId, origin), bulkhead);
    }
  }

  private appOf(appId: number): AppOrigins {
    return getOrInsert(this.apps, appId, () => new AppOrigins(this.deps.originPatience));
  }
}

const NO_REASON = { code: null, detail: null } as const;

const nameOf = (appId: number, origin: string): string => `${appId} ${origin}`;

const hashOf = (origin: string): string => createHash('sha256').update(origin).digest('base64url').slice(0, 16);
