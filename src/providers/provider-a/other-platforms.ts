import { NO_SOUND } from '../../ports/field-values.js';
import { labelledButtons } from '../apple-rules.js';
import type { FieldMapping } from '../field-mapping.js';
import { type ApplePart, isAppDrawn, type WebPart } from './fcm-fields.js';

/** Complements `APPLE_RULES`. FCM adds title and text of the notification, and the data as members of the payload. */
export const APPLE_FIELDS: Partial<FieldMapping<ApplePart>> = {
  title: ({ payload: { aps } }, title, content) => {
    const { text, subtitle } = content;
    if (!isAppDrawn(content) && subtitle === null) return;
    aps.alert = { title, ...(subtitle !== null && { subtitle }), body: text };
  },
  image: (draft, image) => {
    draft.fcm_options = { image };
  },
};

/** Browsers show the notification of FCM with these options. */
export const WEB_FIELDS: Partial<FieldMapping<Required<Pick<WebPart, 'notification'>> & WebPart>> = {
  title: ({ notification }, title, content) => {
    if (isAppDrawn(content)) Object.assign(notification, { title, body: content.text });
  },
  image: ({ notification }, image) => {
    notification.image = image;
  },
  icon: ({ notification }, icon) => {
    notification.icon = icon;
  },
  // FCM rejects links that are not https; the app still receives them as data.
  link: (draft, link) => {
    if (link.startsWith('https://') && URL.canParse(link)) draft.fcm_options = { link };
  },
  // Browsers play no sounds but their own.
  sound: ({ notification }, { name }) => {
    if (name === NO_SOUND) notification.silent = true;
  },
  requireInteraction: ({ notification }, isRequired) => {
    notification.requireInteraction = isRequired;
  },
  renotify: ({ notification }, isRenotified) => {
    notification.renotify = isRenotified;
  },
  buttons: ({ notification }, buttons, content) => {
    notification.actions = labelledButtons(buttons, content).map(({ id, label, icon }) => ({
      action: id,
      title: label,
      ...(icon !== undefined && { icon }),
    }));
  },
};

/** Data for an app that draws the message itself, in addition to its own data (docs/android-messages.md). */
export const APP_DRAWN_FIELDS: Partial<FieldMapping<Record<string, string>>> = {
  title: (data, title) => {
    data.title = title;
  },
  text: (data, text) => {
    data.text = text;
  },
  subtitle: (data, subtitle) => {
    data.subtitle = subtitle;
  },
  image: (data, image) => {
    data.image = image;
  },
  icon: (data, icon) => {
    data.icon = icon;
  },
  link: (data, link) => {
    data.link = link;
  },
  sound: (data, { name }) => {
    data.sound = name;
  },
  badge: (data, badge) => {
    if ('set' in badge) data.badge = String(badge.set);
    else data.badge_increment = String(badge.increment);
  },
  group: (data, group) => {
    data.group = group;
  },
  channel: (data, channel) => {
    data.channel = channel;
  },
  interruption: (data, interruption) => {
    data.interruption = interruption;
  },
  relevance: (data, relevance) => {
    data.relevance = String(relevance);
  },
  visibility: (data, visibility) => {
    data.visibility = visibility;
  },
  color: (data, color) => {
    data.color = color;
  },
  buttons: (data, buttons, content) => {
    data.buttons = JSON.stringify(labelledButtons(buttons, content));
  },
};

/** Every key of `APP_DRAWN_FIELDS`, which data of the user may not take. */
export const APP_DRAWN_KEYS: ReadonlySet<string> = new Set([...Object.keys(APP_DRAWN_FIELDS), 'badge_increment']);
