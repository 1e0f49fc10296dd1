import type { FakeRequest } from './exchange.js';
import { isObject, parseObject } from './exchange.js';

const PAYLOAD_LIMIT_BYTES = 4096;
const PUSH_TYPES = new Set(
  'alert background controls location voip complication fileprovider mdm liveactivity pushtotalk widgets'.split(' '),
);
const APS_KEYS = new Set(
  (
    'alert badge sound thread-id category content-available mutable-content target-content-id interruption-level ' +
    'relevance-score filter-criteria stale-date content-state timestamp event dismissal-date attributes-type attributes url-args'
  ).split(' '),
);
const ALERT_KEYS = new Set(
  (
    'title subtitle body launch-image title-loc-key title-loc-args subtitle-loc-key subtitle-loc-args ' +
    'loc-key loc-args action-loc-key'
  ).split(' '),
);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface ApnsRefusal {
  readonly status: number;
  readonly reason: string;
}

const bad = (reason: string, status = 400): ApnsRefusal => ({ status, reason });

/**
 * Apple's rejections of headers and body. Tokens and topics are checked elsewhere. Unknown keys inside `aps` are
 * rejected too: Apple ignores them, so a misspelt key would go unnoticed.
 * https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
 */
export const checkApnsMessage = ({ headers, body }: FakeRequest): ApnsRefusal | Record<string, unknown> => {
  const refusal = checkHeaders(headers);
  if (refusal !== null) return refusal;
  if (body.length === 0) return bad('PayloadEmpty');
  if (body.length > PAYLOAD_LIMIT_BYTES) return bad('PayloadTooLarge', 413);
  const payload = parseObject(body);
  if (payload === null || !isObject(payload.aps)) return bad('BadPayload');
  const isActivity = headers['apns-push-type'] === 'liveactivity';
  return (isActivity ? checkActivity(payload.aps) : checkAps(payload.aps)) ? payload : bad('BadPayload');
};

export const isApnsRefusal = (value: ApnsRefusal | Record<string, unknown>): value is ApnsRefusal =>
  typeof value.status === 'number' && typeof value.reason === 'string' && !('aps' in value);

const checkHeaders = (headers: FakeRequest['headers']): ApnsRefusal | null => {
  const value = (name: string) => headers[name] as string | undefined;
  const id = value('apns-id');
  if (id !== undefined && !UUID.test(id)) return bad('BadMessageId');
  const type = value('apns-push-type');
  if (type === undefined || !PUSH_TYPES.has(type)) return bad('InvalidPushType');
  const priority = value('apns-priority');
  if (priority !== undefined && !['1', '5', '10'].includes(priority)) return bad('BadPriority');
  if (type === 'background' && priority !== '5') return bad('BadPriority');
  const expiration = value('apns-expiration');
  if (expiration !== undefined && !/^\d{1,12}$/.test(expiration)) return bad('BadExpirationDate');
  const collapseId = value('apns-collapse-id');
  if (collapseId !== undefined && (collapseId === '' || Buffer.byteLength(collapseId, 'latin1') > 64)) {
    return bad('BadCollapseId');
  }
  return null;
};

/** https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications */
const checkActivity = (aps: Record<string, unknown>): boolean => {
  if (Object.keys(aps).some((key) => !APS_KEYS.has(key))) return false;
  const { timestamp, event, alert = {}, attributes } = aps;
  const dates = [timestamp, aps['stale-date'] ?? 0, aps['dismissal-date'] ?? 0];
  if (!dates.every(Number.isSafeInteger) || !isObject(aps['content-state']) || !isObject(alert)) return false;
  if (!Object.keys(alert).every((key) => ['title', 'body', 'sound'].includes(key))) return false;
  if (event === 'start') return typeof aps['attributes-type'] === 'string' && isObject(attributes) && 'title' in alert;
  return (event === 'update' || event === 'end') && attributes === undefined;
};

const checkAps = (aps: Record<string, unknown>): boolean => {
  if (Object.keys(aps).some((key) => !APS_KEYS.has(key))) return false;
  for (const flag of ['mutable-content', 'content-available']) {
    if (aps[flag] !== undefined && aps[flag] !== 1) return false;
  }
  if (aps.alert === undefined || typeof aps.alert === 'string') return true;
  if (!isObject(aps.alert)) return false;
  return Object.entries(aps.alert).every(
    ([key, value]) => ALERT_KEYS.has(key) && (typeof value === 'string' || key.endsWith('-args')),
  );
};
