import type { JsonObject } from '../../ports/field-values.js';
import type { MessageContent } from '../../ports/message-fields.js';
import type { FieldProblem } from '../definition.js';
import { isRecord } from '../exchange.js';
import {
  at,
  BOOLEAN,
  COUNT,
  LINK,
  mergePassthrough,
  NUMBER,
  OBJECT,
  passthroughProblems,
  type RefusedPaths,
  TEXT,
  type ValueRule,
  type ValueRules,
} from '../passthrough.js';

/** Lists what OneSignal cannot carry, and what passthrough may not change. */
export const oneSignalProblems = ({ data, passthrough }: MessageContent): readonly FieldProblem[] => [
  ...(data !== null && Object.hasOwn(data, 'receipt') ? [OWN_RECEIPT] : []),
  ...passthroughProblems('passthrough.onesignal', passthrough?.onesignal ?? {}, { refused: REFUSED, values: VALUES }),
];

const TRANSLATIONS: ValueRule = {
  mustBe: 'an object with a text for each language',
  accepts: (value) => isRecord(value) && Object.values(value).every((text) => typeof text === 'string'),
};

const BUTTONS: ValueRule = {
  mustBe: 'a list of buttons, whose `url` is a link',
  accepts: (value) =>
    Array.isArray(value) && value.every((one) => isRecord(one) && (one.url === undefined || LINK.accepts(one.url))),
};

const VALUES: ValueRules = {
  ...at('', 'contents headings subtitle', TRANSLATIONS),
  ...at('', 'data ios_attachments', OBJECT),
  ...at('', 'url app_url web_url', LINK),
  ...at('', 'ttl', COUNT),
  ...at('', 'priority ios_badgeCount ios_relevance_score android_visibility', NUMBER),
  ...at('', 'content_available mutable_content', BOOLEAN),
  ...at('', 'big_picture chrome_web_image chrome_web_icon large_icon small_icon', TEXT),
  ...at('', 'ios_sound android_sound ios_category android_group thread_id', TEXT),
  ...at('', 'android_channel_id existing_android_channel_id', TEXT),
  ...at('', 'buttons web_buttons', BUTTONS),
};

const OWN_RECEIPT: FieldProblem = {
  path: 'data.receipt',
  reason: 'The message already uses this key. Rename it.',
};

/** Merges the user's own members into a message. */
export const mergeOneSignal = (message: JsonObject, onesignal: JsonObject): JsonObject =>
  mergePassthrough(message, onesignal, REFUSED);

const CREDENTIALS = 'The application has its own credentials. Remove this.';
const ADDRESS = 'The device has its own address. Remove this.';
const IDENTITY = 'The message has its own identity. Remove this, or set `collapseKey`.';

const REFUSED: RefusedPaths = {
  app_id: CREDENTIALS,
  app_ids: CREDENTIALS,
  api_key: CREDENTIALS,
  'include_*': ADDRESS,
  'included_*': ADDRESS,
  'excluded_*': ADDRESS,
  filters: ADDRESS,
  tags: ADDRESS,
  target_channel: ADDRESS,
  channel_for_external_user_ids: ADDRESS,
  email_to: ADDRESS,
  idempotency_key: IDENTITY,
  external_id: IDENTITY,
  collapse_id: IDENTITY,
  web_push_topic: IDENTITY,
  'data.receipt': 'The message has its own receipt. Remove this.',
};
