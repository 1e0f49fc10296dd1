import type { CarrierTask } from '../carrier.js';
import type { Carriers } from '../create-carriers.js';
import type { HostSuffixes } from '../outbound/host-suffixes.js';

export type CarrierName = keyof Carriers;

/** What a sending thread is made with. A SecureContext cannot cross, so the authority itself does. */
export interface ThreadData {
  readonly origins: { readonly provider_a: string; readonly provider_c: string };
  readonly allowPrivate: boolean;
  readonly answerMs: number;
  readonly webPushHosts: HostSuffixes | null;
  readonly ca?: string;
}

export type ToThread =
  | { readonly type: 'carry'; readonly id: number; readonly carrier: CarrierName; readonly task: CarrierTask }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'close' };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'carried'; readonly id: number; readonly results: readonly unknown[] };
