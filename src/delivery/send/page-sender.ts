import type { AudienceDevice } from '../../audience/select-devices.js';
import type { CredentialVault, SealedApp } from '../../catalogue/credential-vault.js';
import { getOrInsert, groupBy } from '../../collections.js';
import type { DeliveryConfig } from '../../config/config.js';
import type { Keyring } from '../../crypto/keyring.js';
import { ReceiptSigner } from '../../crypto/receipt-token.js';
import type { Clock } from '../../ports/clock.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { Message, Outcome, ProviderName, SendBatch, Sender, SenderApp } from '../../providers/sender.js';
import type { DeliveryMetrics } from '../delivery-deps.js';
import type { PreparedPush } from '../plan/load-pushes.js';
import {
  type Handled,
  judgeOutcome,
  type Late,
  type MessageResult,
  type PageResult,
  type Try,
  type Verdict,
} from '../record/message-result.js';
import { messageId } from './message-id.js';
import type { OriginSender, Strangers } from './origin-sender.js';

export interface Recipient {
  readonly device: AudienceDevice;
  /** 0, or for auto-push the due send. */
  readonly occurrence: number;
}

/** One application's share of a page. */
export interface Page {
  readonly runId: number;
  readonly app: SealedApp;
  /** In the order in which each device gets them. */
  readonly pushes: readonly PreparedPush[];
  readonly recipients: readonly Recipient[];
  /** 1 for the first try. */
  readonly attempt: number;
  /** Tries before this one that got no answer. */
  readonly unanswered: number;
  /** Epoch ms. */
  readonly expiresAt: number;
  readonly signal: AbortSignal;
  /** Of web push; at a first try they are met. */
  readonly strangers?: Strangers;
}

export interface PageSenderDeps {
  readonly senders: Readonly<Record<ProviderName, Sender>>;
  readonly keyring: Keyring;
  readonly vault: CredentialVault;
  readonly clock: Clock;
  readonly random: () => number;
  readonly metrics: DeliveryMetrics;
  readonly config: Pick<DeliveryConfig, 'ambiguousRetries'>;
  readonly origins: Pick<OriginSender, 'send'>;
}

/** Renders and hands over a page of messages and says what became of each. */
export class PageSender {
  constructor(private readonly deps: PageSenderDeps) {}

  async send(page: Page): Promise<PageResult> {
    const results: MessageResult[] = [];
    const late: Late[] = [];
    let pause: PageResult['pause'] = null;
    let throttled: PageResult['throttled'] = null;
    const dead = new Set<number>();
    for (const push of page.pushes) {
      const sent = await this.sendPush(page, push, { dead, pause });
      results.push(...sent.results);
      late.push(...sent.late);
      pause ??= sent.pause;
      throttled ??= sent.throttled;
      for (const result of sent.results) if (result.deadAt !== null) dead.add(result.deviceId);
    }
    this.count(page, results);
    return { results, late, pause, throttled };
  }

  private count(page: Page, results: readonly MessageResult[]): void {
    const tried = results.filter(({ isUntried }) => !isUntried);
    for (const [outcome, group] of groupBy(tried, (result) => result.outcome)) {
      this.deps.metrics.countMessages(page.app.pushProvider, outcome, group.length);
    }
  }

  private async sendPush(page: Page, push: PreparedPush, before: Before): Promise<PageResult> {
    const startedAt = this.deps.clock.now();
    const chosen = page.recipients.map(({ device }) => push.table.choose(device.language));
    const outcomes = await this.handOver(page, push, before);
    const { clock, random } = this.deps;
    const { attempt, unanswered, expiresAt } = page;
    const { ambiguousRetries } = this.deps.config;
    const judgedAt = (now: number): Judge => {
      const tried: Try = { attempt, unanswered, ambiguousRetries, expiresAt, startedAt, now, random };
      const judge = judgeAlike(tried);
      return ({ device, occurrence }, index, outcome) => ({
        pushId: push.id,
        deviceId: device.id,
        occurrence,
        language: chosen[index]?.language ?? '',
        ...judge(outcome),
      });
    };
    const judge = judgedAt(clock.now());
    const late: Late[] = [];
    const results = page.recipients.map((recipient, index) => {
      const outcome = outcomes[index] ?? LOST;
      const result = judge(recipient, index, outcome);
      if (outcome.kind === 'held' && outcome.ended) {
        late.push({
          result,
          ended: this.whenEnded(page, outcome.ended, (last) => judgedAt(clock.now())(recipient, index, last)),
        });
      }
      return result;
    });
    return { results, late, pause: findPause(page, outcomes), throttled: findThrottle(page, outcomes) };
  }

  private whenEnded(
    page: Page,
    ended: Promise<Handled>,
    judge: (outcome: Handled) => MessageResult,
  ): Promise<MessageResult> {
    const result = ended.then(judge);
    // Whoever follows it hears of a failure; if the page itself fails, nobody does.
    result.then((last) => this.count(page, [last])).catch(() => undefined);
    return result;
  }

  /** One outcome per recipient. A device whose token died a moment ago gets no further push. */
  private async handOver(page: Page, push: PreparedPush, { dead, pause }: Before): Promise<readonly Handled[]> {
    const toAll = (outcome: Outcome): Outcome[] =>
      page.recipients.map(({ device }) => (dead.has(device.id) ? DEAD : outcome));
    // What is too late waits no more: judged as one more reason to try again, it expires.
    if (page.expiresAt <= this.deps.clock.now()) return toAll(TOO_LATE);
    if (pause) return toAll({ kind: 'app-paused', ...pause });
    const app = this.open(page.app);
    if (!isOpened(app)) return toAll(app);
    const alive = page.recipients.filter(({ device }) => !dead.has(device.id));
    const toMessage = this.messageMaker(page, push);
    const makeBatch = (recipients: readonly Recipient[]): SendBatch => ({
      app,
      messages: recipients.map(toMessage),
      sharedId: sharedIdOf(page, push),
      ttlSeconds: Math.max(0, Math.floor((page.expiresAt - this.deps.clock.now()) / 1000)),
      urgency: 'high',
      collapseKey: null,
      signal: page.signal,
    });
    const sent = alive.length === 0 ? [] : await this.sendAlive(page, { app, alive, makeBatch });
    let next = 0;
    return page.recipients.map(({ device }) => (dead.has(device.id) ? DEAD : (sent[next++] ?? LOST)));
  }

