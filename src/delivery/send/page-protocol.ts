import { groupBy } from '../../collections.js';
import type { Tx } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { Run } from '../../entities/run.js';
import { type Facts, inSpan } from '../../tracing.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { CircuitBreaker } from '../fairness/circuit-breaker.js';
import type { Allowance, InFlightLimiter } from '../fairness/in-flight-limiter.js';
import type { MessageBudgets } from '../fairness/message-budgets.js';
import type { PacedRun, RunPaces, Slots, Throttled } from '../fairness/run-paces.js';
import type { TroubleLog } from '../fairness/trouble-log.js';
import type { Pair, Recipient } from '../judgement/pair.js';
import { postponeRows, spreadRows } from '../leases/claim-rows.js';
import { type Lease, type LeasedTable, LeaseLost, type Leases, ROW_NAMES } from '../leases/leases.js';
import { joinSubjects } from '../record/cap-reservations.js';
import { isGhost } from '../record/device-ledger.js';
import type { MessageResult, PageResult } from '../record/message-result.js';
import { cancelRetries } from '../record/run-retries.js';
import { stopOnTrouble } from '../record/stop-on-trouble.js';
import { type AppPauses, type AppWithAccount, isPaused, loadSendableApp, waitForApp } from './app-pauses.js';
import type { Judged, Judgement } from './judgement.js';
import type { LateMessages } from './late-messages.js';
import type { Page, PageSender } from './page-sender.js';
import type { PageStop, PageStops, StoppablePage } from './page-stops.js';

/** Leased rows of one application that a worker sends page by page: a batch, due sends, or waiting messages. */
export interface Claim {
  readonly table: LeasedTable;
  readonly appId: number;
  /** The number of pairs that are left, at most. */
  readonly left: number;
  /** All of its messages are too old: they are recorded as expired, and limits do not apply. */
  readonly isExpired?: boolean;
  /** The rows of `table` that the next pairs belong to; without a number, all that are left. */
  ids(pairs?: number): readonly number[];
  /**
   * Records the messages that need no provider.
   * @param app null: it was deleted or archived.
   * @returns pairs of each device, which stay together; 0: nothing is left to send.
   */
  prepare(app: App | null): Promise<number>;
  /** Whether it may still be sent after a wait for room. If not, `prepare` returns 0 from now on. */
  mayStillGo?(): Promise<boolean>;
  /** The run whose speed limits it, known after `prepare`; null: none does. */
  pacedRun(): PacedRun | null;
  /** Notes on a batch that it waits for slots until `readyAt`, epoch ms. */
  waitUntil?(readyAt: number): void;
  /** Starts reading the pairs for the following call of `next` while earlier pairs are on the wire. */
  readAhead?(app: App, pairs: number): void;
  /** Returns the next pairs; null: none are left here, or the records that `prepare` read have changed. */
  next(app: AppWithAccount, pairs: number): Promise<ClaimedPage | null>;
  /** Whether to yield the place to another application, checked between pages. */
  shouldYield?(): boolean;
}

export interface ClaimedPage extends Omit<Page, 'run' | 'app' | 'pairs' | 'signal'> {
  readonly pairs: readonly Pair[];
  readonly run: Pick<
    Run,
    | 'id'
    | 'kind'
    | 'schedulerId'
    | 'userId'
    | 'cancelCount'
    | 'quietHours'
    | 'bestHour'
    | 'experiment'
    | 'goals'
    | 'plannedTotal'
  >;
  /**
   * Writes the outcomes of the page, in the transaction that ends this part of the claim.
   * @returns false if no further page may follow: the claim was stopped, or another worker has taken it over.
   * @throws LeaseLost before anything is written.
   */
  record(tx: Tx, sent: PageResult, lease: Lease): Promise<boolean>;
}

export interface ProtocolParts {
  readonly troubles: TroubleLog;
  readonly leases: Leases;
  readonly breaker: CircuitBreaker;
  readonly budgets: MessageBudgets;
  readonly paces: RunPaces;
  readonly inFlight: InFlightLimiter;
  readonly judgement: Judgement;
  readonly pages: PageSender;
  readonly late: LateMessages;
  readonly pauses: AppPauses;
  readonly stops: PageStops;
}

