import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { joinCsv } from '../../services/device-imports/csv.js';
import { DEVICE_COLUMNS, type DeviceCells } from '../../services/device-imports/device-columns.js';
import type { DeviceFormat } from '../../services/device-imports/device-format.js';
import { escapeTag, joinTags } from '../../text/tags.js';
import type { DeviceWithTags } from './read-devices.js';

/** Begins a file of devices. */
export const formatHeader = (format: DeviceFormat): string => (format === 'csv' ? joinCsv(DEVICE_COLUMNS) : '');

/** A device as a line that an import takes. */
export const formatDevice = (device: DeviceWithTags, provider: ProviderName, format: DeviceFormat): string =>
  format === 'csv' ? toCsv(device, provider) : `${JSON.stringify(toBody(device, provider))}\n`;

const toCsv = (device: DeviceWithTags, provider: ProviderName): string => {
  const { audiences, ...others } = attributesOf(device);
  const cells: DeviceCells = {
    ...others,
    ...(subscriptionOf(device) ?? addressOf(device, provider)),
    ...(audiences && { audiences: joinTags(audiences) }),
  };
  return joinCsv(DEVICE_COLUMNS.map((name) => cells[name] ?? ''));
};

/** The register body of `/sdk/v1`. */
const toBody = (device: DeviceWithTags, provider: ProviderName): object => {
  const { endpoint, ...keys } = subscriptionOf(device) ?? {};
  const address = endpoint === undefined ? addressOf(device, provider) : { subscription: { endpoint, keys } };
  const attributes = attributesOf(device);
  const { audiences } = attributes;
  // Most tags are written as a request names them.
  return audiences ? { ...address, ...attributes, audiences: audiences.map(toJsonTag) } : { ...address, ...attributes };
};

const toJsonTag = (tag: string): string => (tag.includes('|') ? escapeTag(tag) : tag);

const addressOf = ({ token }: DeviceWithTags, provider: ProviderName): DeviceCells =>
  PROVIDERS[provider].address.field === 'subscription_id' ? { subscription_id: token } : { token };

/** Only web push has the keys. */
const subscriptionOf = ({ token, p256dh, auth }: DeviceWithTags) =>
  p256dh === null || auth === null ? null : { endpoint: token, p256dh, auth };

/** What is not known is left out. */
const attributesOf = (device: DeviceWithTags) => ({
  ...(device.language !== null && { language: device.language }),
  ...(device.country !== null && { country: device.country }),
  ...(device.timezone !== null && { timezone: device.timezone }),
  ...(device.external_user_id !== null && { external_user_id: device.external_user_id }),
  ...(device.audiences.length > 0 && { audiences: device.audiences }),
  ...(device.platform !== null && { platform: device.platform }),
  ...(device.app_version !== null && { app_version: device.app_version }),
});
