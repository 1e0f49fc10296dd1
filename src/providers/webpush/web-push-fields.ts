import { NO_SOUND } from '../../ports/field-values.js';
import { ELSEWHERE, type FieldMapping, labelOf } from '../field-mapping.js';
import { mergePassthrough } from '../passthrough.js';
import { OWN_KEYS, WEB_PUSH_FORBIDDEN } from './web-push-problems.js';

type Json = Record<string, unknown>;

/**
 * A message for two readers. Workers up to release 0.9 read its own members; current workers and Safari read the
 * notification (https://w3c.github.io/push-api/#declarative-push-message).
 */
export type WebPushDraft = Json & {
  /** Its `data` is read by the page and the worker. */
  notification: Json & { data: Json };
};

const writeBoth = (draft: WebPushDraft, name: string, value: string): void => {
  (draft as Json)[name] = value;
  draft.notification[name] = value;
};

export const WEB_PUSH_FIELDS: FieldMapping<WebPushDraft> = {
  title: (draft, title) => writeBoth(draft, 'title', title),
  text: (draft, text) => writeBoth(draft, 'body', text),
  image: (draft, image) => writeBoth(draft, 'image', image),
  icon: (draft, icon) => writeBoth(draft, 'icon', icon),
  link: (draft, link) => {
    draft.link = link;
    draft.notification.navigate = link;
  },
  subtitle: null,
  buttonLabels: ELSEWHERE,
  timeToLive: ELSEWHERE,
  urgency: ELSEWHERE,
  collapseKey: ELSEWHERE,
  data: ({ notification }, data) => {
    for (const [key, text] of Object.entries(data)) if (!OWN_KEYS.has(key)) notification.data[key] = text;
  },
  // Browsers play no sounds but their own.
  sound: ({ notification }, { name }) => {
    if (name === NO_SOUND) notification.silent = true;
  },
  // Only the worker can add, because a declarative message has a number.
  badge: (draft, badge) => {
    if ('set' in badge) draft.app_badge = badge.set;
    else draft.notification.data.badge_increment = badge.increment;
  },
  group: null,
  channel: null,
  iosCategory: null,
  interruption: null,
  relevance: null,
  visibility: null,
  color: null,
  requireInteraction: ({ notification }, requireInteraction) => {
    notification.requireInteraction = requireInteraction;
  },
  renotify: ({ notification }, renotify) => {
    notification.renotify = renotify;
  },
  buttons: ({ notification }, buttons, { buttonLabels }) => {
    notification.actions = buttons.map(({ id, link, icon }) => ({
      action: id,
      title: labelOf(id, buttonLabels),
      ...(link !== null && { navigate: link }),
      ...(icon !== null && { icon }),
    }));
  },
  silent: null,
  render: null,
  truncate: ELSEWHERE,
  missing: ELSEWHERE,
  passthrough: (draft, { webpush }) => {
    if (webpush) Object.assign(draft, mergePassthrough(draft, webpush, WEB_PUSH_FORBIDDEN));
  },
};
