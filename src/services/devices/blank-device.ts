import { SYSTEM_EVENTS } from '../../entities/custom-event.js';

/** The event of a first registration. */
export const [INSTALL] = SYSTEM_EVENTS;

/** The changes that a repeated registration makes to a device. */
export const REACTIVATED = {
  active: true,
  inactiveReason: null,
  inactiveCode: null,
  inactiveDetail: null,
  inactiveAt: null,
} as const;

/** The columns of a device about which nothing is known. */
export const BLANK_DEVICE = {
  ...REACTIVATED,
  language: null,
  country: null,
  timezone: null,
  timezoneChangedAt: null,
  externalUserId: null,
  platform: null,
  appVersion: null,
  quietHours: null,
  attributes: null,
  ownAttributes: null,
  hasTags: false,
} as const;