interface Wanted {
  /** Messages that stay together. */
  readonly unit: number;
  /** Messages, at most. */
  readonly most: number;
}

/** A page with only the pairs that every rule lets pass. */
type JudgedClaim = ClaimedPage & { readonly pairs: readonly Recipient[] };

const NO_SLOTS = { takenAt: 0, fromUs: 0, untilUs: null, pace: null };
const NO_DEVICES: ReadonlySet<number> = new Set();
const NOTHING_SENT: PageResult = { results: [], late: [], pause: null, throttled: null };

export interface How {
  /** Aborted to stop after the current page. */
  readonly signal: AbortSignal;
  /** The claim tries an unproven origin, and takes from no application's share of the in-flight limit. */
  readonly isAside?: boolean;
}

const toStoppable = (app: App, { run, pairs }: ClaimedPage): StoppablePage => ({
  appId: app.id,
  run,
  cancelCount: run.cancelCount,
  pushIds: [...new Set(pairs.map(({ push }) => push.id))],
});

/** Describes a span by the number of messages per outcome. */
const AS_CLIENT = {
  isClient: true,
  describe: ({ results }: PageResult): Facts =>
    Object.fromEntries(
      [...groupBy(results, ({ outcome }) => outcome)].map(([outcome, { length }]) => [
        `pushgraph.messages.${outcome}`,
        length,
      ]),
    ),
};

/** A page that takes longer is logged. */
const SLOW_PAGE_MS = 10_000;
/** A claim that must wait longer for its provider is given back. */
const MAX_WAIT_MS = 1_000;

