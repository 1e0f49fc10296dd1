import { parse } from 'node:path';
import { type Button, NO_SOUND } from '../../ports/field-values.js';
import { FIELD_LIST, type FieldName, type MessageContent } from '../../ports/message-fields.js';
import { ELSEWHERE, type FieldMapping, labelOf } from '../field-mapping.js';

type OneSignalDraft = Record<string, unknown>;

const inMember =
  (name: string) =>
  (draft: OneSignalDraft, value: unknown): void => {
    draft[name] = value;
  };

/**
 * https://documentation.onesignal.com/reference/create-message. OneSignal requires `en` and shows it to everyone if it is
 * the only language.
 */
export const ONESIGNAL_FIELDS: FieldMapping<OneSignalDraft> = {
  title: (draft, title) => {
    if (title !== '') draft.headings = { en: title };
  },
  // OneSignal requires a text, so a lone title is sent as the text.
  text: (draft, text, { title }) => {
    draft.contents = { en: text === '' ? title : text };
    if (text === '') delete draft.headings;
  },
  image: (draft, image) => {
    draft.big_picture = image;
    draft.chrome_web_image = image;
    draft.ios_attachments = { image };
  },
  icon: (draft, icon, { color }) => {
    draft.chrome_web_icon = icon;
    draft.large_icon = icon;
    // The color tints the small icon. A push over REST has no color, and its bytes stay as they are. The library shows
    // the app's own icon unless this names a resource (NotificationDisplayBuilder.getSmallIconId).
    if (color !== null) draft.small_icon = icon;
  },
  link: inMember('url'),
  subtitle: (draft, subtitle) => {
    draft.subtitle = { en: subtitle };
  },
  buttonLabels: ELSEWHERE,
  timeToLive: ELSEWHERE,
  urgency: ELSEWHERE,
  collapseKey: ELSEWHERE,
  data: inMember('data'),
  // OneSignal plays nothing for `nil`, and requires Android's names without an extension.
  sound: (draft, { name, critical }) => {
    draft.ios_sound = name === NO_SOUND ? 'nil' : name;
    if (name !== 'default') draft.android_sound = name === NO_SOUND ? 'nil' : parse(name).name;
    if (critical) draft.ios_interruption_level = 'critical';
  },
  badge: (draft, badge) => {
    draft.ios_badgeType = 'set' in badge ? 'SetTo' : 'Increase';
    draft.ios_badgeCount = 'set' in badge ? badge.set : badge.increment;
  },
  group: (draft, group) => {
    draft.android_group = group;
    draft.thread_id = group;
  },
  channel: inMember('existing_android_channel_id'),
  iosCategory: inMember('ios_category'),
  interruption: (draft, interruption) => {
    draft.ios_interruption_level = interruption.toLowerCase();
  },
  relevance: inMember('ios_relevance_score'),
  visibility: (draft, visibility) => {
    draft.android_visibility = { PUBLIC: 1, PRIVATE: 0, SECRET: -1 }[visibility];
  },
  color: (draft, color) => {
    draft.android_accent_color = `FF${color.slice(1).toUpperCase()}`;
  },
  requireInteraction: null,
  renotify: null,
  // Icons of phone buttons must be resources of the app.
  buttons: (draft, buttons, content) => {
    draft.buttons = buttons.map((button) => labelled(button, content));
    draft.web_buttons = buttons.map((button) => ({
      ...labelled(button, content),
      ...(button.icon !== null && { icon: button.icon }),
      ...(button.link !== null && { url: button.link }),
    }));
  },
  silent: (draft, isSilent) => {
    if (isSilent) draft.content_available = true;
  },
  // The library of OneSignal draws every message.
  render: null,
  truncate: ELSEWHERE,
  missing: ELSEWHERE,
  passthrough: ELSEWHERE,
};

/** The members of a message that shows nothing: OneSignal shows whatever has `contents`. */
export const SILENT_FIELDS: Partial<FieldMapping<OneSignalDraft>> = {
  data: ONESIGNAL_FIELDS.data,
  silent: ONESIGNAL_FIELDS.silent,
};

/** The fields that a silent message does not carry. */
export const ignoredByOneSignal = ({ silent }: Partial<MessageContent>): readonly FieldName[] => (silent ? SHOWN : []);

const SHOWN = FIELD_LIST.map(({ name }) => name).filter(
  (name) => !['title', 'text'].includes(name) && ONESIGNAL_FIELDS[name] !== ELSEWHERE && !SILENT_FIELDS[name],
);

const labelled = ({ id }: Button, { buttonLabels }: MessageContent) => ({ id, text: labelOf(id, buttonLabels) });
