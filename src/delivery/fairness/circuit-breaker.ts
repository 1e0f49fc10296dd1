import { getOrInsert, lastUsed } from '../../collections.js';
import type { Clock } from '../../ports/clock.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import type { RateLimit } from '../delivery-deps.js';
import type { PageResult } from '../record/message-result.js';
import { AppRate } from './app-rate.js';
import type { Trouble, TroubleLog } from './trouble-log.js';

/** After this many consecutive messages that must be retried, the provider counts as down for the application. */
const TROUBLED_AFTER = 200;
/** Messages in a probe, which finds out whether the provider is back. */
const PROBE = 10;
const FIRST_QUIET_MS = 1_000;
const MAX_QUIET_MS = 30_000;
const MAX_APPS = 10_000;

/** An application and its provider. */
interface Paced {
  readonly id: number;
  readonly pushProvider: ProviderName;
}

export interface PaceNow {
  /** Messages that may be handed over now. */
  readonly most: number;
  /** No message may be handed over before this, epoch ms; in the past if messages may. */
  readonly readyAt: number;
}

interface State {
  readonly rate: AppRate;
  /** Messages in a row that must be retried. */
  unsent: number;
  quietMs: number;
  quietUntil: number;
}

/**
 * Limits how fast this process sends for each application: by its provider's quota and 429 answers, and to a few probes
 * while every message must be retried. A provider that is down thus costs other applications nothing. The messages stay
 * in their batch or row.
 */
export class CircuitBreaker {
  private readonly states = lastUsed<number, State>(MAX_APPS);
  /** Applications in `states` whose rate was cut. */
  private readonly cut = new Set<number>();

  constructor(
    private readonly deps: { readonly clock: Clock; readonly random: () => number; readonly troubles?: TroubleLog },
  ) {}

  check(app: Paced): PaceNow {
    const now = this.deps.clock.now();
    const state = this.stateOf(app);
    if (now < state.quietUntil) return { most: 0, readyAt: state.quietUntil };
    const { most, readyAt } = state.rate.check(now);
    return { most: isTroubled(state) ? Math.min(most, PROBE) : most, readyAt };
  }

  /** Epoch ms before which no message may be handed over; in the past if messages may. */
  readyAt(appId: number): number {
    const state = this.states.get(appId);
    return state ? Math.max(state.quietUntil, state.rate.check(this.deps.clock.now()).readyAt) : 0;
  }

  /** The budget of its account is used up: sends nothing before `until`, epoch ms. */
  keepUntil(app: Paced, until: number): void {
    const state = this.stateOf(app);
    state.quietUntil = Math.max(state.quietUntil, until);
  }

  /** Counts messages that are about to be handed over towards the quota, whatever their outcome. */
  spend(app: Paced, count: number): void {
    this.stateOf(app).rate.spend(this.deps.clock.now(), count);
  }

  /** Records the outcomes of a page. */
  recordOutcomes(app: Paced, page: PageResult): void {
    const { results, throttled } = page;
    const state = this.stateOf(app);
    const now = this.deps.clock.now();
    if (throttled) {
      state.rate.cut(now, throttled.afterMs);
      this.cut.add(app.id);
      this.report(app, 'slow', page);
      return;
    }
    if (results.some(({ outcome }) => outcome === 'sent' || outcome === 'invalid_token')) {
      state.unsent = 0;
      state.quietMs = 0;
      this.deps.troubles?.end({ appId: app.id, provider: app.pushProvider });
      return;
    }
    // The bulkhead rule counts these per push service, because a device chooses its own.
    if (PROVIDERS[app.pushProvider].pace.pauses === 'push-service') return;
    // Messages that wait for the whole application are covered by its pause.
    state.unsent += results.filter(
      ({ outcome, waitsForApp, isUntried }) => outcome === 'retrying' && !waitsForApp && !isUntried,
    ).length;
    if (!isTroubled(state)) return;
    this.keepQuiet(state, now);
    this.report(app, 'down', page);
  }

  private report({ id: appId, pushProvider: provider }: Paced, trouble: Trouble, { results }: PageResult): void {
    const { code = null, detail = null } = results.find(({ outcome }) => outcome === 'retrying') ?? {};
    this.deps.troubles?.begin({ appId, provider }, { trouble, code, detail });
  }

  /** Called when the clock was set back by `ms`. Moves every instant back, so that no application waits longer. */
  setBack(ms: number): void {
    for (const state of this.states.values()) {
      state.quietUntil -= ms;
      state.rate.setBack(ms);
    }
  }

  /** Applications that a provider has slowed down, the slowest first. */
  limits(most: number): RateLimit[] {
    const now = this.deps.clock.now();
    const limits = [...this.cut].flatMap((appId) => {
      const perMinute = this.states.get(appId)?.rate.cutTo(now) ?? null;
      if (perMinute === null) this.cut.delete(appId);
      return perMinute === null ? [] : [{ appId, perMinute }];
    });
    return limits.toSorted((a, b) => a.perMinute - b.perMinute).slice(0, most);
  }

  private keepQuiet(state: State, now: number): void {
    // Several batches may report the same trouble at once.
    if (now < state.quietUntil) return;
    state.quietMs = Math.min(MAX_QUIET_MS, state.quietMs === 0 ? FIRST_QUIET_MS : state.quietMs * 2);
    state.quietUntil = Math.ceil(now + state.quietMs * (1 + this.deps.random() / 4));
  }

  private stateOf({ id, pushProvider }: Paced): State {
    const make = (): State => ({ rate: new AppRate(pushProvider), unsent: 0, quietMs: 0, quietUntil: 0 });
    const known = getOrInsert(this.states, id, make);
    if (known.rate.provider === pushProvider) return known;
    // The state says nothing about another provider.
    const fresh = make();
    this.states.set(id, fresh);
    return fresh;
  }
}

const isTroubled = ({ unsent }: State): boolean => unsent >= TROUBLED_AFTER;
