/** Whether a text has at most `max` characters as users and databases count them: code points, not UTF-16 units. */
export const isWithin = (text: string, limit: number): boolean =>
  text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit);

/** The first characters of a text, without splitting one. */
export const clip = (text: string, limit: number): string =>
  text.length <= limit ? text : [...text.slice(0, 2 * limit)].slice(0, limit).join('');

/** Whether a text compares alike everywhere. MySQL ignores trailing spaces, and a lone surrogate has no UTF-8 form. */
export const isPlainText = (text: string, limit: number): boolean =>
  text.length > 0 && isWithin(text, limit) && text === text.trim() && !/[\p{Cc}\p{Cs}]/u.test(text);

export const describeText = (limit: number): string => `a text of 1 to ${limit} characters without spaces around it`;
