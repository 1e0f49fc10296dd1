import { randomUUID } from 'node:crypto';
import type { CredentialsCheck, SendBatch, SenderApp, Target } from './sender.js';

/** What was answered to a message that can reach nobody. */
interface CheckAnswer {
  readonly kind: string;
  readonly reason?: string;
}

/** Answers that blame the device, or take the message: then the credentials were taken before. */
const BLAMES_DEVICE: ReadonlySet<string> = new Set(['sent', 'invalid-token', 'mismatch', 'suspect']);

/** An answer about the application as a whole is a refusal; trouble on the way says nothing. */
export const readCheck = (answer: CheckAnswer | undefined): CredentialsCheck => {
  const reason = answer?.reason ?? 'no answer';
  if (answer !== undefined && BLAMES_DEVICE.has(answer.kind)) return { accepted: true, reason: null };
  // Too many messages, or too many tokens, come after the credentials were taken, and prove nothing about later ones.
  if (answer?.kind === 'app-paused') return { accepted: reason.startsWith('429') ? null : false, reason };
  return { accepted: null, reason };
};

/** One message for an address that no device can have. */
export const batchForCheck = (app: SenderApp, target: Target, signal: AbortSignal): SendBatch => ({
  app,
  messages: [
    {
      id: randomUUID(),
      target,
      content: { title: 'Credentials', text: 'This message is for nobody.', image: null, icon: null, link: null },
      receipt: 'none',
    },
  ],
  sharedId: null,
  ttlSeconds: 0,
  urgency: 'normal',
  collapseKey: null,
  signal,
});
