import type { Attributes, AttributeType, AttributeValue } from '../../ports/attributes.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { typeOfValue } from '../../services/attributes/attribute-rules.js';
import { type AttributeColumn, nameAttributeColumn } from '../../services/device-imports/attribute-columns.js';
import { DEVICE_COLUMNS, type DeviceCells } from '../../services/device-imports/device-columns.js';
import type { DeviceFormat } from '../../services/device-imports/device-format.js';
import { joinCsv } from '../../text/csv.js';
import { escapeTag, joinTags } from '../../text/tags.js';
import type { ExportedDevice } from './read-devices.js';

export interface ExportFormat {
  readonly format: DeviceFormat;
  readonly provider: ProviderName;
  /** The attributes of CSV; JSON lines name their own. */
  readonly attributes: readonly AttributeColumn[];
  readonly types: ReadonlyMap<string, AttributeType>;
}

/** The first lines of a device file. */
export const formatHeader = ({ format, attributes }: ExportFormat): string =>
  format === 'csv' ? joinCsv([...DEVICE_COLUMNS, ...attributes.map(nameAttributeColumn)]) : '';

/** Formats a device as a line that an import accepts. */
export const formatDevice = (device: ExportedDevice, how: ExportFormat): string =>
  how.format === 'csv' ? toCsv(device, how) : `${JSON.stringify(toBody(device, how))}\n`;

const toCsv = (device: ExportedDevice, { provider, attributes }: ExportFormat): string => {
  const { audiences, ...others } = propertiesOf(device);
  const cells: DeviceCells = {
    ...others,
    ...(subscriptionOf(device) ?? addressOf(device, provider)),
    ...(audiences && { audiences: joinTags(audiences) }),
  };
  const values = attributes.map(({ key, isOwn }) => (isOwn ? device.deviceAttributes : device.attributes)[key]);
  return joinCsv([...DEVICE_COLUMNS.map((name) => cells[name] ?? ''), ...values.map(toCell)]);
};

const toCell = (value: AttributeValue | undefined): string => {
  if (value === undefined) return '';
  return typeof value === 'object' ? joinTags(value) : String(value);
};

/** The registration body of `/sdk/v1`, and attributes. */
const toBody = (device: ExportedDevice, { provider, types }: ExportFormat): object => {
  const { endpoint, ...keys } = subscriptionOf(device) ?? {};
  const address = endpoint === undefined ? addressOf(device, provider) : { subscription: { endpoint, keys } };
  const properties = propertiesOf(device);
  const { audiences } = properties;
  return {
    ...address,
    ...properties,
    // Most tags need no escaping.
    ...(audiences && { audiences: audiences.map(toJsonTag) }),
    ...toMembers(device.attributes, { types, isOwn: false }),
    ...toMembers(device.deviceAttributes, { types, isOwn: true }),
  };
};

/** A text that looks like a date names its type. Otherwise the import would take its key for one of dates. */
const toMembers = (
  attributes: Attributes,
  { types, isOwn }: Pick<ExportFormat, 'types'> & Pick<AttributeColumn, 'isOwn'>,
): object => {
  const [plain, named]: Record<string, AttributeValue>[] = [{}, {}];
  for (const [key, value] of Object.entries(attributes)) {
    const isAmbiguous = types.get(key) === 'STRING' && typeOfValue(value) === 'DATE';
    if (isAmbiguous) Object.assign(named ?? {}, { [nameAttributeColumn({ key, type: 'STRING', isOwn })]: value });
    else Object.assign(plain ?? {}, { [key]: value });
  }
  const hasPlain = Object.keys(plain ?? {}).length > 0;
  return { ...(hasPlain && { [isOwn ? 'device_attributes' : 'attributes']: plain }), ...named };
};

const toJsonTag = (tag: string): string => (tag.includes('|') ? escapeTag(tag) : tag);

const addressOf = ({ token }: ExportedDevice, provider: ProviderName): DeviceCells =>
  PROVIDERS[provider].address.field === 'subscription_id' ? { subscription_id: token } : { token };

/** Only web push devices have keys. */
const subscriptionOf = ({ token, p256dh, auth }: ExportedDevice) =>
  p256dh === null || auth === null ? null : { endpoint: token, p256dh, auth };

/** Omits unknown values. */
const propertiesOf = (device: ExportedDevice) => ({
  ...(device.language !== null && { language: device.language }),
  ...(device.country !== null && { country: device.country }),
  ...(device.timezone !== null && { timezone: device.timezone }),
  ...(device.external_user_id !== null && { external_user_id: device.external_user_id }),
  ...(device.audiences.length > 0 && { audiences: device.audiences }),
  ...(device.platform !== null && { platform: device.platform }),
  ...(device.app_version !== null && { app_version: device.app_version }),
});
