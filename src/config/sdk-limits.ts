import type { EnvReader } from './env-reader.js';

/** Limits of `/sdk/v1` per minute, and of new tags in total; 0 means no limit. */
export interface SdkLimitConfig {
  /** Registrations, refreshes, updates and deletions of devices. */
  readonly registrationsPerAddress: number;
  readonly registrationsPerApp: number;
  /** Single events, however many a request contains. */
  readonly eventsPerAddress: number;
  readonly eventsPerApp: number;
  readonly eventsPerDevice: number;
  readonly receiptsPerAddress: number;
  readonly receiptsPerApp: number;
  /** Wrong device secrets and identity hashes, and unknown service ids. */
  readonly badSecretsPerAddress: number;
  /** Tags that an application's devices have ever created. */
  readonly newTagsPerApp: number;
}

/**
 * No honest fleet reaches these limits: thousands of phones share their operator's address, and after a push a million
 * devices return within minutes. One address stays well below what a process can handle.
 */
const DEFAULTS: SdkLimitConfig = {
  registrationsPerAddress: 60_000,
  registrationsPerApp: 600_000,
  eventsPerAddress: 120_000,
  eventsPerApp: 600_000,
  eventsPerDevice: 1_000,
  receiptsPerAddress: 120_000,
  receiptsPerApp: 1_000_000,
  badSecretsPerAddress: 10_000,
  newTagsPerApp: 1_000,
};

export const readSdkLimits = (read: EnvReader): SdkLimitConfig => {
  const limit = (name: string, fallback: number) => read.integer(name, fallback, { min: 0, max: 1_000_000_000 });
  return {
    registrationsPerAddress: limit('SDK_ADDRESS_REGISTRATIONS_PER_MINUTE', DEFAULTS.registrationsPerAddress),
    registrationsPerApp: limit('SDK_APP_REGISTRATIONS_PER_MINUTE', DEFAULTS.registrationsPerApp),
    eventsPerAddress: limit('SDK_ADDRESS_EVENTS_PER_MINUTE', DEFAULTS.eventsPerAddress),
    eventsPerApp: limit('SDK_APP_EVENTS_PER_MINUTE', DEFAULTS.eventsPerApp),
    eventsPerDevice: limit('SDK_DEVICE_EVENTS_PER_MINUTE', DEFAULTS.eventsPerDevice),
    receiptsPerAddress: limit('SDK_ADDRESS_RECEIPTS_PER_MINUTE', DEFAULTS.receiptsPerAddress),
    receiptsPerApp: limit('SDK_APP_RECEIPTS_PER_MINUTE', DEFAULTS.receiptsPerApp),
    badSecretsPerAddress: limit('SDK_BAD_SECRETS_PER_MINUTE', DEFAULTS.badSecretsPerAddress),
    newTagsPerApp: limit('SDK_NEW_TAGS_PER_APP', DEFAULTS.newTagsPerApp),
  };
};
