import type { Target } from './sender.js';

/** The columns of a device that hold its address. */
export interface AddressRow {
  readonly token: string;
  readonly p256dh?: string | null | undefined;
  readonly auth?: string | null | undefined;
  /** Epoch ms at which the device last confirmed this address; absent: unknown. */
  readonly tokenAt?: number | undefined;
}

/** The address that a device must register, and the field that contains it. */
export interface Address {
  readonly field: 'token' | 'subscription_id' | 'subscription';
  /** The columns of a device that `toTarget` reads besides its token. */
  readonly needs: readonly Exclude<keyof AddressRow, 'token'>[];
  toTarget(device: AddressRow): Target;
}

/** Up to 4,096 printable ASCII characters. */
export const TOKEN: Address = { field: 'token', needs: [], toTarget: ({ token }) => ({ kind: 'token', token }) };

/** The address is a UUID. */
export const SUBSCRIPTION_ID: Address = {
  field: 'subscription_id',
  needs: [],
  toTarget: ({ token }) => ({ kind: 'subscription-id', subscriptionId: token }),
};

/** The result of a browser's `pushManager.subscribe`. */
export const SUBSCRIPTION: Address = {
  field: 'subscription',
  needs: ['p256dh', 'auth', 'tokenAt'],
  toTarget: ({ token: endpoint, p256dh, auth, tokenAt: confirmedAt }) => ({
    kind: 'web',
    endpoint,
    p256dh: p256dh ?? '',
    auth: auth ?? '',
    confirmedAt,
  }),
};
