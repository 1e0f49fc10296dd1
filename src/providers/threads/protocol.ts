import type { ProviderParts } from '../definition.js';
import type { TransportTask } from '../transport.js';

/** Options of a sending thread. It gets the authority in PEM, because a SecureContext cannot be posted. */
export interface ThreadData
  extends Pick<ProviderParts, 'allowPrivate' | 'answerMs' | 'unprovenConnectMs' | 'settings'> {
  /** Base URLs by provider. */
  readonly origins: Readonly<Record<string, string>>;
  readonly ca?: string;
}

export type ToThread =
  /** @property transport the provider's name. */
  | { readonly type: 'send'; readonly id: number; readonly transport: string; readonly task: TransportTask }
  | { readonly type: 'abort'; readonly id: number }
  /** One transport accepts no more tasks and waits this long for answers. */
  | { readonly type: 'end-transport'; readonly transport: string; readonly patienceMs: number }
  | { readonly type: 'close' };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'results'; readonly id: number; readonly results: readonly unknown[] };
