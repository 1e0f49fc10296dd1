import { groupBy } from '../../collections.js';
import type { Tx } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { Run } from '../../entities/run.js';
import { type Facts, inSpan } from '../../tracing.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { CircuitBreaker } from '../fairness/circuit-breaker.js';
import type { Allowance, InFlightLimiter } from '../fairness/in-flight-limiter.js';
import type { MessageBudgets } from '../fairness/message-budgets.js';
import type { TroubleLog } from '../fairness/trouble-log.js';
import { postponeRows } from '../leases/claim-rows.js';
import { type Lease, type LeasedTable, LeaseLost, type Leases, ROW_NAMES } from '../leases/leases.js';
import type { PageResult } from '../record/message-result.js';
import { cancelRetries } from '../record/run-retries.js';
import { type AppPauses, isPaused, loadSendableApp, waitForApp } from './app-pauses.js';
import type { LateMessages } from './late-messages.js';
import type { Page, PageSender } from './page-sender.js';
import type { PageStop, PageStops, StoppablePage } from './page-stops.js';

/** What a worker holds of one application and sends page by page: a batch, due sends, or messages that waited. */
export interface Claim {
  readonly table: LeasedTable;
  readonly appId: number;
  /** Devices that are left of it, at most. */
  readonly left: number;
  /** Its time to live is over: all of it is recorded as expired, and no provider is asked. */
  readonly isExpired?: boolean;
  /** Rows of `table` that the next devices belong to; without a number all that are left. */
  ids(devices?: number): readonly number[];
  /**
   * Records whatever needs no provider.
   * @param app null: it was deleted or archived.
   * @returns messages to each device; 0: nothing is left to send.
   */
  prepare(app: App | null): Promise<number>;
  /** Asked after a wait, beside the application itself; where it is false `prepare` answers 0. */
  mayStillGo?(): Promise<boolean>;
  /** Begins to read what `next` will be asked for, while those before are on the wire. */
  readAhead?(app: App, devices: number): void;
  /** The messages to the next devices; null: there are none among these, or what `prepare` has seen is so no longer. */
  next(app: App, devices: number): Promise<ClaimedPage | null>;
  /** Asked between pages: whether another worker should have its place. */
  shouldYield?(): boolean;
}

export interface ClaimedPage extends Omit<Page, 'runId' | 'app' | 'signal'> {
  readonly run: Pick<Run, 'id' | 'kind' | 'schedulerId' | 'userId' | 'cancelCount'>;
  /**
   * Writes what became of it, in the transaction that ends this part of the claim.
   * @returns false if it was overtaken or stopped meanwhile, so that no further page may follow.
   * @throws LeaseLost, and then nothing is written.
   */
  record(tx: Tx, sent: PageResult, lease: Lease): Promise<boolean>;
}

export interface ProtocolParts {
  readonly troubles: TroubleLog;
  readonly leases: Leases;
  readonly breaker: CircuitBreaker;
  readonly budgets: MessageBudgets;
  readonly inFlight: InFlightLimiter;
  readonly pages: PageSender;
  readonly late: LateMessages;
  readonly pauses: AppPauses;
  readonly stops: PageStops;
}

export interface How {
  /** No further page, please. */
  readonly signal: AbortSignal;
  /** It tries a push service that nobody knows: beside everybody's share of the in-flight limit. */
  readonly isAside?: boolean;
}

const toStoppable = (app: App, { run, pushes }: ClaimedPage): StoppablePage => ({
  appId: app.id,
  run,
  cancelCount: run.cancelCount,
  pushIds: pushes.map(({ id }) => id),
});

/** The provider's answers, counted by what they mean. */
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

/** A page that takes longer is worth a line in the log. */
const SLOW_PAGE_MS = 10_000;
/** Whoever must wait longer for a provider gives back what it holds. */
const MAX_WAIT_MS = 1_000;

