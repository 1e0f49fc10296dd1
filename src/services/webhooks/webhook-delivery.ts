import type { Database } from '../../database/database.js';
import type { WebhookReason } from '../../entities/webhook.js';
import type { AttemptResult } from '../../entities/webhook-message.js';
import type { Clock } from '../../ports/clock.js';
import type { AuditLog } from '../audit/audit-log.js';
import { EventLog } from '../event-log/event-log.js';
import { pauseMs, retryDelayMs } from './retry-schedule.js';
import { signRequest } from './sign-request.js';
import type { WebhookClient } from './webhook-client.js';
import { messageBody, messageId, type WebhookMessage } from './webhook-messages.js';
import type { SigningKeys, WebhookSecrets } from './webhook-secrets.js';
import { cursorOf, type WebhookStep, WebhookSteps } from './webhook-steps.js';
import type { Attempted, ClaimedWebhook, SentPage, WebhookStore } from './webhook-store.js';

export interface WebhookDeliveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Returns a uniform number in [0, 1). */
  readonly random: () => number;
  readonly store: WebhookStore;
  readonly secrets: WebhookSecrets;
  readonly client: WebhookClient;
  readonly audit: Pick<AuditLog, 'note'>;
  readonly log: { warn(details: Record<string, unknown>, message: string): void };
  readonly countAttempts: (result: AttemptResult, count: number) => void;
}

/** Others get their turn after this time. */
const TURN_MS = 10_000;
/** No request of a page starts later than this, so that a kill repeats little. */
const PAGE_MS = 10_000;
/** Requests of one webhook at once. */
const MAX_WIDTH = 8;

const EXPIRED = {
  result: 'EXPIRED',
  httpStatus: null,
  detail: null,
  answer: null,
  retryAfterMs: null,
  durationMs: 0,
} as const;

/** Sends the events of one webhook page by page, while this worker holds its lease. */
export class WebhookDelivery {
  private readonly steps: WebhookSteps;
  /** How many requests at once a webhook has earned. It begins at 1, doubles with each page, and falls with a failure. */
  private readonly widths = new Map<number, number>();
  /** Webhooks whose last page had a slow answer. */
  private readonly slowIds = new Set<number>();

  constructor(private readonly deps: WebhookDeliveryDeps) {
    const { store, clock, database } = deps;
    this.steps = new WebhookSteps({ store, clock, events: new EventLog(database) });
  }

  /** Whether the endpoint takes long to accept a request, so that it must not occupy every place. */
  isSlow(id: number): boolean {
    return this.slowIds.has(id);
  }

  /** @returns when to look at it again; null: when it has new events or its row says so. */
  async serve(id: number, signal: AbortSignal): Promise<number | null> {
    const { store, clock } = this.deps;
    const endsAt = performance.now() + TURN_MS;
    let hasMore = false;
    let waitUntil: number | null = null;
    while (!signal.aborted) {
      const webhook = await store.read(id);
      const step = webhook && (await this.steps.next(webhook));
      if (!webhook || !step) break;
      const end = await this.carryOut(webhook, step, signal);
      waitUntil = end === 'WHOLE' ? (step.waitUntil ?? null) : null;
      if (end === 'STOPPED' || waitUntil !== null || (end === 'WHOLE' && step.isLast)) break;
      hasMore = performance.now() > endsAt;
      if (hasMore) break;
    }
    await store.release(id, { now: clock.now(), hasMore, waitUntil: waitUntil ?? 0 });
    return waitUntil;
  }

  /** Sends and records a step. STOPPED: the webhook gets nothing more now. */
  private async carryOut(
    webhook: ClaimedWebhook,
    step: WebhookStep,
    signal: AbortSignal,
  ): Promise<'WHOLE' | 'PART' | 'STOPPED'> {
    const { store, clock } = this.deps;
    if (step.messages.length === 0 && step.cursor === null) return 'WHOLE';
    const attempted = await this.sendAll(webhook, step, signal);
    const page = this.toPage(webhook, step, attempted);
    if (!(await store.record(page, clock.now()))) return 'STOPPED';
    this.report(webhook, step, page);
    const isWhole = page.attempted.length === step.messages.length;
    const hasFailed = page.attempted.some(({ dueAt }) => dueAt !== null) || page.disabled !== null;
    this.noteSpeed(webhook.id, page.attempted);
    this.widths.set(webhook.id, hasFailed ? 1 : Math.min(MAX_WIDTH, 2 * (this.widths.get(webhook.id) ?? 1)));
    if (page.disabled !== null || page.pausedUntil > clock.now() || (!isWhole && signal.aborted)) return 'STOPPED';
    return isWhole ? 'WHOLE' : 'PART';
  }

  private noteSpeed(id: number, attempted: readonly Attempted[]): void {
    if (attempted.length === 0) return;
    const isSlow = attempted.some(({ answer }) => answer.durationMs > this.deps.client.slowMs);
    if (isSlow) this.slowIds.add(id);
    else this.slowIds.delete(id);
  }

