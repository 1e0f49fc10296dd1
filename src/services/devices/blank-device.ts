import { SYSTEM_EVENTS } from '../../entities/custom-event.js';

/** The event of a first registration. */
export const [INSTALL] = SYSTEM_EVENTS;

/** What a device becomes by being registered again. */
export const REACTIVATED = { active: true, inactiveReason: null, inactiveAt: null } as const;

/** A device about which nothing is known. */
export const BLANK_DEVICE = {
  ...REACTIVATED,
  language: null,
  country: null,
  timezone: null,
  timezoneChangedAt: null,
  externalUserId: null,
  platform: null,
  appVersion: null,
  hasTags: false,
} as const;
