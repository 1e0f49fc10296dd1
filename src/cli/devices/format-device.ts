import { AppError } from '../../errors.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { joinCsv } from '../../services/device-imports/csv.js';
import { AUDIENCE_SEPARATOR, DEVICE_COLUMNS, type DeviceCells } from '../../services/device-imports/device-columns.js';
import type { DeviceFormat } from '../../services/device-imports/device-format.js';
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
    ...(audiences && { audiences: joinAudiences(device.id, audiences) }),
  };
  return joinCsv(DEVICE_COLUMNS.map((name) => cells[name] ?? ''));
};

const joinAudiences = (id: number, audiences: readonly string[]): string => {
  const unfit = audiences.find((tag) => tag.includes(AUDIENCE_SEPARATOR));
  if (unfit === undefined) return audiences.join(AUDIENCE_SEPARATOR);
  const message = `The audience ${JSON.stringify(unfit)} of device ${id} holds the character that joins them in CSV; export with --format jsonl.`;
  throw new AppError('BAD_USER_INPUT', message);
};

/** The register body of `/sdk/v1`. */
const toBody = (device: DeviceWithTags, provider: ProviderName): object => {
  const { endpoint, ...keys } = subscriptionOf(device) ?? {};
  const address = endpoint === undefined ? addressOf(device, provider) : { subscription: { endpoint, keys } };
  return { ...address, ...attributesOf(device) };
};

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
