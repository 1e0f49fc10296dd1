import { isObject } from './exchange.js';

export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

type Check = (value: unknown, path: string) => FieldViolation[];

/**
 * Every way in which a message is not `google.firebase.fcm.v1.Message` in proto3 JSON: unknown fields and wrong types.
 * Both spellings of a field are known, as in proto3: `collapse_key` and `collapseKey`.
 * https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages
 */
export const findFcmViolations = (message: unknown): FieldViolation[] => MESSAGE(message, 'message');

const wrong = (field: string, description: string): FieldViolation[] => [{ field, description }];

const scalar =
  (name: string, isRight: (value: unknown) => boolean): Check =>
  (value, path) =>
    isRight(value) ? [] : wrong(path, `Invalid value at '${path}' (${name}), ${JSON.stringify(value)}`);

const isString = (value: unknown): value is string => typeof value === 'string';

const string = scalar('TYPE_STRING', isString);
const boolean = scalar('TYPE_BOOL', (value) => typeof value === 'boolean');
const integer = scalar('TYPE_INT32', Number.isInteger);
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
const anything: Check = () => [];

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
    .filter((key) => key === 'from' || key === 'message_type' || /^(google|gcm)(\.|$)/.test(key))
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
  notification_priority: string,
  default_sound: boolean,
  default_vibrate_timings: boolean,
  default_light_settings: boolean,
  vibrate_timings: listOf(duration),
  visibility: oneOf('PRIVATE', 'PUBLIC', 'SECRET'),
  notification_count: integer,
  light_settings: anything,
  image: string,
  proxy: oneOf('ALLOW', 'DENY', 'IF_PRIORITY_LOWERED'),
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
