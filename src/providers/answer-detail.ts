import { STATUS_CODES } from 'node:http';

/**
 * The status of an answer and the provider's own word for it, such as `410 Unregistered`. The rest of the body is left
 * out: an address that a user has set may answer with anything.
 */
export function answerDetail(status: number, word?: unknown): string {
  if (typeof word === 'string' && /^[A-Za-z][A-Za-z_-]{0,59}$/.test(word)) return `${status} ${word}`;
  const name = STATUS_CODES[status];
  return name === undefined ? `${status}` : `${status} ${name.toLowerCase()}`;
}
