import { type Button, NO_SOUND } from '../ports/field-values.js';
import type { FieldName, MessageContent } from '../ports/message-fields.js';
import { type FieldMapping, labelOf } from './field-mapping.js';

/** Apple's payload: `aps` is the system's, the other members are the app's. */
export interface ApplePayload {
  readonly aps: Record<string, unknown>;
  [own: string]: unknown;
}

/** The parts of Apple's payload that are the same for a message to Apple and one through FCM. */
export const APPLE_RULES = {
  sound: ({ aps }, { name, critical, volume }) => {
    if (name === NO_SOUND) delete aps.sound;
    else aps.sound = critical ? { critical: 1, name, volume: volume ?? 1 } : name;
  },
  // Apple can only set the number; the app's service extension adds to it.
  badge: (payload, badge) => {
    if ('set' in badge) payload.aps.badge = badge.set;
    else payload.badge_increment = badge.increment;
  },
  group: ({ aps }, group) => {
    aps['thread-id'] = group;
  },
  iosCategory: ({ aps }, category) => {
    aps.category = category;
  },
  interruption: ({ aps }, interruption) => {
    aps['interruption-level'] = interruption.toLowerCase().replace('_', '-');
  },
  relevance: ({ aps }, relevance) => {
    aps['relevance-score'] = relevance;
  },
  // iOS shows the buttons of a category. The library registers one of this name from `buttons`.
  buttons: (payload, buttons, content) => {
    payload.aps.category ??= `pushgraph.${buttons.map(({ id }) => id).join('.')}`;
    payload.buttons = labelledButtons(buttons, content);
  },
} as const satisfies Partial<FieldMapping<ApplePayload>> & { readonly [Name in FieldName]?: unknown };

/** The buttons as libraries read them. */
export const labelledButtons = (
  buttons: readonly Button[],
  { buttonLabels }: Pick<MessageContent, 'buttonLabels'>,
): readonly Readonly<Record<string, unknown>>[] =>
  buttons.map(({ id, link, icon, destructive, input }) => ({
    id,
    label: labelOf(id, buttonLabels),
    ...(link !== null && { link }),
    ...(icon !== null && { icon }),
    ...(destructive && { destructive }),
    ...(input && { input }),
  }));
