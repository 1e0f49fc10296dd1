/** What tells where a device is reached: exactly one of the three, as its application's provider wants. */
export interface DeviceAddressInput {
  readonly token?: string | null;
  readonly subscriptionId?: string | null;
  readonly subscription?: { readonly endpoint: string; readonly p256dh: string; readonly auth: string } | null;
}

/** undefined keeps what is known, null clears it. */
export interface DeviceAttributesInput {
  readonly language?: string | null;
  readonly country?: string | null;
  readonly timezone?: string | null;
  readonly externalUserId?: string | null;
  readonly audiences?: readonly string[] | null;
  readonly platform?: string | null;
  readonly appVersion?: string | null;
}

/** What a device shows to be believed whose it is. */
export interface DeviceIdentityInput {
  readonly identityHash?: string | null;
}

/** What the door knows of the client; no body can name it. */
export interface DeviceClientInput {
  readonly clientAddress?: string;
}

export type DeviceInput = DeviceAddressInput & DeviceAttributesInput & DeviceIdentityInput & DeviceClientInput;

export interface EventInput {
  readonly code: string;
  /** Client's own id of the event: one delivered twice counts once. */
  readonly id?: string | null;
  readonly occurredAt?: Date | null;
}
