import type { MessageContent } from '../ports/message-fields.js';

/** The longest receipt of any run: four ids of up to 2^53 in base 36, and a signature of 22 characters. */
export const LONGEST_RECEIPT = `${`${'z'.repeat(11)}.`.repeat(4)}${'z'.repeat(22)}`;

const ELLIPSIS = '…';

/**
 * Shortens the text of a message that may be truncated until the message fits, between graphemes. The content stays as
 * it is if it fits, may not be truncated, or does not fit without any text either.
 * @param bytesOf the bytes of a message with a content, as the provider counts them.
 */
export const fitText = (
  content: MessageContent,
  limitBytes: number,
  bytesOf: (content: MessageContent) => number,
): MessageContent => {
  if (!content.truncate || bytesOf(content) <= limitBytes) return content;
  const { text } = content;
  // `containing` copies the text each time, so every grapheme of a long one would cost too much.
  const graphemes = new Intl.Segmenter().segment(text);
  const shortened = (at: number): MessageContent => {
    const end = graphemes.containing(at)?.index ?? text.length;
    return { ...content, text: text.slice(0, end).trimEnd() + ELLIPSIS };
  };
  const fits = (at: number): boolean => bytesOf(shortened(at)) <= limitBytes;
  if (!fits(0)) return content;
  let [most, tooMany] = [0, text.length];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  return shortened(most);
};
