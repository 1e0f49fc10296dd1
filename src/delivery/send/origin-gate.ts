import { createHash } from 'node:crypto';
import { getOrInsert, groupBy, lastUsed } from '../../collections.js';
import type { Clock } from '../../ports/clock.js';
import type { OriginCounts, OriginPatience } from '../delivery-deps.js';
import type { TroubleLog } from '../fairness/trouble-log.js';
import { OriginState, type OriginTry, readTries } from './origin-state.js';

const MAX_APPS = 10_000;
/** Of one application: those that have taken messages are kept apart, so that strangers cannot drive them out. */
const MAX_GOOD = 100;
/** Of all applications. */
const MAX_OTHERS = 20_000;
const MAX_BLAMED = 1_000;
/**
 * How long the pages of an application wait, all together, while none of its push services has taken a message: for
 * those of a single device, for those of many, and for one page at most.
 */
const PATIENCE: OriginPatience = { single: 100, crowd: 1_000, page: 200 };
/** Strangers of one application are tried in turns: those that one message waits for, and those that many wait for. */
const SINGLE_EVERY_MS = 250;
const CROWD_EVERY_MS = 50;
export const CROWD = 8;
/** Of the places for strangers, what is left to those that many wait for. */
const CROWDS_PART = 0.25;
const PLANNED_MS = 30_000;
/** A silent push service gives its place up after this time. Its message waits on for the answer. */
const MOST_PLACE_MS = 3_000;
/** Whose turn has come while all places were taken. */
const PLACE_MS = 2_000;
const LATER_MS = 60_000;
/** Of one page, push services that answer and take nothing: each costs a connection. */
export const MOST_ANSWERING = 8;

/** Push services that one message of a page waits for, or many. */
export type Kind = 'single' | 'crowd';

interface AppState {
  readonly good: Map<string, OriginState>;
  /** When the next stranger has its turn, epoch ms: one alone, one with a crowd. */
  readonly turns: { single: number; crowd: number };
  patienceMs: { single: number; crowd: number };
}

/** A push service that has refused many devices in a row. */
export interface Suspect {
  readonly origin: string;
  readonly state: OriginState;
  readonly reason: string;
}

/**
 * Which push services an application's messages may go to with all others: those that have taken some. A device chooses
 * its endpoint, so the rest is tried aside, a few at a time, and what waits for it waits as rows of `retry_send`.
 */
export class OriginGate {
  private readonly apps = lastUsed<number, AppState>(MAX_APPS);
  private readonly others = lastUsed<string, OriginState>(MAX_OTHERS);
  /** Push services that are probed, by key. */
  private readonly blamed = lastUsed<string, OriginState>(MAX_BLAMED);
  private readonly mostPatience: OriginPatience;
  private underWay = 0;

  constructor(
    private readonly deps: {
      readonly clock: Clock;
      readonly random: () => number;
      /** Strangers that may be tried at once. */
      readonly places: number;
      readonly originPatience?: OriginPatience;
      readonly troubles?: TroubleLog;
    },
  ) {
    this.mostPatience = deps.originPatience ?? PATIENCE;
  }

  /** What is known; a stranger's name is remembered from here on. */
  stateOf(appId: number, origin: string): OriginState {
    const name = `${appId} ${origin}`;
    return (
      this.apps.get(appId)?.good.get(origin) ??
      getOrInsert(this.others, name, () => new OriginState(`${appId}.${hashOf(origin)}`))
    );
  }

  hasGood(appId: number): boolean {
    return this.appOf(appId).good.size > 0;
  }

  /** A name that nobody finds, while other push services take messages: nothing is wrong here. */
  isGivenUp(appId: number, state: OriginState): boolean {
    return state.isNameless && this.deps.clock.now() < state.nextAt && this.hasGood(appId);
  }

  /** How long a page may wait for push services that nobody knows, ms; 0 where others are known to take messages. */
  patience(appId: number, kind: Kind): number {
    const app = this.appOf(appId);
    return app.good.size > 0 ? 0 : Math.min(this.mostPatience.page, app.patienceMs[kind]);
  }

