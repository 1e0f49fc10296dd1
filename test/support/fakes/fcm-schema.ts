import { isObject } from './exchange.js';

export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

type Check = (value: unknown, path: string) => FieldViolation[];

/**
 * Lists all violations of `google.firebase.fcm.v1.Message` in proto3 JSON by a message: unknown fields and wrong
 * types. As in proto3, both spellings of a field are accepted: `collapse_key` and `collapseKey`.
 * https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages
 */
export const findFcmViolations = (message: unknown): FieldViolation[] => [
  ...MESSAGE(message, 'message'),
  ...findAppleViolations(message),
];

const wrong = (field: string, description: string): FieldViolation[] => [{ field, description }];

const scalar =
  (name: string, isRight: (value: unknown) => boolean): Check =>
  (value, path) =>
    isRight(value) ? [] : wrong(path, `Invalid value at '${path}' (${name}), ${JSON.stringify(value)}`);

const isString = (value: unknown): value is string => typeof value === 'string';

const string = scalar('TYPE_STRING', isString);
const boolean = scalar('TYPE_BOOL', (value) => typeof value === 'boolean');
const number = scalar('TYPE_FLOAT', (value) => typeof value === 'number');
const integer = scalar('TYPE_INT32', (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31);
const duration = scalar(
  'type.googleapis.com/google.protobuf.Duration',
  (value) => isString(value) && /^\d+(\.\d{1,9})?s$/.test(value),
);
const timestamp = scalar(
  'type.googleapis.com/google.protobuf.Timestamp',
  (value) => isString(value) && !Number.isNaN(Date.parse(value)),
);
const httpsLink = scalar(
  'an https URL',
  (value) => isString(value) && value.startsWith('https://') && URL.canParse(value),
);

const oneOf = (...values: string[]): Check =>
  scalar(`one of ${values.join(', ')}`, (value) => isString(value) && values.includes(value));

const listOf =
  (check: Check): Check =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => check(item, `${path}[${index}]`))
      : wrong(path, `'${path}' must be a list`);

const mapOf =
  (check: Check): Check =>
  (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => check(item, `${path}.${key}`))
      : wrong(path, `'${path}' must be an object`);

const struct: Check = (value, path) => (isObject(value) ? [] : wrong(path, `'${path}' must be an object`));

const object =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (!isObject(value)) return wrong(path, `'${path}' must be an object`);
    return Object.entries(value).flatMap(([key, item]) => {
      const check = fields[toSnakeCase(key)];
      const unknown = `Invalid JSON payload received. Unknown name "${key}" at '${path}': Cannot find field.`;
      return check === undefined ? wrong(path, unknown) : check(item, `${path}.${key}`);
    });
  };

const toSnakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `from`, `message_type` and Google's own prefixes are refused in a device's data. */
const DATA: Check = (value, path) => [
  ...mapOf(string)(value, path),
  ...Object.keys(isObject(value) ? value : {})
    .filter((key) => /^(from|message_type)$|^(google|gcm)(\.|$)/.test(key))
    .flatMap((key) => wrong(`${path}.${key}`, `Invalid data payload key: ${key}`)),
];

const ANDROID_NOTIFICATION = object({
  title: string,
  body: string,
  icon: string,
  color: scalar('#rrggbb', (value) => isString(value) && /^#[0-9a-f]{6}$/i.test(value)),
  sound: string,
  tag: string,
  click_action: string,
  body_loc_key: string,
  body_loc_args: listOf(string),
  title_loc_key: string,
  title_loc_args: listOf(string),
  channel_id: string,
  ticker: string,
  sticky: boolean,
  event_time: timestamp,
  local_only: boolean,
  notification_priority: oneOf(
    'PRIORITY_UNSPECIFIED',
    'PRIORITY_MIN',
    'PRIORITY_LOW',
    'PRIORITY_DEFAULT',
    'PRIORITY_HIGH',
    'PRIORITY_MAX',
  ),
  default_sound: boolean,
  default_vibrate_timings: boolean,
  default_light_settings: boolean,
  vibrate_timings: listOf(duration),
  visibility: oneOf('VISIBILITY_UNSPECIFIED', 'PRIVATE', 'PUBLIC', 'SECRET'),
  notification_count: integer,
  light_settings: object({
    color: object({ red: number, green: number, blue: number, alpha: number }),
    light_on_duration: duration,
    light_off_duration: duration,
  }),
  image: string,
  proxy: oneOf('PROXY_UNSPECIFIED', 'ALLOW', 'DENY', 'IF_PRIORITY_LOWERED'),
  bypass_proxy_notification: boolean,
});

const LABEL = object({ analytics_label: string });

const MESSAGE = object({
  token: string,
  topic: string,
  condition: string,
  data: DATA,
  notification: object({ title: string, body: string, image: string }),
  fcm_options: LABEL,
  android: object({
    collapse_key: string,
    priority: oneOf('NORMAL', 'HIGH', 'normal', 'high'),
    ttl: duration,
    restricted_package_name: string,
    data: DATA,
    notification: ANDROID_NOTIFICATION,
    fcm_options: LABEL,
    direct_boot_ok: boolean,
    bandwidth_constrained_ok: boolean,
    restricted_satellite_ok: boolean,
  }),
  webpush: object({
    headers: mapOf(string),
    data: DATA,
    notification: struct,
    fcm_options: object({ link: httpsLink, analytics_label: string }),
  }),
  apns: object({
    headers: mapOf(string),
    payload: struct,
    live_activity_token: string,
    fcm_options: object({ analytics_label: string, image: string }),
  }),
});

/** Apple refuses these in the part that FCM hands on; FCM refuses these in a data-only message. */
const findAppleViolations = (message: unknown): FieldViolation[] => {
  const { apns, notification } = toObject(message);
  const { headers, payload } = toObject(apns);
  const { 'apns-priority': priority = '10', 'apns-push-type': type } = toObject(headers);
  const { aps } = toObject(payload);
  const field = 'message.apns.headers';
  if (!['10', '5', '1'].includes(String(priority))) return wrong(field, `Invalid apns-priority: ${String(priority)}`);
  if (payload !== undefined && !isObject(aps)) return wrong('message.apns.payload', 'aps must be an object');
  const { alert, badge, sound } = toObject(aps);
  if (type === 'background' && [notification, alert, badge, sound].some((part) => part !== undefined))
    return wrong(field, 'A background message has no alert, badge and sound');
  const isDataOnly = apns !== undefined && notification === undefined && alert === undefined;
  return isDataOnly && priority === '10' ? wrong(field, 'A message of data alone needs apns-priority 5') : [];
};

const toObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
