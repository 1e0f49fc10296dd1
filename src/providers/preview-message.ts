import type { Address } from './address.js';
import type { ProviderDefinition } from './definition.js';
import { type RecordedRequest, RecordedWire } from './recorded-wire.js';
import type { Credentials, Outcome, SendBatch, SenderApp, SenderClock, Target } from './sender.js';

export interface PreviewedMessage {
  /** null: nothing would be sent; `outcome` says why. */
  readonly request: RecordedRequest | null;
  readonly outcome: Outcome | undefined;
}

/** Runs the provider's sender without a network. @param batch one message, for `sampleTarget` @param appLink of its application */
export const previewMessage = async (
  provider: ProviderDefinition,
  batch: Omit<SendBatch, 'app' | 'signal'>,
  { clock, appLink }: { readonly clock: SenderClock; readonly appLink: string | null },
): Promise<PreviewedMessage> => {
  const wire = new RecordedWire(provider.baseUrl ?? '');
  const sender = provider.openPreview({ clock, wire, origin: provider.baseUrl ?? '' });
  const app = { ...sampleApp(provider), link: appLink };
  const [outcome] = await sender.send({ ...batch, app, signal: new AbortController().signal });
  await sender.close();
  return { request: wire.requests[0] ?? null, outcome };
};

/** The provider's example: neither addresses nor credentials are ever returned. */
export const sampleTarget = ({ address, examples }: ProviderDefinition): Target => {
  const given = examples.device.address[address.field];
  if (typeof given === 'string') return address.toTarget({ token: given });
  const { endpoint, keys } = given as SampleSubscription;
  return address.toTarget({ token: endpoint, ...keys });
};

interface SampleSubscription {
  readonly endpoint: string;
  readonly keys: Pick<Parameters<Address['toTarget']>[0], 'p256dh' | 'auth'>;
}

const sampleApp = ({ name: provider, credentials, examples }: ProviderDefinition): SenderApp => {
  const made = credentials.kind === 'made' ? credentials.make() : null;
  const opened = credentials.open(made?.values ?? examples.credentials ?? {}, made?.publicKey ?? '');
  return { id: 0, credentialsVersion: 0, credentials: { provider, ...opened } as Credentials };
};
