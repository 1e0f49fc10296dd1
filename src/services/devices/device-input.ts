import type { DeviceAttributes } from '../../entities/device.js';
import type { AttributesInput } from '../attributes/attribute-rules.js';

/** The address of a device: exactly one of the three, depending on the application's provider. */
export interface DeviceAddressInput {
  readonly token?: string | null;
  readonly subscriptionId?: string | null;
  readonly subscription?: { readonly endpoint: string; readonly p256dh: string; readonly auth: string } | null;
}

/** undefined keeps a value, null clears it. */
export interface DeviceAttributesInput extends Readonly<Partial<DeviceAttributes>> {
  readonly audiences?: readonly string[] | null;
  /** The device's own attributes. A null inside removes a key. */
  readonly attributes?: AttributesInput | null;
}

/** The proof that a device belongs to its external user. */
export interface DeviceIdentityInput {
  readonly identityHash?: string | null;
}

/** Facts about the client's connection; a request body cannot set them. */
export interface DeviceClientInput {
  readonly clientAddress?: string;
}

export type DeviceInput = DeviceAddressInput & DeviceAttributesInput & DeviceIdentityInput & DeviceClientInput;

export interface EventInput {
  /** Set for an event that counts for several devices of a user: as a goal it counts once. */
  readonly goalKey?: string;
  readonly code: string;
  /** The client's own id of the event, so that a repeated delivery counts once. */
  readonly id?: string | null;
  readonly occurredAt?: Date | null;
  /** Texts, numbers and booleans by key, for the templates of auto-push. */
  readonly data?: Readonly<Record<string, unknown>> | null;
}
