import type { CredentialVault, SealedApp } from '../../catalogue/credential-vault.js';
import { getOrInsert, groupBy } from '../../collections.js';
import type { DeliveryConfig } from '../../config/config.js';
import type { Keyring } from '../../crypto/keyring.js';
import { ReceiptSigner } from '../../crypto/receipt-token.js';
import type { Clock } from '../../ports/clock.js';
import type { MessageDefaults } from '../../ports/message-fields.js';
import { isTooMany } from '../../providers/codes.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { Message, Outcome, ProviderName, SendBatch, Sender, SenderApp } from '../../providers/sender.js';
import type { DeliveryMetrics } from '../delivery-deps.js';
import type { Pair, PreparedPush, Recipient } from '../judgement/pair.js';
import { slotsOf } from '../judgement/render.js';
import type { JudgedPage } from '../judgement/rule.js';
import {
  type Handled,
  judgeOutcome,
  type Late,
  type MessageResult,
  newResult,
  type PageResult,
  type Try,
  type Verdict,
} from '../record/message-result.js';
import type { Judgement } from './judgement.js';
import { messageId } from './message-id.js';
import type { OriginSender } from './origin-sender.js';

/** Pairs of one application and one run that are handed over together. */
export interface Page
  extends Omit<JudgedPage, 'appId' | 'appName' | 'account' | 'quietHours' | 'provider' | 'deadDevices' | 'isLeftOver'> {
  readonly app: SealedApp & Pick<JudgedPage, 'account' | 'quietHours'>;
  /** All pairs of one push follow each other; a device gets its pushes in this order. */
  readonly pairs: readonly Recipient[];
  /** Tries before this one that got no answer. */
  readonly unanswered: number;
  readonly signal: AbortSignal;
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
  readonly judgement: Judgement;
}

/** Renders the messages of a page, hands them over, and returns the outcome of each. */
export class PageSender {
  constructor(private readonly deps: PageSenderDeps) {}

  async send(page: Page): Promise<PageResult> {
    const results: MessageResult[] = [];
    const late: Late[] = [];
    let pause: PageResult['pause'] = null;
    let throttled: PageResult['throttled'] = null;
    const deadDevices = new Set<number>();
    const judgedPage = { ...page, ...aboutApp(page.app), deadDevices };
    for (const [push, pairs] of groupBy(page.pairs, (pair) => pair.push)) {
      const sent = await this.sendPush(page, judgedPage, { push, pairs, pause });
      results.push(...sent.results);
      late.push(...sent.late);
      pause ??= sent.pause;
      throttled ??= sent.throttled;
      for (const result of sent.results) if (result.deadAt !== null) deadDevices.add(result.deviceId);
    }
    return { results, late, pause, throttled };
  }

  private count(page: Page, results: readonly MessageResult[]): void {
    const tried = results.filter(({ isUntried }) => !isUntried);
    for (const [outcome, group] of groupBy(tried, (result) => result.outcome)) {
      this.deps.metrics.countMessages(page.app.pushProvider, outcome, group.length);
    }
  }

  /** Pairs that the sender leaves over, after a probe or trial of their push service, are judged again. */
  private async sendPush(
    page: Page,
    judgedPage: JudgedPage,
    { push, pairs, pause }: { push: PreparedPush; pairs: readonly Pair[]; pause: PageResult['pause'] },
  ): Promise<PageResult> {
    const [results, late, outcomes]: [MessageResult[], Late[], Handled[]] = [[], [], []];
    let left = pairs;
    let isAnyStopped = false;
    for (let isLeftOver = false; left.length > 0; isLeftOver = true) {
      const judged = await this.deps.judgement.judge('push', { ...judgedPage, isLeftOver }, left);
      results.push(...judged.results);
      isAnyStopped ||= judged.results.length > 0;
      if (judged.go.length === 0) break;
      const sent = await this.sendPart(page, { push, recipients: judged.go, pause, isLeftOver });
      results.push(...sent.results);
      late.push(...sent.late);
      outcomes.push(...sent.outcomes);
      left = sent.left;
    }
    const isPartial = isAnyStopped && PROVIDERS[page.app.pushProvider].pace.pauses === 'push-service';
    return {
      results,
      late,
      pause: isPartial ? null : findPause(page, outcomes),
      throttled: findThrottle(page, outcomes),
    };
  }

