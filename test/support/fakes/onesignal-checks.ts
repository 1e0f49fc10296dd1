import type { FakeRequest } from './exchange.js';
import { isObject } from './exchange.js';

const MAX_SUBSCRIPTIONS = 20_000;
const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Documented fields of a push message. OneSignal ignores others. The fake refuses them, so that a typo is noticed.
 */
const FIELDS = new Set(
  (
    'app_id include_subscription_ids target_channel idempotency_key external_id name headings contents subtitle data ' +
    'url app_url web_url big_picture ios_attachments chrome_web_image chrome_web_icon chrome_web_badge chrome_icon ' +
    'firefox_icon large_icon small_icon huawei_big_picture huawei_large_icon adm_big_picture adm_large_icon ' +
    'ttl priority collapse_id web_push_topic mutable_content content_available isIos isAndroid isAnyWeb isChromeWeb isFirefox ' +
    'isSafari isHuawei ios_sound android_sound ios_category android_channel_id existing_android_channel_id thread_id ' +
    'android_group android_visibility android_accent_color android_led_color ios_badgeType ios_badgeCount ' +
    'ios_interruption_level ios_relevance_score target_content_identifier buttons web_buttons apns_push_type_override ' +
    'enable_frequency_cap throttle_rate_per_minute'
  ).split(' '),
);

export const isUuid = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);

/** Requests that OneSignal answers with 400, in its own words where they are known. */
export const checkOneSignalRequest = (
  { headers }: FakeRequest,
  message: Record<string, unknown>,
): { status: number; reason: string } | null => {
  const problem =
    checkEnvelope(String(headers['content-type'] ?? ''), message) ??
    checkTexts(message) ??
    checkOptions(message) ??
    checkPresentation(message);
  return problem === null ? null : { status: 400, reason: problem };
};

const checkEnvelope = (contentType: string, message: Record<string, unknown>): string | null => {
  if (!contentType.startsWith('application/json')) return 'Content-Type must be application/json';
  const unknown = Object.keys(message).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) return `Unknown field ${unknown}`;
  const ids = message.include_subscription_ids;
  if (!Array.isArray(ids) || ids.length === 0)
    return 'You must include which players, segments, or tags you wish to send this notification to.';
  if (ids.length > MAX_SUBSCRIPTIONS) return `include_subscription_ids can have at most ${MAX_SUBSCRIPTIONS} entries`;
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined)
    return `Incorrect subscription_id format in include_subscription_ids (not a valid UUID): ${String(wrong)}`;
  const key = message.idempotency_key;
  return key === undefined || isUuid(key) ? null : 'idempotency_key must be a valid UUID';
};

const checkTexts = (message: Record<string, unknown>): string | null => {
  const { contents, headings, subtitle, content_available: isSilent } = message;
  if (!isTextByLanguage(contents) && !(contents === undefined && isSilent === true))
    return 'Message Notifications must have English language content';
  for (const [name, value] of Object.entries({ headings, subtitle })) {
    if (value !== undefined && !isTextByLanguage(value)) return `${name} must be a map of strings by language with en`;
  }
  return null;
};

const isTextByLanguage = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.en === 'string' &&
  value.en !== '' &&
  Object.entries(value).every(
    ([language, text]) => /^[a-z]{2,3}(-Han[st])?$/i.test(language) && typeof text === 'string',
  );

const checkOptions = (message: Record<string, unknown>): string | null => {
  const { ttl, priority, collapse_id: collapseId, data, url, ios_attachments: attachments } = message;
  if (ttl !== undefined && !(Number.isInteger(ttl) && Number(ttl) >= 0 && Number(ttl) <= MAX_TTL_SECONDS)) {
    return 'ttl must be an integer of seconds up to 2419200';
  }
  if (priority !== undefined && priority !== 5 && priority !== 10) return 'priority must be 5 or 10';
  if (collapseId !== undefined && !(typeof collapseId === 'string' && Buffer.byteLength(collapseId) <= 64)) {
    return 'collapse_id must be a string of at most 64 bytes';
  }
  if (data !== undefined && !isObject(data)) return 'data must be an object';
  if (url !== undefined && !(typeof url === 'string' && URL.canParse(url))) return 'url must be a valid URL';
  if (attachments !== undefined && !(isObject(attachments) && Object.values(attachments).every(isWebAddress))) {
    return 'ios_attachments must be a map of URLs';
  }
  for (const field of ['big_picture', 'chrome_web_image', 'chrome_web_icon', 'large_icon', 'small_icon']) {
    if (message[field] !== undefined && typeof message[field] !== 'string') return `${field} must be a string`;
  }
  return null;
};

const isWebAddress = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\//.test(value);

/** The documented values of each member that affects how a device shows the message. */
const PRESENTATION: Readonly<Record<string, (value: unknown) => boolean>> = {
  ios_badgeType: (value) => ['None', 'SetTo', 'Increase'].includes(String(value)),
  ios_badgeCount: Number.isInteger,
  ios_interruption_level: (value) => ['active', 'passive', 'time_sensitive', 'critical'].includes(String(value)),
  ios_relevance_score: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  ios_sound: isText,
  android_sound: isText,
  ios_category: isText,
  existing_android_channel_id: isText,
  thread_id: isText,
  android_group: isText,
  android_visibility: (value) => [1, 0, -1].includes(Number(value)),
  android_accent_color: (value) => /^[0-9A-F]{8}$/.test(String(value)),
  content_available: isFlag,
  mutable_content: isFlag,
  buttons: (value) => isListOfButtons(value, ['id', 'text', 'icon']),
  web_buttons: (value) => isListOfButtons(value, ['id', 'text', 'icon', 'url']),
};

function checkPresentation(message: Record<string, unknown>): string | null {
  const wrong = Object.keys(PRESENTATION).find(
    (field) => message[field] !== undefined && PRESENTATION[field]?.(message[field]) === false,
  );
  return wrong === undefined ? null : `${wrong} has a value of the wrong type`;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

const isListOfButtons = (value: unknown, members: readonly string[]): boolean =>
  Array.isArray(value) &&
  value.every(
    (button) =>
      isObject(button) &&
      isText(button.id) &&
      Object.entries(button).every(([name, text]) => members.includes(name) && isText(text)),
  );
