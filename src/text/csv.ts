/*
 * RFC 4180: a cell in quotes may hold delimiters, line breaks and doubled quotes. A spreadsheet would run a cell that
 * begins like a formula (https://owasp.org/www-community/attacks/CSV_Injection), so such a cell is prefixed with an
 * apostrophe, which reading removes.
 */

export const joinCsv = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`;

const toCell = (text: string): string => {
  const safe = /^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Returns the text of a cell without its quotes. */
export const readCell = (cell: string): string => (/^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell);