  private async sendPart(page: Page, part: PushPart): Promise<SentPart> {
    const { push, recipients } = part;
    const startedAt = this.deps.clock.now();
    const languages = recipients.map(({ device }) => push.content.languageOf(device));
    const handed = await this.handOver(page, part);
    const { clock, random } = this.deps;
    const { attempt, unanswered, expiresAt } = page;
    const { ambiguousRetries } = this.deps.config;
    const judgedAt = (now: number): Judge => {
      const tried: Try = { attempt, unanswered, ambiguousRetries, expiresAt, startedAt, now, random };
      const judge = judgeAlike(tried);
      return ({ deviceId, occurrence, event, arm }, index, outcome) => {
        const message = { pushId: push.id, deviceId, occurrence, event, arm, language: languages[index] ?? '' };
        return newResult(message, judge(outcome));
      };
    };
    const judge = judgedAt(clock.now());
    const late: Late[] = [];
    const outcomes: Handled[] = [];
    const results: MessageResult[] = [];
    const left: Recipient[] = [];
    recipients.forEach((recipient, index) => {
      const outcome = handed[index] === undefined ? LOST : handed[index];
      if (outcome === null) {
        left.push(recipient);
        return;
      }
      outcomes.push(outcome);
      const result = judge(recipient, index, outcome);
      if (outcome.kind === 'held' && outcome.ended) {
        late.push({
          result,
          ended: this.whenEnded(page, outcome.ended, (last) => judgedAt(clock.now())(recipient, index, last)),
        });
      }
      results.push(result);
    });
    this.count(page, results);
    return { results, late, outcomes, left };
  }

  private whenEnded(
    page: Page,
    ended: Promise<Handled>,
    judge: (outcome: Handled) => MessageResult,
  ): Promise<MessageResult> {
    const result = ended.then(judge);
    // `LateMessages` handles a failure. If the page itself fails, the message has no handler.
    result.then((last) => this.count(page, [last])).catch(() => undefined);
    return result;
  }

  /** One entry per recipient; null: it was not handed over and is left over. */
  private async handOver(page: Page, part: PushPart): Promise<readonly (Handled | null)[]> {
    const { push, recipients, pause, isLeftOver } = part;
    const toAll = (outcome: Outcome): Outcome[] => recipients.map(() => outcome);
    if (pause) return toAll({ kind: 'app-paused', ...pause });
    const app = this.open(page.app);
    if (!isOpened(app)) return toAll(app);
    const content = push.content.withDefaults(defaultsFor(push, page.app));
    const toMessage = this.messageMaker(page, { id: push.id, content });
    const secondsLeft = Math.max(0, Math.floor((page.expiresAt - this.deps.clock.now()) / 1000));
    const sharedId = sharedIdOf(page, push, recipients);
    const makeBatch = (part: readonly Recipient[]): SendBatch => ({
      app,
      messages: part.map(toMessage),
      sharedId,
      ...content.deliveryOptions(secondsLeft),
      signal: page.signal,
    });
    const startedAt = performance.now();
    const outcomes = await this.askProvider(page, { app, recipients, makeBatch, isLeftOver });
    this.deps.metrics.timePage(page.app.pushProvider, (performance.now() - startedAt) / 1_000);
    return outcomes;
  }

  private askProvider(
    { unproven, attempt }: Page,
    { app, recipients, makeBatch, isLeftOver }: Handover,
  ): Promise<readonly (Handled | null)[]> {
    const { provider } = app.credentials;
    if (PROVIDERS[provider].pace.pauses === 'application')
      return this.deps.senders[provider].send(makeBatch(recipients));
    return this.deps.origins.send({
      appId: app.id,
      endpoints: recipients.map(({ device }) => device.token),
      devices: recipients.map(({ device }) => device),
      makeBatch: (places) => makeBatch(places.flatMap((place) => recipients[place] ?? [])),
      unproven,
      isLeftOver,
      attempt,
    });
  }

  /** If this MASTER_KEY does not open the credentials, only their application waits. */
  private open(app: SealedApp): SenderApp | Outcome {
    try {
      return this.deps.vault.open(app) ?? NO_CREDENTIALS;
    } catch {
      return UNREADABLE;
    }
  }

