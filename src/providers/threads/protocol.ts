import type { ProviderParts } from '../definition.js';
import type { TransportTask } from '../transport.js';

/** What a sending thread is made with. A SecureContext cannot cross, so the authority itself does. */
export interface ThreadData
  extends Pick<ProviderParts, 'allowPrivate' | 'answerMs' | 'strangerConnectMs' | 'settings'> {
  /** By provider, where it has one. */
  readonly origins: Readonly<Record<string, string>>;
  readonly ca?: string;
}

export type ToThread =
  /** @property transport the provider's name. */
  | { readonly type: 'send'; readonly id: number; readonly transport: string; readonly task: TransportTask }
  | { readonly type: 'abort'; readonly id: number }
  /** One transport takes nothing more and waits this long for its answers. */
  | { readonly type: 'end-transport'; readonly transport: string; readonly patienceMs: number }
  | { readonly type: 'close' };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'results'; readonly id: number; readonly results: readonly unknown[] };
