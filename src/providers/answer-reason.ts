import { STATUS_CODES } from 'node:http';

/**
 * A reason that is short, stable and free of secrets: the status and the provider's own word for it, if that is a word.
 * What else a provider wrote stays out: answers of user-set addresses could hold anything.
 */
export function answerReason(status: number, word?: unknown): string {
  if (typeof word === 'string' && /^[A-Za-z][A-Za-z_-]{0,59}$/.test(word)) return `${status} ${word}`;
  const name = STATUS_CODES[status];
  return name === undefined ? `${status}` : `${status} ${name.toLowerCase()}`;
}
