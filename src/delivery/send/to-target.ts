import type { AudienceDevice } from '../../audience/select-devices.js';
import type { ProviderName, Target } from '../../providers/sender.js';

type Addressed = Pick<AudienceDevice, 'token' | 'p256dh' | 'auth' | 'tokenAt'>;

/** Where a provider reaches a device. */
export const toTarget = (provider: ProviderName, device: Addressed): Target => {
  if (provider === 'webpush') {
    const { token: endpoint, p256dh, auth, tokenAt: confirmedAt } = device;
    return { kind: 'web', endpoint, p256dh: p256dh ?? '', auth: auth ?? '', confirmedAt };
  }
  if (provider === 'provider_b') return { kind: 'subscription-id', subscriptionId: device.token };
  return { kind: 'token', token: device.token };
};