  waited(appId: number, kind: Kind, ms: number): void {
    const { patienceMs } = this.appOf(appId);
    patienceMs[kind] = Math.max(0, patienceMs[kind] - ms);
  }

  /** When messages that wait for it are to be looked at: the first that is to be tried, and the others. Epoch ms. */
  plan(appId: number, state: OriginState, crowd: number): { first: number; others: number } {
    const now = this.deps.clock.now();
    state.crowd = Math.max(state.crowd, crowd);
    const others = this.after(Math.max(state.nextAt, now + LATER_MS));
    if (now < state.nextAt || state.isUnderWay) return { first: others, others };
    const isPlanned = this.isPlanned(state, now);
    const first = this.turnOf(appId, state, now);
    return { first: isPlanned && first > now ? others : first, others };
  }

  /**
   * How many of those that wait for it may be tried now; the caller tells by `leave` when they have been.
   * @param isFirst a page waits for it, which happens a few times only: it need not wait for its turn.
   * @param crowd how many of its page wait for it.
   */
  enter(
    appId: number,
    state: OriginState,
    { waiting, isFirst = false, crowd = 0 }: { waiting: number; isFirst?: boolean; crowd?: number },
  ): number {
    const { places, clock } = this.deps;
    const now = clock.now();
    state.crowd = Math.max(state.crowd, crowd);
    const most = state.crowd >= CROWD ? places : Math.max(1, Math.floor(places * (1 - CROWDS_PART)));
    const left = most - this.underWay;
    if (state.isUnderWay || now < state.nextAt || left <= 0) return 0;
    if (!isFirst && !state.isBlamed && this.turnOf(appId, state, now) > now) return 0;
    const count = Math.min(waiting, state.quota, left);
    state.isUnderWay = true;
    state.turnAt = null;
    this.underWay += count;
    state.takePlaces(count, setTimeout(() => this.freePlaces(state), MOST_PLACE_MS).unref());
    return count;
  }

  /** When those that may not be tried now are to be looked at again, epoch ms. */
  nextLook(appId: number, state: OriginState, crowd: number): number {
    const now = this.deps.clock.now();
    const { others } = this.plan(appId, state, crowd);
    if (state.turnAt === null || state.isUnderWay) return others;
    return state.turnAt > now ? state.turnAt : now + PLACE_MS;
  }

  private isPlanned({ turnAt }: OriginState, now: number): boolean {
    return turnAt !== null && now < turnAt + PLANNED_MS;
  }

  /** Keeps its turn until somebody has had time to take it. */
  private turnOf(appId: number, state: OriginState, now: number): number {
    if (state.turnAt === null || !this.isPlanned(state, now)) state.turnAt = this.takeTurn(appId, state, now);
    return state.turnAt;
  }

  get isFull(): boolean {
    return this.underWay >= this.deps.places;
  }

  leave(state: OriginState): void {
    state.isUnderWay = false;
    state.crowd = 0;
    this.freePlaces(state);
  }

  private freePlaces(state: OriginState): void {
    this.underWay -= state.freePlaces();
  }

  /** Records outcomes. Returns the keys of push services that have just taken their first message. */
  heard(appId: number, tries: readonly OriginTry[]): string[] {
    const found: string[] = [];
    for (const [origin, group] of groupBy(tries, (item) => item.origin)) {
      const state = this.stateOf(appId, origin);
      const hadFallen = !state.isGood;
      const { isBlamed } = state;
      if (state.hear({ now: this.deps.clock.now(), ...readTries(group) })) found.push(state.key);
      if (hadFallen === state.isGood) this.move(appId, origin, state);
      if (!state.isBlamed) this.blamed.delete(state.key);
      const whose = { appId, provider: 'webpush', pushService: origin };
      if (state.isGood && (hadFallen || isBlamed)) this.deps.troubles?.end(whose);
      else if (!state.isGood && !hadFallen) {
        this.deps.troubles?.begin(whose, { trouble: 'down', reason: state.reason });
      }
    }
    return found;
  }

