import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CredentialVault } from '../../catalogue/credential-vault.js';
import type { Unrendered } from '../../content/liquid/stops.js';
import { type CompileTemplate, PushContent } from '../../content/push-content.js';
import type { Keyring } from '../../crypto/keyring.js';
import { signReceipt } from '../../crypto/receipt-token.js';
import type { Database } from '../../database/database.js';
import { noteForeignSubscriptions } from '../../delivery/record/note-foreign-subscriptions.js';
import { retireDevices } from '../../delivery/record/retire-devices.js';
import { proveCredentials } from '../../delivery/send/app-pauses.js';
import type { App } from '../../entities/app.js';
import { type Device, deviceValuesOf } from '../../entities/device.js';
import { NO_PUSH, Push } from '../../entities/push.js';
import { NO_RUN } from '../../entities/run.js';
import { AppError, badInput, invalidInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Reason } from '../../providers/codes.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { Outcome, ProviderName, SendBatch, Sender, SenderApp } from '../../providers/sender.js';
import { inSpan } from '../../tracing.js';
import { type Caller, whoIs } from '../caller.js';
import type { CategoryService } from '../categories/category-service.js';
import { explainReason } from '../deliveries/advise.js';
import type { OwnDeviceService } from '../devices/own-device-service.js';
import type { MessageSizes } from './message-sizes.js';
import { type PushInput, violationsOfPush } from './push-rules.js';
import { showTo, toSingleBatch } from './single-batch.js';

export type Senders = Readonly<Record<ProviderName, Sender>>;

export interface PushTestServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly log: { info(details: Record<string, unknown>, message: string): void };
  readonly vault: CredentialVault;
  readonly ownDevices: OwnDeviceService;
  readonly categories: Pick<CategoryService, 'inCategory' | 'violationsOf'>;
  readonly senders: Senders;
  readonly messageSizes: MessageSizes;
  /** The time to live of a run. */
  readonly timeToLiveSeconds: number;
  /** Compiles templates as delivery does. */
  readonly compileTemplate?: CompileTemplate;
  /** The time limit for the provider's answer. */
  readonly deadlineMs?: number;
}

export interface PushTest {
  /** The id of a stored push, or the contents of a message. */
  readonly push: number | PushInput;
  readonly deviceId: number;
  /** Replaces the language of the device. */
  readonly language: string | null;
}

export const TEST_OUTCOMES = ['sent', 'invalid-token', 'retry-after', 'app-paused', 'failed', 'unknown'] as const;

/** The answer of the provider, in a form that can be stored for a repeated request. */
export interface PushTestResult {
  readonly deviceId: number;
  /** null: the message is not stored as a push. */
  readonly pushId: number | null;
  readonly outcome: (typeof TEST_OUTCOMES)[number];
  readonly reason: string | null;
  readonly advice: string | null;
  readonly providerMessageId: string | null;
  /** Our id of the message, as sent to the provider. */
  readonly messageId: string;
  readonly reasonCode: string | null;
  readonly retryAfterMs: number | null;
  /** The language of the translation that was sent. */
  readonly language: string;
  readonly tookMs: number;
}

const DEADLINE_MS = 10_000;
/** How long to wait after the deadline for the sender to finish. */
const GRACE_MS = 500;

/** Sends a push or an unsaved message to one device at once. A test is not a run, is not counted and is tried once. */
export class PushTestService {
  constructor(private readonly deps: PushTestServiceDeps) {}

  /** @throws BAD_USER_INPUT if something is missing or cannot be sent; then nothing was handed over. */
  async send(caller: Caller, { push: asked, deviceId, language }: PushTest): Promise<PushTestResult> {
    const { app, device } = await this.findDevice(caller, deviceId);
    const { database, keyring, senders, clock } = this.deps;
    const own = typeof asked === 'number' ? await this.findPush(caller, asked) : await this.check(caller, asked);
    const push = await this.deps.categories.inCategory(caller, own);
    const pushId = typeof asked === 'number' ? asked : null;
    const opened = this.open(app, device);
    const values = deviceValuesOf(device);
    const content = new PushContent(push, this.deps.compileTemplate).withDefaults(app.messageDefaults);
    const shown = showTo(content, { ...values, language: language ?? device.language }, app);
    const messageId = randomUUID();
    const startedAt = clock.now();
    const { provider } = opened.credentials;
    const facts = { 'pushgraph.app.id': app.id, 'pushgraph.device.id': deviceId, 'pushgraph.message.id': messageId };
    const batch = toSingleBatch({
      id: messageId,
      target: PROVIDERS[app.pushProvider].address.toTarget(values),
      receipt: signReceipt(keyring, { runId: NO_RUN, pushId: pushId ?? NO_PUSH, appId: app.id, deviceId }),
      push: content,
      shown,
      secondsLeft: this.deps.timeToLiveSeconds,
    });
    const hand = () =>
      shown.unrendered ? failWith(shown.unrendered) : this.handOver(senders[provider], { app: opened, ...batch });
    const describe = ({ kind }: Outcome | Unknown) => ({ 'pushgraph.outcome': kind });
    const outcome = await inSpan(`send ${provider}`, facts, hand, { isClient: true, describe });
    if (outcome.kind === 'sent') await proveCredentials(database, app);
    if (outcome.kind === 'invalid-token') await this.retire(device, { ...outcome, startedAt });
    if (outcome.kind === 'failed' && outcome.isForeignKey) await this.noteForeign(device, startedAt);
    const tookMs = Math.max(0, clock.now() - startedAt);
    const answer = toAnswer(outcome);
    this.deps.log.info(
      { ...whoIs(caller), push_id: pushId, app_id: app.id, device_id: deviceId, outcome: answer.outcome },
      'push.tested',
    );
    return {
      deviceId,
      pushId,
      messageId,
      language: shown.language,
      tookMs,
      ...answer,
      ...explainReason(app, outcome.kind === 'sent' ? null : outcome),
    };
  }

