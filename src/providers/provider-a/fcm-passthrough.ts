import type { JsonObject } from '../../ports/field-values.js';
import type { MessageContent } from '../../ports/message-fields.js';
import { appleHeaders, applePayload } from '../apple-passthrough.js';
import type { FieldProblem } from '../definition.js';
import { isRecord } from '../exchange.js';
import {
  at,
  BOOLEAN,
  COUNT,
  headerProblems,
  LINK,
  mergePassthrough,
  OBJECT,
  oneOf,
  passthroughProblems,
  type RefusedPaths,
  TEXT,
  TEXTS,
  type ValueRule,
  type ValueRules,
} from '../passthrough.js';
import { isAppDrawn, isReserved, OWN_KEYS, type WireMessage } from './fcm-fields.js';
import { APP_DRAWN_KEYS } from './other-platforms.js';

/** Lists what FCM cannot carry, and what passthrough may not change. */
export const fcmProblems = (content: MessageContent): readonly FieldProblem[] => {
  const { data, passthrough } = content;
  const keys = Object.keys(data ?? {});
  const inData = keys.flatMap((key) => problemOfKey(`data.${key}`, { key, isOurs: isOurs(key, content) }));
  return passthrough?.fcm ? [...inData, ...fcmPassthroughProblems(passthrough.fcm, content)] : inData;
};

const problemOfKey = (path: string, { key, isOurs }: { key: string; isOurs: boolean }): FieldProblem[] => {
  if (isReserved(key)) return [{ path, reason: 'Firebase Cloud Messaging reserves this key. Rename it.' }];
  return isOurs ? [{ path, reason: 'The message already uses this key. Rename it.' }] : [];
};

const isOurs = (key: string, content: MessageContent): boolean => {
  if (OWN_KEYS.has(key) || (isAppDrawn(content) && APP_DRAWN_KEYS.has(key))) return true;
  // Apps show a message of data that has a title.
  if (key === 'title') return content.silent === true;
  return (key === 'link' || key === 'icon') && content[key] !== null;
};

const fcmPassthroughProblems = (fcm: JsonObject, { silent }: MessageContent): FieldProblem[] => {
  const root = 'passthrough.fcm';
  const wire = toWireNames('', fcm);
  const { data, apns, webpush } = wire;
  return [
    ...passthroughProblems(root, wire, {
      refused: REFUSED,
      values: { ...VALUES, ...appleHeaders('apns.headers', silent) },
    }),
    ...unknownNames(root, '', wire),
    ...headerProblems(`${root}.apns.headers`, isRecord(apns) ? apns.headers : null),
    ...headerProblems(`${root}.webpush.headers`, isRecord(webpush) ? webpush.headers : null),
    ...Object.entries(isRecord(data) ? data : {}).flatMap(([key, value]) =>
      dataProblem(`${root}.data.${key}`, { key, value }),
    ),
  ];
};

const TEXT_NAMES = 'title body icon color sound click_action channel_id ticker image title_loc_key body_loc_key';

const PRIORITIES = ['MIN', 'LOW', 'DEFAULT', 'HIGH', 'MAX'].map((name) => `PRIORITY_${name}`);

const DURATION: ValueRule = {
  mustBe: 'seconds such as `3600s`',
  accepts: (value) => typeof value === 'string' && /^\d{1,12}(\.\d{1,9})?s$/.test(value),
};

const HTTPS_LINK: ValueRule = {
  mustBe: 'an https URL',
  accepts: (value) => typeof value === 'string' && value.startsWith('https://') && LINK.accepts(value),
};

const VALUES: ValueRules = {
  ...at('', 'data notification android webpush apns fcm_options', OBJECT),
  ...at('notification', 'title body image', TEXT),
  ...at('android', 'notification fcm_options', OBJECT),
  ...at('data', 'link', LINK),
  ...at('android', 'priority', oneOf('NORMAL', 'HIGH', 'normal', 'high')),
  ...at('android', 'ttl', DURATION),
  ...at('android', 'restricted_package_name', TEXT),
  ...at('android', 'direct_boot_ok bandwidth_constrained_ok restricted_satellite_ok', BOOLEAN),
  ...at('android.notification', TEXT_NAMES, TEXT),
  ...at('android.notification', 'sticky local_only default_sound default_vibrate_timings', BOOLEAN),
  ...at('android.notification', 'default_light_settings', BOOLEAN),
  ...at('android.notification', 'notification_count', COUNT),
  ...at('android.notification', 'title_loc_args body_loc_args vibrate_timings', TEXTS),
  ...at('android.notification', 'visibility', oneOf('PRIVATE', 'PUBLIC', 'SECRET')),
  ...at('android.notification', 'notification_priority', oneOf(...PRIORITIES)),
  ...at('android.notification', 'light_settings', OBJECT),
  ...at('webpush', 'headers notification fcm_options', OBJECT),
  ...at('webpush.fcm_options', 'link', HTTPS_LINK),
  ...at('apns', 'headers payload fcm_options', OBJECT),
  ...applePayload('apns.payload'),
};

