import { randomUUID } from 'node:crypto';
import { contentOf } from '../ports/message-fields.js';
import { isTooMany, type Reason } from './codes.js';
import type { CredentialsCheck, SendBatch, SenderApp, Target } from './sender.js';

/** The answer to a message that cannot reach a device. */
type CheckAnswer = { readonly kind: string } & Partial<Reason>;

/** Answers that blame the device or accept the message prove that the credentials were accepted. */
const BLAMES_DEVICE: ReadonlySet<string> = new Set(['sent', 'invalid-token', 'mismatch', 'suspect']);

/** Only an answer about the whole application is a refusal; a network failure proves nothing. */
export const readCheck = (answer: CheckAnswer | undefined): CredentialsCheck => {
  if (answer !== undefined && BLAMES_DEVICE.has(answer.kind)) return { accepted: true, reason: null };
  const { code = 'NO_ANSWER', detail = null } = answer ?? {};
  const reason = { code, detail };
  // Providers reject excess requests before or after they check credentials, so a 429 proves nothing.
  if (answer?.kind === 'app-paused') return { accepted: isTooMany(code) ? null : false, reason };
  return { accepted: null, reason };
};

/** A batch with one message for an address that no device can have. */
export const batchForCheck = (app: SenderApp, target: Target, signal: AbortSignal): SendBatch => ({
  app,
  messages: [
    {
      id: randomUUID(),
      target,
      content: contentOf({}, { title: 'Credentials', text: 'This message is for nobody.' }),
      receipt: 'none',
    },
  ],
  sharedId: null,
  ttlSeconds: 0,
  urgency: 'normal',
  collapseKey: null,
  signal,
});
