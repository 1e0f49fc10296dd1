import type { DeviceAttributesInput } from '../../services/devices/device-input.js';
import type { KnownOfDeviceInput } from '../inputs/known-of-device-input.js';

/** Services know two fields of a device by their REST names. */
export const toDeviceInput = <T extends KnownOfDeviceInput>({
  timeZone,
  tags,
  ...same
}: T): Omit<T, 'timeZone' | 'tags'> & DeviceAttributesInput => ({ ...same, timezone: timeZone, audiences: tags });

/** Where they are in the arguments, for the errors. */
export const devicePlaces = (root: string): Readonly<Record<string, string>> => ({
  timezone: `${root}.timeZone`,
  audiences: `${root}.tags`,
  'subscription.keys': `${root}.subscription`,
});