/** The one way in which pages are sent, whatever they come from. */
export class PageProtocol {
  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: ProtocolParts,
  ) {}

  /** Page after page, until nothing is left of the claim or it must wait. */
  async send(claim: Claim, how: How): Promise<void> {
    using share = new Share(() => (how.isAside ? () => undefined : this.parts.inFlight.join(claim.appId)));
    const next = () => inSpan('checkpoint', {}, () => this.sendPage(claim, how, share));
    while (claim.left > 0 && (await next())) if (claim.shouldYield?.()) return;
  }

  /** One of several claims: what goes wrong with it holds up no other, and its rows come back with their lease. */
  async sendApart(claim: Claim, how: How, about: Readonly<Record<string, number>>): Promise<void> {
    const ids = claim.ids();
    try {
      await this.send(claim, how);
    } catch (error) {
      const level = error instanceof LeaseLost ? 'warn' : 'error';
      const details = { err: error, ...about, app_id: claim.appId };
      this.deps.log[level](details, `${ROW_NAMES[claim.table]} failed and are tried again`);
    } finally {
      this.parts.leases.release(claim.table, ids);
    }
  }

  /** Whether a further one may follow. */
  private async sendPage(claim: Claim, how: How, share: Share): Promise<boolean> {
    const { database, clock } = this.deps;
    const { leases, breaker, pauses, late } = this.parts;
    // 1. May anything of it go now?
    if (how.signal.aborted || this.deps.isHeld?.()) return this.putBack(claim, clock.now());
    const app = await loadSendableApp(database, claim.appId);
    const messagesEach = await claim.prepare(app);
    if (!app || messagesEach === 0) return false;
    if (isPaused(app, clock.now())) return this.waitForApp(claim);
    const askedAt = clock.now();
    const most = claim.isExpired ? Number.POSITIVE_INFINITY : await this.untilReady(app, how, share);
    if (most === 0) return this.putBack(claim, breaker.readyAt(app.id));
    // 2. For how many devices is there room? Waiting for it may take long: is the claim still ours, and may it still go?
    const devices = Math.max(1, Math.min(claim.left, Math.floor(most / messagesEach)));
    using allowance = await this.take(claim, how, { devices, messagesEach });
    if (!(await leases.confirm(claim.table, claim.appId, claim.ids(allowance.units)))) throw new LeaseLost(claim.table);
    if (clock.now() !== askedAt && !(await this.mayStillGo(claim))) return true;
    const granted = await this.takeBudget(app, claim, { devices: allowance.units, messagesEach });
    if (granted === 0) return this.putBack(claim, breaker.readyAt(app.id));
    // 3. Choose the messages, hand them over, record what became of them.
    const chosenAt = performance.now();
    const page = await claim.next(app, granted);
    await this.returnBudget(app, granted * messagesEach, page);
    if (!page) return true;
    const stop = await this.parts.stops.begin(toStoppable(app, page), chosenAt);
    try {
      const handedOver = this.handOver(app, page, stop);
      claim.readAhead?.(app, granted);
      const sent = await handedOver;
      const isKept = await this.record(page, sent);
      // 4. Follow what is still under way, and hear what the answers say of the application.
      late.follow({ app, run: page.run, allowance, stop }, sent.late);
      if (isKept) await pauses.heard(app, sent);
      return isKept;
    } finally {
      stop.release();
    }
  }

  /** Otherwise it is looked at from the beginning. */
  private async mayStillGo(claim: Claim): Promise<boolean> {
    const app = await loadSendableApp(this.deps.database, claim.appId);
    return app !== null && !isPaused(app, this.deps.clock.now()) && (await (claim.mayStillGo?.() ?? true));
  }

  private async handOver(app: App, page: ClaimedPage, stop: PageStop): Promise<PageResult> {
    const { breaker, pages } = this.parts;
    breaker.spend(app, page.recipients.length * page.pushes.length);
    const hand = () => pages.send({ ...page, runId: page.run.id, app, signal: stop.signal });
    const startedAt = this.deps.clock.now();
    const sent = await inSpan(`send ${app.pushProvider}`, { 'pushgraph.app.id': app.id }, hand, AS_CLIENT);
    breaker.heard(app, sent);
    const tookMs = this.deps.clock.now() - startedAt;
    if (tookMs >= SLOW_PAGE_MS) this.reportSlow(app, tookMs);
    return stop.isCancelled ? { ...sent, results: cancelRetries(sent.results) } : sent;
  }

  private reportSlow({ id: appId, pushProvider: provider }: App, tookMs: number): void {
    const reason = `a page took ${Math.round(tookMs / 1_000)} s`;
    this.parts.troubles.begin({ appId, provider }, { trouble: 'slow', reason });
  }

  /** Devices that the account may send to in this minute; 0: none, and its application waits for the next one. */
  private async takeBudget(
    app: App,
    { isExpired }: Claim,
    { devices, messagesEach }: { devices: number; messagesEach: number },
  ): Promise<number> {
    const { budgets, breaker } = this.parts;
    if (isExpired || budgets.limitOf(app.userId) === null) return devices;
    const { units, nextAt } = await budgets.take(app.userId, { most: devices, unit: messagesEach });
    if (units === 0) breaker.keepUntil(app, nextAt);
    return units;
  }

  /** A page may have fewer messages than it had taken. */
  private async returnBudget(app: App, taken: number, page: ClaimedPage | null): Promise<void> {
    const { budgets } = this.parts;
    if (budgets.limitOf(app.userId) === null) return;
    const used = page === null ? 0 : page.recipients.length * page.pushes.length;
    if (used < taken) await budgets.giveBack(app.userId, taken - used);
  }

  private async record(page: ClaimedPage, sent: PageResult): Promise<boolean> {
    const { database, publisher } = this.deps;
    const lease = this.parts.leases.take();
    const isKept = await database.tx((tx) => page.record(tx, sent, lease));
    const { id: runId, schedulerId, userId } = page.run;
    publisher.runChanged({ runId, schedulerId, userId });
    return isKept;
  }

  /** Messages that its provider takes now, after a short wait at most; 0: none, and not soon. */
  private async untilReady(app: App, { signal }: How, share: Share): Promise<number> {
    const { breaker } = this.parts;
    const { clock } = this.deps;
    const { most, readyAt } = breaker.check(app);
    const waitMs = readyAt - clock.now();
    if (most > 0) return most;
    if (!clock.sleep || waitMs > MAX_WAIT_MS) return 0;
    share.leave();
    await clock.sleep(waitMs, signal);
    share.join();
    return breaker.check(app).most;
  }

  private take(
    { appId }: Claim,
    { isAside }: How,
    { devices, messagesEach }: { devices: number; messagesEach: number },
  ): Promise<Allowance> {
    const { inFlight } = this.parts;
    return isAside ? inFlight.takeAside(devices) : inFlight.take({ appId, unit: messagesEach, most: devices });
  }

  /** To be looked at again at an instant (epoch ms). A batch is given back as a whole, by whoever took it. */
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

/** Who sends for an application has a share of the in-flight limit; who waits for its provider has none meanwhile. */
class Share {
  leave: () => void;

  constructor(private readonly begin: () => () => void) {
    this.leave = begin();
  }

  join(): void {
    this.leave = this.begin();
  }

  [Symbol.dispose](): void {
    this.leave();
  }
}
