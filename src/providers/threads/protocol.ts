import type { Transports } from '../create-transports.js';
import type { HostSuffixes } from '../outbound/host-suffixes.js';
import type { TransportTask } from '../transport.js';

export type TransportName = keyof Transports;

/** What a sending thread is made with. A SecureContext cannot cross, so the authority itself does. */
export interface ThreadData {
  readonly origins: { readonly provider_a: string; readonly provider_c: string };
  readonly allowPrivate: boolean;
  readonly answerMs: number;
  readonly webPushHosts: HostSuffixes | null;
  readonly ca?: string;
}

export type ToThread =
  | { readonly type: 'send'; readonly id: number; readonly transport: TransportName; readonly task: TransportTask }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'close' };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'results'; readonly id: number; readonly results: readonly unknown[] };
