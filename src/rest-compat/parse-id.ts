import { notFound } from '../errors.js';

/**
 * Parses an id in a path. Only positive integers below 2^53 are ids (docs/rules.md#ids). @throws NOT_FOUND
 */
export const parseId = (text: string | undefined, noun: string): number => {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : 0;
  if (id > 0 && Number.isSafeInteger(id)) return id;
  throw notFound(noun);
};