  /** Starts no further request after a failure. */
  private async sendAll(webhook: ClaimedWebhook, { messages }: WebhookStep, signal: AbortSignal): Promise<Attempted[]> {
    const keys = this.keysOf(webhook);
    const endsAt = performance.now() + PAGE_MS;
    const ended: (Attempted | null)[] = [];
    let next = 0;
    let hasFailed = false;
    const sendSome = async (): Promise<void> => {
      while (next < messages.length && !hasFailed && !signal.aborted && performance.now() < endsAt) {
        const index = next;
        next += 1;
        const message = messages[index];
        const attempted = message ? await this.attempt(webhook, message, keys) : null;
        ended[index] = attempted;
        hasFailed ||= attempted?.answer.result !== 'SUCCESS' && attempted?.answer.result !== 'EXPIRED';
      }
    };
    const width = Math.min(this.widths.get(webhook.id) ?? 1, messages.length);
    await Promise.all(Array.from({ length: width }, sendSome));
    // Messages after an interrupted request are sent again with it.
    const interrupted = ended.findIndex((attempted) => !attempted);
    return (interrupted === -1 ? ended : ended.slice(0, interrupted)).filter((attempted) => attempted !== null);
  }

  /** null: interrupted. */
  private async attempt(
    webhook: ClaimedWebhook,
    message: WebhookMessage,
    keys: SigningKeys[],
  ): Promise<Attempted | null> {
    const { client, clock, random } = this.deps;
    if (message.events.length === 0) return { message, answer: EXPIRED, at: clock.now(), dueAt: null };
    const at = clock.now();
    const body = messageBody(message.events, message.selection.mode === 'BATCH');
    const headers = signRequest({ id: messageId(webhook.userId, message), body, now: at }, keys);
    const answer = await client.post({ url: webhook.url, headers, body }, at);
    if (answer === null) return null;
    const delayMs = answer.result === 'SUCCESS' ? null : retryDelayMs(message.attempt, random());
    return { message, answer, at, dueAt: delayMs === null ? null : clock.now() + delayMs };
  }

  private keysOf({ id, secrets }: ClaimedWebhook): SigningKeys[] {
    return this.deps.secrets.signingKeys(id, secrets, this.deps.clock.now());
  }

  private toPage(webhook: ClaimedWebhook, step: WebhookStep, attempted: readonly Attempted[]): SentPage {
    const { failures, pausedUntil, disabled } = this.judge(webhook, attempted);
    const waiting = attempted.map((one) =>
      one.dueAt === null ? one : { ...one, dueAt: Math.max(one.dueAt, pausedUntil) },
    );
    const page = { webhook, attempted: waiting, failures, pausedUntil, disabled };
    if (step.from === 'retries') return page;
    const isWhole = attempted.length === step.messages.length;
    const cursor = isWhole ? step.cursor : (attempted.at(-1)?.message.range.until ?? null);
    if (cursor === null) return page;
    if (step.from === 'log') return { ...page, cursor };
    return { ...page, replay: { id: Number(step.from.id), after: isWhole && step.isEnd ? null : cursor } };
  }

  private judge(
    webhook: ClaimedWebhook,
    attempted: readonly Attempted[],
  ): Pick<SentPage, 'failures' | 'pausedUntil' | 'disabled'> {
    const { clock, random } = this.deps;
    let { failures } = webhook;
    let pausedUntil = 0;
    let disabled: WebhookReason | null = null;
    for (const { answer, dueAt } of attempted) {
      const { result } = answer;
      if (result === 'EXPIRED') continue;
      failures = result === 'SUCCESS' ? 0 : failures + 1;
      if (result === 'SUCCESS') continue;
      pausedUntil = Math.max(pausedUntil, clock.now() + pauseMs({ ...answer, failures }, random()));
      if (result === 'GONE') disabled = 'GONE';
      else if (dueAt === null) disabled ??= 'EXHAUSTED';
    }
    return { failures, pausedUntil: pausedUntil > clock.now() ? pausedUntil : 0, disabled };
  }

  private report(
    { id, userId, ...webhook }: ClaimedWebhook,
    step: WebhookStep,
    { attempted, disabled }: SentPage,
  ): void {
    const { audit, log, countAttempts } = this.deps;
    for (const { answer } of attempted) countAttempts(answer.result, 1);
    if (step.isGap) {
      const lost = { user: userId, webhook: id, after: cursorOf(webhook).position };
      log.warn(lost, 'a webhook has missed events that the log no longer keeps; it continues with the oldest');
    }
    if (disabled === null) return;
    const change = { action: 'webhookDisabled', node: { type: 'Webhook', id } } as const;
    audit.note({ userId, keyId: null, member: null }, change, null);
    log.warn({ user: userId, webhook: id, reason: disabled }, 'a webhook was disabled');
  }
}
