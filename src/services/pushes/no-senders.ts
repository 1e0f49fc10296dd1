import type { ProviderName, Sender } from '../../providers/sender.js';

/** Of processes that never send, such as the command line. */
const noSender = (provider: ProviderName): Sender => ({
  provider,
  send: async ({ messages }) => messages.map(() => ({ kind: 'failed', reason: 'this process sends nothing' })),
  close: async () => undefined,
});

export const NO_SENDERS: Readonly<Record<ProviderName, Sender>> = {
  provider_a: noSender('provider_a'),
  provider_b: noSender('provider_b'),
  provider_c: noSender('provider_c'),
  webpush: noSender('webpush'),
};