const dataProblem = (path: string, { key, value }: { key: string; value: unknown }): FieldProblem[] => {
  if (isReserved(key)) return problemOfKey(path, { key, isOurs: false });
  return typeof value === 'string' ? [] : [{ path, reason: 'Values of `data` must be strings.' }];
};

const unknownNames = (root: string, at: string, part: JsonObject): FieldProblem[] => {
  const names = NAMES.get(at);
  if (names === undefined) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    if (name === '__proto__' || Object.hasOwn(REFUSED, path)) return [];
    if (!names.has(name)) return [{ path: `${root}.${path}`, reason: 'FCM has no member with this name. Remove it.' }];
    return isRecord(value) ? unknownNames(root, path, value) : [];
  });
};

/** Merges the user's own members into a message. */
export const mergeFcm = (message: WireMessage, fcm: JsonObject): WireMessage => {
  const { data, ...merged } = mergePassthrough({ ...message }, toWireNames('', fcm), REFUSED) as unknown as WireMessage;
  const entries = Object.entries(data).filter(([key, text]) => !isReserved(key) && typeof text === 'string');
  return { ...merged, data: Object.fromEntries(entries) };
};

const ADDRESS = 'The device has its own address. Remove this.';
const IDENTITY = 'The message has its own identity. Remove this, or set `collapseKey`.';
const RECEIPT = 'The message has its own receipt. Remove this.';
const REPLACES_DATA = 'This would replace the data with the receipt. Use `passthrough.fcm.data`.';
const AUTHORIZATION = 'The application has its own credentials. Remove this.';

const REFUSED: RefusedPaths = {
  name: IDENTITY,
  token: ADDRESS,
  fid: ADDRESS,
  topic: ADDRESS,
  condition: ADDRESS,
  android_v2: 'This would replace the `android` part. Use `passthrough.fcm.android`.',
  'data.receipt': RECEIPT,
  'data.message_id': IDENTITY,
  'android.collapse_key': IDENTITY,
  'android.data': REPLACES_DATA,
  'android.notification.tag': IDENTITY,
  'apns.live_activity_token': ADDRESS,
  'apns.headers.authorization': AUTHORIZATION,
  'apns.headers.apns-topic': 'The application determines the topic. Remove this.',
  'apns.headers.apns-collapse-id': IDENTITY,
  'apns.headers.apns-id': IDENTITY,
  'apns.payload.receipt': RECEIPT,
  'apns.payload.message_id': IDENTITY,
  'webpush.headers.authorization': AUTHORIZATION,
  'webpush.headers.crypto-key': AUTHORIZATION,
  'webpush.headers.Topic': IDENTITY,
  'webpush.data': REPLACES_DATA,
  'webpush.notification.tag': IDENTITY,
};

const namesOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The members of FCM's own messages. Other objects are the user's: data, headers and payloads. */
const NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    '': namesOf('data notification android webpush apns fcm_options'),
    notification: namesOf('title body image'),
    fcm_options: namesOf('analytics_label'),
    android: namesOf(
      'priority ttl restricted_package_name notification fcm_options direct_boot_ok bandwidth_constrained_ok ' +
        'restricted_satellite_ok',
    ),
    'android.notification': namesOf(
      'title body icon color sound click_action body_loc_key body_loc_args title_loc_key title_loc_args channel_id ' +
        'ticker sticky event_time local_only notification_priority default_sound default_vibrate_timings ' +
        'default_light_settings vibrate_timings visibility notification_count light_settings image proxy ' +
        'bypass_proxy_notification',
    ),
    'android.notification.light_settings': namesOf('color light_on_duration light_off_duration'),
    'android.fcm_options': namesOf('analytics_label'),
    webpush: namesOf('headers notification fcm_options'),
    'webpush.fcm_options': namesOf('link analytics_label'),
    apns: namesOf('headers payload fcm_options'),
    'apns.fcm_options': namesOf('analytics_label image'),
  }),
);

/** FCM reads members in both spellings, `channel_id` and `channelId`, and headers in any case. */
const toWireNames = (at: string, part: JsonObject): JsonObject => {
  const isHeaders = at.endsWith('.headers');
  if (!NAMES.has(at) && !isHeaders) return part;
  const named = Object.entries(part).map(([name, value]) => {
    const wire = isHeaders ? headerName(name) : toSnakeCase(name);
    return [wire, isRecord(value) ? toWireNames(at === '' ? wire : `${at}.${wire}`, value) : value];
  });
  return Object.fromEntries(named);
};

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The spelling of the message's own headers. */
const headerName = (given: string): string => {
  const name = given.toLowerCase();
  return OWN_HEADERS.find((own) => own.toLowerCase() === name) ?? name;
};

const OWN_HEADERS = ['TTL', 'Urgency', 'Topic'];