  /** The push services, among those just tried, that may refuse the whole application and not single devices. */
  takeSuspects(appId: number, tries: readonly OriginTry[]): Suspect[] {
    const now = this.deps.clock.now();
    return [...groupBy(tries, ({ origin }) => origin)].flatMap(([origin, group]) => {
      const state = this.stateOf(appId, origin);
      if (state.isBlamed || !state.streak.takeSuspicion(now)) return [];
      return [{ origin, state, reason: readTries(group).reason }];
    });
  }

  /** Nothing more goes to it but probes. */
  blame(appId: number, { origin, state, reason }: Suspect): void {
    state.blame(this.deps.clock.now(), reason);
    const whose = { appId, provider: 'webpush', pushService: origin };
    this.deps.troubles?.begin(whose, { trouble: 'refusing', reason });
    this.blamed.set(state.key, state);
    this.move(appId, origin, state);
  }

  /** A push service that is probed, by its key. */
  blamedBy(key: string): OriginState | null {
    return this.blamed.get(key) ?? null;
  }

  /** How many devices of a page may probe it now; the caller calls `endProbe`. */
  beginProbe(state: OriginState): number {
    if (!state.isBlamed || state.isUnderWay || this.deps.clock.now() < state.nextAt) return 0;
    state.isUnderWay = true;
    return state.quota;
  }

  endProbe(state: OriginState): void {
    state.isUnderWay = false;
  }

  slowDown(state: OriginState): void {
    state.slowDown(this.deps.clock.now());
  }

  /** Whether what waits for this key waits no more. */
  isGoodKey(appId: number, key: string): boolean {
    return [...this.appOf(appId).good.values()].some((state) => state.key === key);
  }

  /** The clock was set back by so much: nobody waits for as much longer. */
  setBack(ms: number): void {
    const apps = [...this.apps.values()];
    for (const { turns } of apps) {
      turns.single -= ms;
      turns.crowd -= ms;
    }
    for (const state of [...this.others.values(), ...apps.flatMap(({ good }) => [...good.values()])]) {
      state.nextAt -= ms;
      state.streak.setBack(ms);
      if (state.turnAt !== null) state.turnAt -= ms;
    }
  }

  counts(): OriginCounts {
    const now = this.deps.clock.now();
    const others = [...this.others.values()];
    return {
      good: [...this.apps.values()].reduce((sum, { good }) => sum + good.size, 0),
      others: others.length,
      waiting: others.filter(({ nextAt }) => now < nextAt).length,
    };
  }

  private takeTurn(appId: number, { crowd }: OriginState, now: number): number {
    const { turns } = this.appOf(appId);
    const [kind, everyMs] =
      crowd >= CROWD ? (['crowd', CROWD_EVERY_MS] as const) : (['single', SINGLE_EVERY_MS] as const);
    const turn = Math.max(now, turns[kind]);
    turns[kind] = turn + everyMs;
    return turn;
  }

  private after(instant: number): number {
    return Math.ceil(instant + this.deps.random() * LATER_MS);
  }

  private move(appId: number, origin: string, state: OriginState): void {
    const app = this.appOf(appId);
    const name = `${appId} ${origin}`;
    if (!state.isGood) {
      app.good.delete(origin);
      this.others.set(name, state);
      return;
    }
    this.others.delete(name);
    app.good.set(origin, state);
    app.patienceMs = { ...this.mostPatience };
    if (app.good.size > MAX_GOOD) dropLeastUsed(app.good);
  }

  private appOf(appId: number): AppState {
    return getOrInsert(this.apps, appId, () => ({
      good: new Map(),
      turns: { single: 0, crowd: 0 },
      patienceMs: { ...this.mostPatience },
    }));
  }
}

/** Whoever has many devices at it stays, however many others come. */
const dropLeastUsed = (good: Map<string, OriginState>): void => {
  const [least] = [...good].toSorted(([, a], [, b]) => a.taken - b.taken);
  if (least) good.delete(least[0]);
};

const hashOf = (origin: string): string => createHash('sha256').update(origin).digest('base64url').slice(0, 16);
