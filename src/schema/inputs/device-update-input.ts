import { InputType } from 'type-graphql';
import { KnownOfDeviceInput } from './known-of-device-input.js';

@InputType({ description: 'What to change of a device. What is left out stays; null clears it.' })
export class DeviceUpdateInput extends KnownOfDeviceInput {}
