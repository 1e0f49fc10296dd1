import type { MessageContent } from '../ports/message-fields.js';
import type { SlottedLabels, SlottedText } from '../ports/slotted-content.js';
import type { Message } from './sender.js';

/** Returns the shared content with the device's own values filled in. A field without any text is left out. */
export const contentFor = ({ content, slots }: Pick<Message, 'content' | 'slots'>): MessageContent => {
  if (slots === undefined) return content;
  const { slotted = {}, ...shared } = content;
  const filled: Record<string, unknown> = { ...shared };
  for (const [field, text] of Object.entries(slotted)) {
    filled[field] = isText(text) ? fill(text, slots) || null : fillAll(text, slots);
  }
  return filled as unknown as MessageContent;
};

const isText = (text: SlottedText | SlottedLabels): text is SlottedText => Array.isArray(text);

const fill = (text: SlottedText, slots: readonly string[]): string =>
  text.map((part) => (typeof part === 'number' ? (slots[part] ?? '') : part)).join('');

const fillAll = (labels: SlottedLabels, slots: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([id, text]) => [id, fill(text, slots)]));
