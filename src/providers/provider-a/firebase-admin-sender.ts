import type { SendResponse, TokenMessage } from 'firebase-admin/messaging';
import { topicOf } from '../collapse-key.js';
import { batchForCheck, readCheck } from '../credentials-check.js';
import { CredentialsTrust } from '../credentials-trust.js';
import type { CredentialsCheck, Message, Outcome, SendBatch, Sender, SenderApp, SenderClock } from '../sender.js';
import { contentFor } from '../slots.js';
import { ABORTED_OUTCOME } from '../unsent-outcome.js';
import { buildMessage } from './build-message.js';
import type { WireMessage } from './fcm-fields.js';
import { type FirebaseSdk, loadFirebaseSdk } from './firebase-sdk.js';
import { readSdkError } from './read-sdk-error.js';
import { type LeasedApp, SdkApps } from './sdk-apps.js';
import { type Judged, SuspectTokens } from './suspect-tokens.js';

/** A stop takes effect between calls. Google allows 100 streams per connection; more would queue in the SDK. */
const MAX_PER_CALL = 100;

/**
 * Firebase Cloud Messaging through Google's own SDK, for operators who want the supported client. It is slower, always
 * uses Google's host and hides Retry-After.
 */
export class FirebaseAdminSender implements Sender {
  readonly provider = 'provider_a';
  private readonly apps: SdkApps;
  private readonly trust = new CredentialsTrust();
  private readonly suspects = new SuspectTokens();

  constructor(
    private readonly options: { clock: SenderClock },
    loadSdk: () => Promise<FirebaseSdk> = loadFirebaseSdk,
  ) {
    this.apps = new SdkApps(loadSdk);
  }

  async send(batch: SendBatch): Promise<Outcome[]> {
    const app = await this.apps.lease(batch.app);
    if (app === null) return batch.messages.map(() => UNUSABLE);
    try {
      const results = await this.sendAll(app, batch);
      return this.trust.judge(batch.app, this.suspects.judge(batch, results));
    } finally {
      app.release();
    }
  }

  async check(app: SenderApp, signal: AbortSignal): Promise<CredentialsCheck> {
    const leased = await this.apps.lease(app);
    if (leased === null) return readCheck(UNUSABLE);
    try {
      const batch = batchForCheck(app, { kind: 'token', token: 'no token' }, signal);
      const how = { batch, render: renderer(batch, this.options.clock.now()), dryRun: true };
      return readCheck((await sendPart(leased, batch.messages, how))[0]);
    } finally {
      leased.release();
    }
  }

  close(): Promise<void> {
    return this.apps.close();
  }

  private async sendAll(app: LeasedApp, batch: SendBatch): Promise<Judged[]> {
    const render = renderer(batch, this.options.clock.now());
    const results: Judged[] = [];
    for (let start = 0; start < batch.messages.length; start += MAX_PER_CALL) {
      const part = batch.messages.slice(start, start + MAX_PER_CALL);
      const pause = results.find((result) => result.kind === 'app-paused');
      results.push(...(pause === undefined ? await sendPart(app, part, { render, batch }) : part.map(() => pause)));
    }
    return results;
  }
}

const UNUSABLE: Outcome = { kind: 'app-paused', code: 'UNUSABLE_SERVICE_ACCOUNT', detail: null, afterMs: null };
const NOT_A_TOKEN: Outcome = { kind: 'failed', code: 'NOT_A_TOKEN', detail: null };

type Render = (message: Message, token: string) => TokenMessage;

function renderer(batch: SendBatch, nowMs: number): Render {
  return (message, token) => {
    const { id, receipt } = message;
    const wire = buildMessage(contentFor(message), { ...batch, identity: { id, topic: topicOf(id) } }, nowMs);
    return toSdkMessage(wire, { token, receipt });
  };
}

async function sendPart(
  app: LeasedApp,
  messages: readonly Message[],
  { render, batch, dryRun = false }: { render: Render; batch: SendBatch; dryRun?: boolean },
): Promise<Judged[]> {
  if (batch.signal.aborted) return messages.map(() => ABORTED_OUTCOME);
  const addressed = messages.flatMap((message) =>
    message.target.kind === 'token' ? [{ message, token: message.target.token }] : [],
  );
  const responses = await app.sendEach(
    addressed.map(({ message, token }) => render(message, token)),
    dryRun,
  );
  const remaining = responses[Symbol.iterator]();
  return messages.map((message) => (message.target.kind === 'token' ? judge(remaining.next().value) : NOT_A_TOKEN));
}

function judge(response: SendResponse | Error | undefined): Judged {
  if (response === undefined || response instanceof Error) return readSdkError(response);
  if (response.success) return { kind: 'sent', providerMessageId: response.messageId ?? null };
  return readSdkError(response.error);
}

/**
 * Google's SDK renames its own members to those of the wire, and leaves the members of the wire as they are. Only the
 * time to live has another unit.
 */
function toSdkMessage(
  { android, data, ...message }: WireMessage,
  device: { token: string; receipt: string },
): TokenMessage {
  const ttl = Number.parseFloat(android.ttl) * 1000;
  return {
    ...message,
    android: { ...android, ttl },
    data: { ...data, receipt: device.receipt },
    token: device.token,
  } as unknown as TokenMessage;
}
