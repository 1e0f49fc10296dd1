import { notFound } from '../errors.js';

/**
 * An id out of a path. What is no positive integer, or past 2^53, names nothing (docs/rules.md#ids). @throws NOT_FOUND
 */
export const parseId = (text: string | undefined, noun: string): number => {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : 0;
  if (id > 0 && Number.isSafeInteger(id)) return id;
  throw notFound(noun);
};