  private async sendAlive(page: Page, what: Alive): Promise<readonly Handled[]> {
    const startedAt = performance.now();
    const sent = await this.askProvider(page, what);
    this.deps.metrics.timePage(page.app.pushProvider, (performance.now() - startedAt) / 1_000);
    return sent;
  }

  private askProvider(
    { strangers = 'met', attempt }: Page,
    { app, alive, makeBatch }: Alive,
  ): Promise<readonly Handled[]> {
    const { provider } = app.credentials;
    if (PROVIDERS[provider].pace.pauses === 'application') return this.deps.senders[provider].send(makeBatch(alive));
    return this.deps.origins.send({
      appId: app.id,
      endpoints: alive.map(({ device }) => device.token),
      deviceIds: alive.map(({ device }) => device.id),
      makeBatch: (places) => makeBatch(places.flatMap((place) => alive[place] ?? [])),
      strangers,
      attempt,
    });
  }

  /** Credentials that this MASTER_KEY does not open make one application wait, not every worker that meets it fail. */
  private open(app: SealedApp): SenderApp | Outcome {
    try {
      return this.deps.vault.open(app) ?? NO_CREDENTIALS;
    } catch {
      return UNREADABLE;
    }
  }

  private messageMaker({ runId, app }: Page, push: PreparedPush): (recipient: Recipient) => Message {
    const { toTarget } = PROVIDERS[app.pushProvider].address;
    const receipts = new ReceiptSigner(this.deps.keyring, { runId, pushId: push.id, appId: app.id });
    return ({ device, occurrence }) => ({
      id: messageId({ runId, pushId: push.id, deviceId: device.id, occurrence }),
      target: toTarget(device),
      content: push.table.choose(device.language).content,
      receipt: receipts.sign(device.id),
    });
  }
}

/** A device gets a push once in a run, except in auto-push, where each message has its own occurrence. */
const sharedIdOf = ({ runId, recipients }: Page, { id: pushId }: PreparedPush): string | null =>
  recipients.some(({ occurrence }) => occurrence !== 0)
    ? null
    : messageId({ runId, pushId, deviceId: EVERY_DEVICE, occurrence: 0 });

/** No device has this id. */
const EVERY_DEVICE = 0;

type MakeBatch = (recipients: readonly Recipient[]) => SendBatch;

interface Alive {
  readonly app: SenderApp;
  readonly alive: readonly Recipient[];
  readonly makeBatch: MakeBatch;
}

/**
 * Messages of one call share what became of it, and so the time at which they are tried again: together they make the
 * same call, which provider_b knows by its key if it has taken it already.
 */
const judgeAlike = (tried: Try): ((outcome: Handled) => Verdict) => {
  const verdicts = new Map<Handled, Verdict>();
  return (outcome) =>
    outcome.kind === 'retry-after'
      ? getOrInsert(verdicts, outcome, () => judgeOutcome(outcome, tried))
      : judgeOutcome(outcome, tried);
};

type Judge = (recipient: Recipient, index: number, outcome: Handled) => MessageResult;

/** What earlier pushes of the page have shown. */
interface Before {
  readonly dead: ReadonlySet<number>;
  readonly pause: PageResult['pause'];
}

const isOpened = (app: SenderApp | Outcome): app is SenderApp => 'credentials' in app;

const NO_CREDENTIALS: Outcome = { kind: 'failed', reason: 'the application has no complete credentials' };
const DEAD: Outcome = { kind: 'failed', reason: 'the token died with an earlier push of this run' };
const UNREADABLE: Outcome = { kind: 'app-paused', reason: 'MASTER_KEY does not open its credentials', afterMs: null };
const TOO_LATE: Outcome = { kind: 'retry-after', reason: 'its time to live ended before it was sent', afterMs: null };
/** A sender that answers too little breaks its contract; the message is tried again rather than lost. */
const LOST: Outcome = { kind: 'retry-after', reason: 'the sender gave no outcome', afterMs: null };

/** Where push services pause, the application waits only when nothing of the page got through. */
const findPause = (page: Page, outcomes: readonly Handled[]): PageResult['pause'] => {
  const paused = outcomes.find((outcome) => outcome.kind === 'app-paused');
  if (paused?.kind !== 'app-paused') return null;
  const partial =
    PROVIDERS[page.app.pushProvider].pace.pauses === 'push-service' &&
    outcomes.some((outcome) => outcome.kind !== 'app-paused');
  return partial ? null : { reason: paused.reason, afterMs: paused.afterMs };
};

/** By contract a reason begins with the status that was answered. */
const findThrottle = (page: Page, outcomes: readonly Handled[]): PageResult['throttled'] => {
  if (PROVIDERS[page.app.pushProvider].pace.tooManyMeans === 'message') return null;
  for (const outcome of outcomes) {
    const isAnswered = outcome.kind === 'app-paused' || outcome.kind === 'retry-after';
    if (isAnswered && outcome.reason.startsWith('429')) return { afterMs: outcome.afterMs };
  }
  return null;
};
