import type { ConnectionOptions } from './outbound/connection-options.js';
import type { HostSuffixes } from './outbound/host-suffixes.js';
import { type GoogleTask, ProviderATransport } from './provider-a/provider-a-transport.js';
import type { Verdict as GoogleVerdict } from './provider-a/read-answer.js';
import { type AppleTask, ProviderCTransport } from './provider-c/provider-c-transport.js';
import type { Verdict as AppleVerdict } from './provider-c/read-answer.js';
import type { SenderClock } from './sender.js';
import type { Transport } from './transport.js';
import type { Refused } from './webpush/origin-state.js';
import { WebPushTransport, type WebTask } from './webpush/webpush-transport.js';

/**
 * What may run on any thread. provider_b is not among them: a call carries 2,000 devices, which cost more to hand to
 * another thread than to send; nor is Google's SDK, which keeps its connections to itself.
 */
export interface Transports {
  readonly provider_a: Transport<GoogleTask, GoogleVerdict>;
  readonly provider_c: Transport<AppleTask, AppleVerdict>;
  readonly webpush: Transport<WebTask, Refused>;
}

export interface TransportOptions {
  readonly origins: { readonly provider_a: string; readonly provider_c: string };
  readonly allowPrivate: boolean;
  readonly answerMs: number;
  readonly webPushHosts: HostSuffixes | null;
  readonly connection: ConnectionOptions;
  readonly clock: SenderClock;
}

/** Those of the thread that calls. They open no connection before there is something to send. */
export const createTransports = ({ origins, webPushHosts, ...common }: TransportOptions): Transports => ({
  provider_a: new ProviderATransport({ ...common, origin: origins.provider_a, limits: { answerMs: common.answerMs } }),
  provider_c: new ProviderCTransport({ ...common, origin: origins.provider_c, limits: { answerMs: common.answerMs } }),
  webpush: new WebPushTransport({ ...common, hosts: webPushHosts }),
});
