import type { Clock } from '../../ports/clock.js';
import type { WebhookDelivery } from './webhook-delivery.js';
import { LEASE_MS, REST_MS, type WaitingWebhook, type WebhookStore } from './webhook-store.js';

export interface WebhookWorkerDeps {
  readonly store: WebhookStore;
  readonly delivery: WebhookDelivery;
  readonly clock: Clock;
  /** Interrupts requests that are still without an answer after this time. */
  readonly close: (patienceMs: number) => Promise<void>;
  /** Whether the operator has stopped all sending. */
  readonly isHeld: () => boolean;
  readonly log: { warn(details: Record<string, unknown>, message: string): void };
}

/** Looks for events of other processes, retries and replays. */
const EVERY_MS = 1_000;
/** Commits within this time are looked at together. */
const SOON_MS = 100;
/** After an error of ours, such as a database that does not answer. */
const ERROR_PAUSE_MS = 5_000;
/** Requests without an answer when the process stops are sent again by the next one. */
const STOP_PATIENCE_MS = 3_000;

/** Webhooks that one process serves at once: in all, of one account, and of webhooks that were slow or failed last. */
const SLOTS = { all: 64, perAccount: 4, troubled: 16 } as const;

/** Serves the webhooks of all accounts in the background. Several processes share the work by leases. */
export class WebhookWorker {
  private readonly serving = new Map<number, { readonly candidate: WaitingWebhook; readonly end: Promise<void> }>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private soonTimer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;

  constructor(private readonly deps: WebhookWorkerDeps) {}

  start(): void {
    this.timer ??= setInterval(() => void this.look(), EVERY_MS).unref();
  }

  /** Called when an account has new events. */
  wake(delayMs = SOON_MS): void {
    if (this.timer === null || this.stopping.signal.aborted) return;
    if (delayMs > SOON_MS) setTimeout(() => this.wake(), delayMs).unref();
    else this.soonTimer ??= setTimeout(() => this.lookNow(), SOON_MS).unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    if (this.soonTimer) clearTimeout(this.soonTimer);
    this.stopping.abort();
    await this.deps.close(STOP_PATIENCE_MS);
    await this.idle();
  }

  /** Claims webhooks that have work, and begins to serve them. */
  look(): Promise<void> {
    this.looking ??= this.claimSome()
      .catch((error) => this.deps.log.warn({ err: error }, 'could not search for webhooks to serve; trying again'))
      .finally(() => {
        this.looking = null;
      });
    return this.looking;
  }

  /** Waits for everything that is being served. */
  async idle(): Promise<void> {
    await this.looking;
    await Promise.all([...this.serving.values()].map(({ end }) => end));
  }

  private lookNow(): void {
    this.soonTimer = null;
    void this.look();
  }

  private async claimSome(): Promise<void> {
    const { store, clock, isHeld } = this.deps;
    const { signal } = this.stopping;
    if (isHeld() || signal.aborted || this.serving.size >= SLOTS.all) return;
    const candidates = await store.candidates(clock.now());
    for (const candidate of candidates) {
      if (signal.aborted) return;
      if (!this.hasSlot(candidate) || !(await store.claim(candidate, clock.now()))) continue;
      this.serving.set(candidate.id, { candidate, end: this.serve(candidate) });
    }
  }

  private hasSlot(candidate: WaitingWebhook): boolean {
    const { id, userId } = candidate;
    if (this.serving.has(id) || this.serving.size >= SLOTS.all) return false;
    const others = [...this.serving.values()].map(({ candidate }) => candidate);
    if (others.filter((other) => other.userId === userId).length >= SLOTS.perAccount) return false;
    const isTroubled = (one: WaitingWebhook): boolean => one.isFailing || this.deps.delivery.isSlow(one.id);
    return !isTroubled(candidate) || others.filter(isTroubled).length < SLOTS.troubled;
  }

  private async serve({ id, userId }: WaitingWebhook): Promise<void> {
    const { delivery, store, clock, log } = this.deps;
    const keeping = setInterval(() => {
      // If this fails, the lease ends and another worker repeats the page.
      void store.keep(id, clock.now()).catch(() => undefined);
    }, LEASE_MS / 4).unref();
    try {
      const waitUntil = await delivery.serve(id, this.stopping.signal);
      if (waitUntil !== null) this.wake(Math.max(SOON_MS + 1, waitUntil - clock.now()));
    } catch (error) {
      log.warn({ err: error, user: userId, webhook: id }, 'a webhook could not be served; trying again');
      const waitUntil = clock.now() + ERROR_PAUSE_MS;
      // If this fails too, the lease ends on its own.
      await store.release(id, { now: clock.now(), hasMore: true, waitUntil }).catch(() => undefined);
    } finally {
      clearInterval(keeping);
      this.serving.delete(id);
      this.wake();
      this.wake(REST_MS);
    }
  }
}
