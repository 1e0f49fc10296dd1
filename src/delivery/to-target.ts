import type { AudienceDevice } from '../audience/select-devices.js';
import type { ProviderName, Target } from '../providers/sender.js';

/** Where a provider reaches a device. */
export const toTarget = (provider: ProviderName, device: Pick<AudienceDevice, 'token' | 'p256dh' | 'auth'>): Target => {
  if (provider === 'webpush') {
    return { kind: 'web', endpoint: device.token, p256dh: device.p256dh ?? '', auth: device.auth ?? '' };
  }
  if (provider === 'provider_b') return { kind: 'subscription-id', subscriptionId: device.token };
  return { kind: 'token', token: device.token };
};
