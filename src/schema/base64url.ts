/** Used again and again: a buffer for each of a hundred ids and cursors in an answer costs more than encoding them. */
const scratch = Buffer.allocUnsafe(1_024);
const MAX_BYTES_OF_CHARACTER = 3;

export const toBase64url = (text: string): string => {
  if (text.length * MAX_BYTES_OF_CHARACTER > scratch.length) return Buffer.from(text).toString('base64url');
  return scratch.toString('base64url', 0, scratch.write(text));
};