  private messageMaker(
    { run: { id: runId }, app }: Page,
    push: Pick<PreparedPush, 'id' | 'content'>,
  ): (recipient: Recipient) => Message {
    const { toTarget } = PROVIDERS[app.pushProvider].address;
    const receipts = new ReceiptSigner(this.deps.keyring, { runId, pushId: push.id, appId: app.id });
    return (recipient) => {
      const { device, occurrence } = recipient;
      const { content } = push.content.render(device);
      const slots = slotsOf(recipient);
      const id = messageId({ runId, pushId: push.id, deviceId: device.id, occurrence });
      const message = { id, target: toTarget(device), content, receipt: receipts.sign(device.id) };
      return slots === undefined ? message : { ...message, slots };
    };
  }
}

/** The defaults as the run began, so that a retry has the identity and content of its first attempt. */
const defaultsFor = ({ defaults }: PreparedPush, { id, messageDefaults }: SealedApp): MessageDefaults | null =>
  defaults === undefined ? messageDefaults : (defaults.get(id) ?? null);

/** A device gets a push once in a run, except in auto-push, where each message has its own occurrence. */
const sharedIdOf = (
  { run: { id: runId } }: Page,
  { id: pushId }: PreparedPush,
  recipients: readonly Recipient[],
): string | null =>
  recipients.some(({ occurrence }) => occurrence !== 0)
    ? null
    : messageId({ runId, pushId, deviceId: EVERY_DEVICE, occurrence: 0 });

/** Stands for all devices: ids start at 1, so no device has this one. */
const EVERY_DEVICE = 0;

type MakeBatch = (recipients: readonly Recipient[]) => SendBatch;

interface Handover {
  readonly app: SenderApp;
  readonly recipients: readonly Recipient[];
  readonly makeBatch: MakeBatch;
  readonly isLeftOver: boolean;
}

/**
 * Messages of one call share its outcome and are tried again at the same time. Together they make the same call, which
 * provider_b recognises by its key if it was accepted before.
 */
const judgeAlike = (tried: Try): ((outcome: Handled) => Verdict) => {
  const verdicts = new Map<Handled, Verdict>();
  return (outcome) =>
    outcome.kind === 'retry-after'
      ? getOrInsert(verdicts, outcome, () => judgeOutcome(outcome, tried))
      : judgeOutcome(outcome, tried);
};

type Judge = (recipient: Recipient, index: number, outcome: Handled) => MessageResult;

/** The pairs of a page that have the same push. */
interface PushPart {
  readonly push: PreparedPush;
  readonly recipients: readonly Recipient[];
  /** The provider refused the application at an earlier push of the page. */
  readonly pause: PageResult['pause'];
  readonly isLeftOver: boolean;
}

interface SentPart {
  readonly results: readonly MessageResult[];
  readonly late: readonly Late[];
  readonly outcomes: readonly Handled[];
  /** The recipients whose messages were not handed over. */
  readonly left: readonly Recipient[];
}

const aboutApp = ({ id, name, account, quietHours, pushProvider }: Page['app']) => ({
  appId: id,
  appName: name,
  account,
  quietHours,
  provider: pushProvider,
});

const isOpened = (app: SenderApp | Outcome): app is SenderApp => 'credentials' in app;

const NO_CREDENTIALS: Outcome = { kind: 'failed', code: 'NO_CREDENTIALS', detail: null };
const UNREADABLE: Outcome = { kind: 'app-paused', code: 'MASTER_KEY_CHANGED', detail: null, afterMs: null };
/** A sender that returns too few outcomes breaks its contract. The message is tried again rather than lost. */
const LOST: Outcome = { kind: 'retry-after', code: 'NO_OUTCOME', detail: null, afterMs: null };

/** If a push service pauses, the application waits only when no message of the page got through. */
const findPause = (page: Page, outcomes: readonly Handled[]): PageResult['pause'] => {
  const paused = outcomes.find((outcome) => outcome.kind === 'app-paused');
  if (paused?.kind !== 'app-paused') return null;
  const partial =
    PROVIDERS[page.app.pushProvider].pace.pauses === 'push-service' &&
    outcomes.some((outcome) => outcome.kind !== 'app-paused');
  return partial ? null : { code: paused.code, detail: paused.detail, afterMs: paused.afterMs };
};

const findThrottle = (page: Page, outcomes: readonly Handled[]): PageResult['throttled'] => {
  if (PROVIDERS[page.app.pushProvider].pace.tooManyMeans === 'message') return null;
  for (const outcome of outcomes) {
    const isAnswered = outcome.kind === 'app-paused' || outcome.kind === 'retry-after';
    if (isAnswered && isTooMany(outcome.code)) return { afterMs: outcome.afterMs };
  }
  return null;
};
