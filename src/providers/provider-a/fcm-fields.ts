import { parse } from 'node:path';
import { NO_SOUND } from '../../ports/field-values.js';
import type { FieldName, MessageContent } from '../../ports/message-fields.js';
import type { ApplePayload } from '../apple-rules.js';
import { ELSEWHERE, type FieldMapping } from '../field-mapping.js';

/** A message of FCM HTTP v1 without token: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages */
export interface WireMessage {
  /** Absent: nothing but data reaches an Android app. */
  readonly notification?: { title?: string; body?: string; image?: string };
  readonly android: {
    readonly ttl: string;
    readonly priority: 'normal' | 'high';
    readonly collapse_key?: string;
    readonly notification?: AndroidNotification;
  };
  readonly apns: ApplePart;
  readonly webpush: WebPart;
  /** The keys and values that the app itself reads. */
  readonly data: Record<string, string>;
}

interface AndroidNotification {
  readonly tag: string;
  channel_id?: string;
  sound?: string;
  default_sound?: true;
  notification_count?: number;
  notification_priority?: 'PRIORITY_LOW' | 'PRIORITY_DEFAULT' | 'PRIORITY_HIGH' | 'PRIORITY_MAX';
  visibility?: 'PUBLIC' | 'PRIVATE' | 'SECRET';
  color?: string;
}

/** The message that FCM hands to Apple for iPhones. */
export interface ApplePart {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: ApplePayload;
  fcm_options?: { readonly image: string };
}

/** The message that FCM hands to browsers. */
export interface WebPart {
  readonly headers: Readonly<Record<string, string>>;
  readonly notification?: Record<string, unknown>;
  fcm_options?: { readonly link: string };
}

/** The parts that fields are written into. */
export type WireDraft = WireMessage &
  Required<Pick<WireMessage, 'notification'>> & {
    readonly android: { readonly notification: AndroidNotification };
  };

export const isAppDrawn = ({ render }: MessageContent): boolean => render === 'APP';

/**
 * The message for Android. Its system draws no subtitles, groups and buttons; `APP_DRAWN_FIELDS` hands them to the app.
 * A link has no `click_action`, because a click does nothing in an app without an intent filter for that name.
 */
export const FCM_FIELDS: FieldMapping<WireDraft> = {
  title: ({ notification }, title) => {
    notification.title = title;
  },
  text: ({ notification }, text) => {
    notification.body = text;
  },
  image: ({ notification }, image) => {
    notification.image = image;
  },
  // Android's notification icon must be a resource, so the URL is data.
  icon: ({ data }, icon) => {
    data.icon = icon;
  },
  link: ({ data }, link) => {
    data.link = link;
  },
  subtitle: ELSEWHERE,
  buttonLabels: ELSEWHERE,
  timeToLive: ELSEWHERE,
  urgency: ELSEWHERE,
  collapseKey: ELSEWHERE,
  data: ({ data }, given) => {
    for (const [key, text] of Object.entries(given)) {
      if (!isReserved(key) && !OWN_KEYS.has(key) && !Object.hasOwn(data, key)) data[key] = text;
    }
  },
  // Without a sound, versions before Android 8 are silent; later ones use the sound of the channel. A resource has no
  // extension in its name: FCM's library plays the default sound for `bell.caf` (CommonNotificationBuilder.getSound).
  sound: ({ android: { notification } }, { name }) => {
    if (name === 'default') notification.default_sound = true;
    else if (name !== NO_SOUND) notification.sound = parse(name).name;
  },
  // Zero means the same as no count: the launcher adds one.
  badge: ({ android: { notification } }, badge) => {
    if ('set' in badge && badge.set > 0) notification.notification_count = badge.set;
  },
  group: ELSEWHERE,
  channel: ({ android: { notification } }, channel) => {
    notification.channel_id = channel;
  },
  iosCategory: ELSEWHERE,
  interruption: ({ android: { notification } }, interruption) => {
    notification.notification_priority = PRIORITIES[interruption];
  },
  relevance: ({ android: { notification } }, relevance) => {
    notification.notification_priority ??= priorityOf(relevance);
  },
  visibility: ({ android: { notification } }, visibility) => {
    notification.visibility = visibility;
  },
  color: ({ android: { notification } }, color) => {
    notification.color = color;
  },
  requireInteraction: null,
  renotify: null,
  buttons: ELSEWHERE,
  silent: ELSEWHERE,
  render: ELSEWHERE,
  truncate: ELSEWHERE,
  missing: ELSEWHERE,
  passthrough: ELSEWHERE,
};

/** A silent message has data, but nothing that the system or the app draws. */
export const ignoredByFcm = ({ silent }: Partial<MessageContent>): readonly FieldName[] =>
  silent
    ? [
        ...(['subtitle', 'image', 'sound', 'badge', 'group', 'channel', 'iosCategory', 'interruption'] as const),
        ...(['relevance', 'visibility', 'color', 'buttons', 'render'] as const),
      ]
    : [];

const PRIORITIES = {
  PASSIVE: 'PRIORITY_LOW',
  ACTIVE: 'PRIORITY_DEFAULT',
  TIME_SENSITIVE: 'PRIORITY_HIGH',
  CRITICAL: 'PRIORITY_MAX',
} as const;

const priorityOf = (relevance: number): AndroidNotification['notification_priority'] => {
  if (relevance < 1 / 3) return 'PRIORITY_LOW';
  return relevance < 2 / 3 ? 'PRIORITY_DEFAULT' : 'PRIORITY_HIGH';
};

/** FCM refuses these keys of data. */
export const isReserved = (key: string): boolean => /^(from$|message_type$|(google|gcm)(\.|$))/.test(key);

/** Keys of data that each message has. */
export const OWN_KEYS: ReadonlySet<string> = new Set(['receipt', 'message_id']);
