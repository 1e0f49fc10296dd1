import type { Target } from './sender.js';

/** The columns of a device that say where it is reached. */
export interface AddressRow {
  readonly token: string;
  readonly p256dh: string | null;
  readonly auth: string | null;
  /** Epoch ms at which the device last named this address; absent: not known. */
  readonly tokenAt?: number | undefined;
}

/** What a device must name at its registration, by the field that it stands in. */
export interface Address {
  readonly field: 'token' | 'subscription_id' | 'subscription';
  toTarget(device: AddressRow): Target;
}

/** Up to 4,096 printable ASCII characters. */
export const TOKEN: Address = { field: 'token', toTarget: ({ token }) => ({ kind: 'token', token }) };

/** A UUID. */
export const SUBSCRIPTION_ID: Address = {
  field: 'subscription_id',
  toTarget: ({ token }) => ({ kind: 'subscription-id', subscriptionId: token }),
};

/** What a browser's `pushManager.subscribe` gives. */
export const SUBSCRIPTION: Address = {
  field: 'subscription',
  toTarget: ({ token: endpoint, p256dh, auth, tokenAt: confirmedAt }) => ({
    kind: 'web',
    endpoint,
    p256dh: p256dh ?? '',
    auth: auth ?? '',
    confirmedAt,
  }),
};