  /** Refuses a message that could not be stored as a push. */
  private async check(caller: Caller, message: PushInput): Promise<PushInput> {
    violationsOfPush(message).throwIfAny();
    const unknown = await this.deps.categories.violationsOf(caller, message);
    if (unknown.length > 0) throw invalidInput(unknown);
    await this.deps.messageSizes.check(caller, message);
    return message;
  }

  private async findPush({ userId }: Caller, id: number): Promise<Push> {
    const { reader } = this.deps.database;
    const push = await reader.findOne(Push, { where: { id, userId }, relations: { translations: true } });
    if (!push) throw badInput('push_id', 'There is no such push.', 'NOT_FOUND');
    return push;
  }

  private async findDevice(caller: Caller, id: number): Promise<{ app: App; device: Device }> {
    try {
      return await this.deps.ownDevices.get(caller, id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      throw badInput('device_id', error.message, 'NOT_FOUND');
    }
  }

  private open(app: App, device: Device): SenderApp {
    if (app.archived)
      throw badInput('device_id', 'The application of this device is archived; unarchive it first.', 'ARCHIVED');
    if (!device.active) {
      const message = 'This device is retired; it must register again first.';
      throw badInput('device_id', message, 'RETIRED');
    }
    const opened = this.deps.vault.tryOpen(app);
    if (opened) return opened;
    const message = 'The application of this device has no usable credentials; set them with `appCredentialsUpdate`.';
    throw badInput('device_id', message, 'NO_CREDENTIALS');
  }

  /** Returns the provider's outcome, or `unknown` if none arrives in time. */
  private async handOver(sender: Sender, batch: Omit<SendBatch, 'signal'>): Promise<Outcome | Unknown> {
    const deadlineMs = this.deps.deadlineMs ?? DEADLINE_MS;
    const settled = new AbortController();
    const late = sleep(deadlineMs + GRACE_MS, UNKNOWN, { signal: settled.signal, ref: false }).catch(() => UNKNOWN);
    try {
      const sent = sender.send({ ...batch, signal: AbortSignal.timeout(deadlineMs) });
      const answered = await Promise.race([sent, late]);
      return Array.isArray(answered) ? (answered[0] ?? UNKNOWN) : UNKNOWN;
    } finally {
      settled.abort();
    }
  }

  /** Retires a device whose token is dead, as after any other message. */
  private async retire(
    { appId, id }: Device,
    { code, detail, deadSince, startedAt }: Reason & { deadSince: number | null; startedAt: number },
  ): Promise<void> {
    const { database, clock } = this.deps;
    const how = { reason: { code, detail }, now: clock.now(), unlessConfirmedAfter: deadSince ?? startedAt };
    await database.tx((tx) => retireDevices(tx, { ...how, appId, deviceIds: [id] }));
  }

  private async noteForeign({ appId, id }: Device, foreignAt: number): Promise<void> {
    const { database, clock } = this.deps;
    // A refused test does not count, so that testing cannot retire a device.
    const noticed = { deviceId: id, foreignAt, outcome: 'retrying', code: null, detail: null } as const;
    await database.tx((tx) => noteForeignSubscriptions(tx, { appId, now: clock.now() }, [noticed]));
  }
}

/** The template drops the message for this device. */
const failWith = async ({ code, detail }: Unrendered): Promise<Outcome> => ({ kind: 'failed', code, detail });

interface Unknown extends Reason {
  readonly kind: 'unknown';
}

const UNKNOWN: Unknown = { kind: 'unknown', code: 'NO_ANSWER_YET', detail: null };

const toAnswer = (
  outcome: Outcome | Unknown,
): Pick<PushTestResult, 'outcome' | 'providerMessageId' | 'retryAfterMs'> => ({
  outcome: outcome.kind,
  providerMessageId: outcome.kind === 'sent' ? outcome.providerMessageId : null,
  retryAfterMs: outcome.kind === 'retry-after' || outcome.kind === 'app-paused' ? outcome.afterMs : null,
});
