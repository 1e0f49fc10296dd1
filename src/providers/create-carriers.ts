import type { Carrier } from './carrier.js';
import type { ConnectionOptions } from './outbound/connection-options.js';
import type { HostSuffixes } from './outbound/host-suffixes.js';
import { type GoogleTask, ProviderACarrier } from './provider-a/provider-a-carrier.js';
import type { Verdict as GoogleVerdict } from './provider-a/read-answer.js';
import { type AppleTask, ProviderCCarrier } from './provider-c/provider-c-carrier.js';
import type { Verdict as AppleVerdict } from './provider-c/read-answer.js';
import type { SenderClock } from './sender.js';
import type { Refused } from './webpush/origin-state.js';
import { WebPushCarrier, type WebTask } from './webpush/webpush-carrier.js';

/**
 * What may run on any thread. provider_b is not among them: a call carries 2,000 devices, which cost more to hand to
 * another thread than to send; nor is Google's SDK, which keeps its connections to itself.
 */
export interface Carriers {
  readonly provider_a: Carrier<GoogleTask, GoogleVerdict>;
  readonly provider_c: Carrier<AppleTask, AppleVerdict>;
  readonly webpush: Carrier<WebTask, Refused>;
}

export interface CarrierOptions {
  readonly origins: { readonly provider_a: string; readonly provider_c: string };
  readonly allowPrivate: boolean;
  readonly answerMs: number;
  readonly webPushHosts: HostSuffixes | null;
  readonly connection: ConnectionOptions;
  readonly clock: SenderClock;
}

/** Those of the thread that calls. They open no connection before there is something to send. */
export const createCarriers = ({ origins, webPushHosts, ...common }: CarrierOptions): Carriers => ({
  provider_a: new ProviderACarrier({ ...common, origin: origins.provider_a, limits: { answerMs: common.answerMs } }),
  provider_c: new ProviderCCarrier({ ...common, origin: origins.provider_c, limits: { answerMs: common.answerMs } }),
  webpush: new WebPushCarrier({ ...common, hosts: webPushHosts }),
});
