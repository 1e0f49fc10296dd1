/** Whether a text has at most so many characters, as users and databases count them: code points, not UTF-16 units. */
export const isWithin = (text: string, limit: number): boolean =>
  text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit);

/** The first characters of a text; none is cut in two. */
export const clip = (text: string, limit: number): string =>
  text.length <= limit ? text : [...text.slice(0, 2 * limit)].slice(0, limit).join('');