/** Sends all pages of pairs, whatever claim they come from. */
export class PageProtocol {
  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: ProtocolParts,
  ) {}

  /** Sends page after page until the claim is empty or must wait. */
  async send(claim: Claim, how: How): Promise<void> {
    using share = new Share(() => (how.isAside ? () => undefined : this.parts.inFlight.join(claim.appId)));
    const next = () => inSpan('checkpoint', {}, () => this.sendPage(claim, how, share));
    while (claim.left > 0 && (await next())) if (claim.shouldYield?.()) return;
  }

  /** Sends one of several claims. An error is logged and stops no other claim; the rows are sent again after their lease. */
  async sendApart(claim: Claim, how: How, about: Readonly<Record<string, number>>): Promise<void> {
    const ids = claim.ids();
    try {
      await this.send(claim, how);
    } catch (error) {
      const level = error instanceof LeaseLost ? 'warn' : 'error';
      const details = { err: error, ...about, app_id: claim.appId };
      this.deps.log[level](details, `sending ${ROW_NAMES[claim.table]} failed; they are tried again after their lease`);
    } finally {
      this.parts.leases.release(claim.table, ids);
    }
  }

  /** Returns whether a further page may follow. */
  private async sendPage(claim: Claim, how: How, share: Share): Promise<boolean> {
    const { database, clock } = this.deps;
    const { leases, breaker, pauses, late } = this.parts;
    // 1. May any of it be sent now?
    if (how.signal.aborted || this.deps.isHeld?.()) return this.putBack(claim, clock.now());
    const app = await loadSendableApp(database, claim.appId);
    const unit = await claim.prepare(app);
    if (!app || unit === 0) return false;
    if (isPaused(app, clock.now())) return this.waitForApp(claim);
    const askedAt = clock.now();
    const ready = claim.isExpired ? Number.POSITIVE_INFINITY : await this.untilReady(app, how, share);
    if (ready === 0) return this.putBack(claim, breaker.readyAt(app.id));
    // 2. Wait for room, then make sure that the claim is still ours and may still be sent.
    const paced = claim.isExpired ? null : claim.pacedRun();
    const atOnce = paced === null ? Number.POSITIVE_INFINITY : this.parts.paces.mostOf(paced);
    using allowance = await this.take(claim, how, { unit, most: Math.min(claim.left, ready, atOnce) });
    const { messages: room } = allowance;
    if (!(await leases.confirm(claim.table, claim.appId, claim.ids(room)))) throw new LeaseLost(claim.table);
    if (clock.now() !== askedAt && !(await this.mayStillGo(claim))) return true;
    const granted = await this.takeBudget(app, claim, { unit, most: room });
    if (granted === 0) return this.putBack(claim, breaker.readyAt(app.id));
    const slots = await this.takeSlots(paced, { unit, most: granted });
    if ('readyAt' in slots) {
      await this.returnBudget(app, granted);
      return this.waitForSlots(claim, slots);
    }
    // 3. Choose the pairs, judge them, hand them over, record the outcomes.
    const chosenAt = performance.now();
    const page = await claim.next(app, slots.messages);
    const judged = page && (await this.judge(app, page));
    const going = judged?.go.length ?? 0;
    const ghosts = judged?.results.filter(({ outcome }) => isGhost(outcome)).length ?? 0;
    await this.returnBudget(app, granted - going);
    const used = going + ghosts;
    if (paced && used < slots.messages) await this.parts.paces.giveBack(paced, slots, used);
    if (!page || !judged) return true;
    const stop = await this.parts.stops.begin(toStoppable(app, page), chosenAt);
    try {
      const handedOver = this.handOver(app, { ...page, pairs: judged.go }, stop);
      claim.readAhead?.(app, slots.messages);
      const handed = await handedOver;
      if (paced) await this.parts.paces.recordHandover(paced, slots);
      const sent = { ...handed, results: [...judged.results, ...withReservations(page, judged.go, handed.results)] };
      const isKept = await this.record(page, sent, paced);
      // 4. Follow the messages that are still under way, and note what the answers say about the application.
      late.follow({ app, run: page.run, allowance, stop }, sent.late);
      if (isKept) await pauses.recordOutcomes(app, sent);
      return isKept;
    } finally {
      stop.release();
    }
  }

  private async mayStillGo(claim: Claim): Promise<boolean> {
    const app = await loadSendableApp(this.deps.database, claim.appId);
    return app !== null && !isPaused(app, this.deps.clock.now()) && (await (claim.mayStillGo?.() ?? true));
  }

  private judge(app: AppWithAccount, page: ClaimedPage): Promise<Judged> {
    const judgedPage = {
      ...page,
      appId: app.id,
      appName: app.name,
      account: app.account,
      quietHours: app.quietHours,
      provider: app.pushProvider,
      deadDevices: NO_DEVICES,
    };
    return this.parts.judgement.judge('page', judgedPage, page.pairs);
  }

  private async handOver(app: AppWithAccount, page: JudgedClaim, stop: PageStop): Promise<PageResult> {
    const { breaker, pages } = this.parts;
    if (page.pairs.length === 0) return NOTHING_SENT;
    breaker.spend(app, page.pairs.length);
    const hand = () => pages.send({ ...page, app, signal: stop.signal });
    const startedAt = this.deps.clock.now();
    const sent = await inSpan(`send ${app.pushProvider}`, { 'pushgraph.app.id': app.id }, hand, AS_CLIENT);
    breaker.recordOutcomes(app, sent);
    const tookMs = this.deps.clock.now() - startedAt;
    if (tookMs >= SLOW_PAGE_MS) this.reportSlow(app, tookMs);
    return stop.isCancelled ? { ...sent, results: cancelRetries(sent.results) } : sent;
  }

  private reportSlow({ id: appId, pushProvider: provider }: App, tookMs: number): void {
    const detail = `${Math.round(tookMs / 1_000)} s`;
    this.parts.troubles.begin({ appId, provider }, { trouble: 'slow', code: 'SLOW_PAGE', detail });
  }

  /** How many messages the account may send in this minute. At 0, its application waits for the next minute. */
  private async takeBudget(app: App, { isExpired }: Claim, wanted: Wanted): Promise<number> {
    const { budgets, breaker } = this.parts;
    if (isExpired || budgets.limitOf(app.userId) === null) return wanted.most;
    const { messages, nextAt } = await budgets.take(app.userId, wanted);
    if (messages === 0) breaker.keepUntil(app, nextAt);
    return messages;
  }

  /** A page may hand over fewer messages than were taken for it. */
  private async returnBudget(app: App, unused: number): Promise<void> {
    const { budgets } = this.parts;
    if (unused > 0 && budgets.limitOf(app.userId) !== null) await budgets.giveBack(app.userId, unused);
  }

  private takeSlots(paced: PacedRun | null, wanted: Wanted): Promise<Slots | Throttled> | Slots {
    return paced === null ? { ...NO_SLOTS, messages: wanted.most } : this.parts.paces.take(paced, wanted);
  }

  /** Only this claim waits. Its worker takes other work. */
  private async waitForSlots(claim: Claim, { readyAt, pace }: Throttled): Promise<false> {
    const { table, appId } = claim;
    if (table === 'batch') claim.waitUntil?.(readyAt);
    else await spreadRows(this.deps, this.parts.leases, { table, appId, ids: claim.ids(), from: readyAt, pace });
    return false;
  }

  private async record(page: ClaimedPage, sent: PageResult, paced: PacedRun | null): Promise<boolean> {
    const { database, publisher } = this.deps;
    const lease = this.parts.leases.take();
    const isKept = await database.tx((tx) => page.record(tx, sent, lease));
    const isStopped = await this.stopOnTrouble(page, sent, paced);
    const { id: runId, schedulerId, userId } = page.run;
    publisher.runChanged({ runId, schedulerId, userId });
    return isKept && !isStopped;
  }

  /** Uses its own transaction, because pages lock their batch before the run, and a pause locks the run first. */
  private async stopOnTrouble({ run }: ClaimedPage, { results }: PageResult, paced: PacedRun | null): Promise<boolean> {
    const rule = paced?.speed.stopOnTrouble;
    if (!rule || !results.some(({ outcome }) => outcome === 'failed' || outcome === 'invalid_token')) return false;
    const now = this.deps.clock.now();
    const trouble = await this.deps.database.tx((tx) => stopOnTrouble(tx, run, { rule, now }));
    if (trouble === null) return false;
    const about = { run_id: run.id, code: 'STOPPED_ON_TROUBLE', ...trouble };
    this.deps.log.warn(about, 'a run was paused, because too many of its messages failed');
    return true;
  }

  /** How many messages the provider accepts now, or after a short wait; 0: none soon. */
  private async untilReady(app: App, { signal }: How, share: Share): Promise<number> {
    const { breaker } = this.parts;
    const { clock } = this.deps;
    const { most, readyAt } = breaker.check(app);
    const waitMs = readyAt - clock.now();
    if (most > 0) return most;
    if (!clock.sleep || waitMs > MAX_WAIT_MS) return 0;
    share.release();
    await clock.sleep(waitMs, signal);
    share.acquire();
    return breaker.check(app).most;
  }

  private take({ appId }: Claim, { isAside }: How, { unit, most }: Wanted): Promise<Allowance> {
    const { inFlight } = this.parts;
    return isAside ? inFlight.takeAside(most) : inFlight.take({ appId, unit, most });
  }

  /** Gives the rows back until an instant (epoch ms). `BatchSender` itself gives a batch back. */
  private async putBack(claim: Claim, dueAt: number): Promise<false> {
    const { table, appId } = claim;
    if (table === 'batch') return false;
    await postponeRows(this.deps, this.parts.leases, { table, appId, ids: claim.ids(), dueAt });
    return false;
  }

  private async waitForApp(claim: Claim): Promise<false> {
    const { table, appId } = claim;
    if (table !== 'batch') await waitForApp(this.deps, this.parts.leases, { table, ids: claim.ids(), appId });
    return false;
  }
}

/**
 * Adds to each result the user or device for whom frequency caps count the message. First attempts that were sent do
 * not need it.
 */
const withReservations = (
  { isRejudged }: ClaimedPage,
  pairs: readonly Recipient[],
  results: readonly MessageResult[],
): readonly MessageResult[] => {
  if (!isRejudged && results.every(({ outcome }) => outcome === 'sent')) return results;
  const counted = new Map<string, string>();
  for (const { push, deviceId, occurrence, countedFor } of pairs) {
    if (countedFor) counted.set(`${push.id} ${deviceId} ${occurrence}`, joinSubjects(countedFor));
  }
  if (counted.size === 0) return results;
  return results.map((result) => {
    const capSubjects = counted.get(`${result.pushId} ${result.deviceId} ${result.occurrence}`);
    return capSubjects === undefined ? result : { ...result, capSubjects };
  });
};

/** A sender's share of the in-flight limit. It is released while the sender waits for its provider. */
class Share {
  release: () => void;

  constructor(private readonly begin: () => () => void) {
    this.release = begin();
  }

  acquire(): void {
    this.release = this.begin();
  }

  [Symbol.dispose](): void {
    this.release();
  }
}
