import {
  at,
  COUNT,
  LINK,
  NUMBER,
  OBJECT,
  oneOf,
  TEXT,
  TEXT_OR_OBJECT,
  type ValueRule,
  type ValueRules,
} from './passthrough.js';

/**
 * Rules for passthrough in the headers of a message to Apple, sent directly or through FCM:
 * https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
 * @param path the place of the headers
 */
export const appleHeaders = (path: string, isSilent: boolean | null): ValueRules => ({
  // Apple refuses a background message with priority 10.
  ...at(path, 'apns-priority', isSilent ? oneOf('5', '1') : oneOf('10', '5', '1')),
  ...at(path, 'apns-push-type', isSilent ? oneOf('background') : oneOf('alert', 'background')),
  ...at(path, 'apns-expiration', EXPIRATION),
});

const EXPIRATION: ValueRule = {
  mustBe: 'a time in seconds since 1970, or 0',
  accepts: (value) => typeof value === 'string' && /^\d{1,12}$/.test(value),
};

/**
 * Rules for passthrough in Apple's payload:
 * https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification
 * @param path the place of the payload
 */
export const applePayload = (path: string): ValueRules => {
  const aps = path === '' ? 'aps' : `${path}.aps`;
  return {
    ...at(path, 'aps', OBJECT),
    ...at(path, 'link', LINK),
    ...at(aps, 'category thread-id target-content-id filter-criteria', TEXT),
    ...at(aps, 'alert sound', TEXT_OR_OBJECT),
    ...at(aps, 'badge', COUNT),
    ...at(aps, 'relevance-score', NUMBER),
    ...at(aps, 'content-available mutable-content', oneOf(0, 1)),
    ...at(aps, 'interruption-level', oneOf('passive', 'active', 'time-sensitive', 'critical')),
  };
};
