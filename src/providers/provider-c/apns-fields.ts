import type { FieldName, MessageContent } from '../../ports/message-fields.js';
import { APPLE_RULES, type ApplePayload } from '../apple-rules.js';
import { ELSEWHERE, type FieldMapping } from '../field-mapping.js';

/** A payload whose `aps` has an alert. */
interface ApnsDraft extends ApplePayload {
  readonly aps: ApplePayload['aps'] & { readonly alert: Record<string, unknown> };
}

/** https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification */
export const APNS_FIELDS: FieldMapping<ApnsDraft> = {
  ...APPLE_RULES,
  title: ({ aps }, title) => {
    aps.alert.title = title;
  },
  text: ({ aps }, text) => {
    aps.alert.body = text;
  },
  image: (payload, image) => {
    payload.image = image;
  },
  icon: (payload, icon) => {
    payload.icon = icon;
  },
  link: (payload, link) => {
    payload.link = link;
  },
  subtitle: ({ aps }, subtitle) => {
    aps.alert.subtitle = subtitle;
  },
  buttonLabels: ELSEWHERE,
  timeToLive: ELSEWHERE,
  urgency: ELSEWHERE,
  collapseKey: ELSEWHERE,
  data: (payload, data) => {
    for (const [key, text] of Object.entries(data)) if (!OWN_MEMBERS.has(key)) payload[key] = text;
  },
  channel: null,
  visibility: null,
  color: null,
  requireInteraction: null,
  renotify: null,
  silent: ELSEWHERE,
  render: null,
  truncate: ELSEWHERE,
  missing: ELSEWHERE,
  passthrough: ELSEWHERE,
};

/** A silent message has no `aps` of its own: Apple refuses one with an alert, a badge or a sound. */
export const ignoredByApns = ({ silent, badge }: Partial<MessageContent>): readonly FieldName[] => {
  if (!silent) return [];
  const shown: FieldName[] = ['subtitle', 'sound', 'group', 'iosCategory', 'interruption', 'relevance'];
  return badge && 'set' in badge ? [...shown, 'badge'] : shown;
};

/** Members of the payload that data of the user may not take. */
export const OWN_MEMBERS: ReadonlySet<string> = new Set([
  ...['aps', 'receipt', 'image', 'icon', 'link', 'buttons', 'badge_increment', '__proto__'],
]);
