/** Whether a text has at most so many characters, as users and databases count them: code points, not UTF-16 units. */
export const isWithin = (text: string, limit: number): boolean =>
  text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit);

/** The first characters of a text; none is cut in two. */
export const clip = (text: string, limit: number): string =>
  text.length <= limit ? text : [...text.slice(0, 2 * limit)].slice(0, limit).join('');

/**
 * Text that compares alike everywhere: spaces at the end would not tell two values apart on MySQL, and a lone surrogate
 * has no form in UTF-8.
 */
export const isPlainText = (text: string, limit: number): boolean =>
  text.length > 0 && isWithin(text, limit) && text === text.trim() && !/[\p{Cc}\p{Cs}]/u.test(text);

export const describeText = (limit: number): string => `a text of 1 to ${limit} characters without spaces around it`;
