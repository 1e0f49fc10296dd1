import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CredentialVault } from '../../catalogue/credential-vault.js';
import { TranslationTable } from '../../content/choose-translation.js';
import type { Keyring } from '../../crypto/keyring.js';
import { signReceipt } from '../../crypto/receipt-token.js';
import type { Database } from '../../database/database.js';
import { noteForeignSubscriptions } from '../../delivery/record/note-foreign-subscriptions.js';
import { retireDevices } from '../../delivery/record/retire-devices.js';
import { proveCredentials } from '../../delivery/send/app-pauses.js';
import type { App } from '../../entities/app.js';
import type { Device } from '../../entities/device.js';
import { NO_PUSH, Push } from '../../entities/push.js';
import { NO_RUN } from '../../entities/run.js';
import { AppError, badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { Outcome, ProviderName, SendBatch, Sender, SenderApp } from '../../providers/sender.js';
import { inSpan } from '../../tracing.js';
import { type Caller, whoIs } from '../caller.js';
import { explainReason } from '../deliveries/advise.js';
import type { OwnDeviceService } from '../devices/own-device-service.js';
import { type PushInput, violationsOfPush } from './push-rules.js';

export type Senders = Readonly<Record<ProviderName, Sender>>;

export interface PushTestServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly log: { info(details: Record<string, unknown>, message: string): void };
  readonly vault: CredentialVault;
  readonly ownDevices: OwnDeviceService;
  readonly senders: Senders;
  /** How long a provider may take. */
  readonly deadlineMs?: number;
}

export interface PushTest {
  /** One that is there, by its id; or what one would say. */
  readonly push: number | PushInput;
  readonly deviceId: number;
  /** In place of the device's own. */
  readonly language: string | null;
}

export const TEST_OUTCOMES = ['sent', 'invalid-token', 'retry-after', 'app-paused', 'failed', 'unknown'] as const;

/** What the provider said, in a form that can be kept for a repetition. */
export interface PushTestResult {
  readonly deviceId: number;
  /** null: of a message that is no push. */
  readonly pushId: number | null;
  readonly outcome: (typeof TEST_OUTCOMES)[number];
  readonly reason: string | null;
  readonly advice: string | null;
  readonly providerMessageId: string | null;
  /** Ours: what providers are told as the id of the message. */
  readonly messageId: string;
  readonly reasonCode: string | null;
  readonly retryAfterMs: number | null;
  /** Of the translation that was sent. */
  readonly language: string;
  readonly tookMs: number;
}

const DEADLINE_MS = 10_000;
/** After the deadline senders end what they have in hand; this is how long they are waited for. */
const GRACE_MS = 500;
/** A test that comes late is none. */
const TTL_SECONDS = 300;

/** One push, or a message that is to be one, to one device, at once and by this process: not a run, in no count, and tried once. */
export class PushTestService {
  constructor(private readonly deps: PushTestServiceDeps) {}

  /** @throws BAD_USER_INPUT for what is not there, or cannot be sent at all; then nothing was handed over. */
  async send(caller: Caller, { push: asked, deviceId, language }: PushTest): Promise<PushTestResult> {
    const { app, device } = await this.findDevice(caller, deviceId);
    const { database, keyring, senders, clock } = this.deps;
    const push = typeof asked === 'number' ? await this.findPush(caller, asked) : checked(asked);
    const pushId = typeof asked === 'number' ? asked : null;
    const opened = this.open(app, device);
    const chosen = new TranslationTable(push.translations, push.defaultLang).choose(language ?? device.language);
    const messageId = randomUUID();
    const startedAt = clock.now();
    const { provider } = opened.credentials;
    const facts = { 'pushgraph.app.id': app.id, 'pushgraph.device.id': deviceId, 'pushgraph.message.id': messageId };
    const message: Omit<SendBatch, 'signal'> = {
      app: opened,
      messages: [
        {
          id: messageId,
          target: PROVIDERS[app.pushProvider].address.toTarget({ ...device, tokenAt: device.tokenAt.getTime() }),
          content: chosen.content,
          receipt: signReceipt(keyring, { runId: NO_RUN, pushId: pushId ?? NO_PUSH, appId: app.id, deviceId }),
        },
      ],
      sharedId: null,
      ttlSeconds: TTL_SECONDS,
      urgency: 'high',
      collapseKey: null,
    };
    const hand = () => this.handOver(senders[provider], message);
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
      language: chosen.language,
      tookMs,
      ...answer,
      ...explainReason(app, answer.reason),
    };
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
      const message = 'This device is retired, so nothing is sent to it; it must register anew first.';
      throw badInput('device_id', message, 'RETIRED');
    }
    const opened = this.tryOpen(app);
    if (opened) return opened;
    const message =
      'The application of this device has no credentials that can be used; set them with `appCredentialsUpdate`.';
    throw badInput('device_id', message, 'NO_CREDENTIALS');
  }

  private tryOpen(app: App): SenderApp | null {
    try {
      return this.deps.vault.open(app);
    } catch {
      // Sealed with another MASTER_KEY.
      return null;
    }
  }

  /** The provider's word, or that there is none in time. */
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

  /** As after any other message: a token that its provider calls dead is not sent to again. */
  private async retire(
    { appId, id }: Device,
    { reason, deadSince, startedAt }: { reason: string; deadSince: number | null; startedAt: number },
  ): Promise<void> {
    const { database, clock } = this.deps;
    const how = { reason, now: clock.now(), unlessConfirmedAfter: deadSince ?? startedAt };
    await database.tx((tx) => retireDevices(tx, { ...how, appId, deviceIds: [id] }));
  }

  private async noteForeign({ appId, id }: Device, foreignAt: number): Promise<void> {
    const { database, clock } = this.deps;
    // A refused test does not count, so that testing cannot retire a device.
    const noticed = { deviceId: id, foreignAt, outcome: 'retrying', reason: null } as const;
    await database.tx((tx) => noteForeignSubscriptions(tx, { appId, now: clock.now() }, [noticed]));
  }
}

/** What could be no push is not sent either. */
const checked = (message: PushInput): PushInput => {
  violationsOfPush(message).throwIfAny();
  return message;
};

interface Unknown {
  readonly kind: 'unknown';
  readonly reason: string;
}

const UNKNOWN: Unknown = {
  kind: 'unknown',
  reason: 'the provider has not answered in time; the message may still arrive',
};

const toAnswer = (
  outcome: Outcome | Unknown,
): Pick<PushTestResult, 'outcome' | 'reason' | 'providerMessageId' | 'retryAfterMs'> => ({
  outcome: outcome.kind,
  reason: outcome.kind === 'sent' ? null : outcome.reason,
  providerMessageId: outcome.kind === 'sent' ? outcome.providerMessageId : null,
  retryAfterMs: outcome.kind === 'retry-after' || outcome.kind === 'app-paused' ? outcome.afterMs : null,
});
