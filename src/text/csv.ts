/*
 * RFC 4180: a cell in quotes may hold delimiters, line breaks and doubled quotes. A spreadsheet would run a cell that
 * begins like a formula (https://owasp.org/www-community/attacks/CSV_Injection), so such a cell is prefixed with an
 * apostrophe, which reading removes. Full-width signs count too, and so does the text after a semicolon: where the comma
 * is the decimal sign, as in German, a spreadsheet splits lines there, even inside quotes. A negative number runs nothing.
 */
const BEFORE_FORMULA = /(^|;)(?='*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/g;
const APOSTROPHE = /(^|;)'(?='*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/g;

const NEGATIVE_NUMBER = /^-\d{1,15}(?:\.\d{1,15})?$/;

export const joinCsv = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`;

const toCell = (text: string): string => {
  const safe = NEGATIVE_NUMBER.test(text) ? text : text.replace(BEFORE_FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Returns the text of a cell without its quotes. */
export const readCell = (cell: string): string => cell.replace(APOSTROPHE, '$1');
