import { badInput } from '../errors.js';

/** A page of a list, by number. */
export interface PageRequest {
  /** The first page is 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Part of a list, and the size of the whole list. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
}

export const MAX_PER_PAGE = 1_000;
/** No page reaches past this record (docs/rules.md#lists). */
const MAX_RECORD = 10_000;

/** Returns how many records to skip and take for a page (docs/rules.md#lists). @throws BAD_USER_INPUT */
export const toWindow = ({ page, perPage }: PageRequest): { skip: number; take: number } => {
  checkCount('page', page, MAX_RECORD);
  checkCount('per_page', perPage, MAX_PER_PAGE);
  if (page * perPage > MAX_RECORD) {
    throw badInput('page', `\`page\` must not reach past record ${MAX_RECORD}; filter the list instead.`);
  }
  return { skip: (page - 1) * perPage, take: perPage };
};

export const checkCount = (field: string, count: number, max: number): void => {
  if (Number.isInteger(count) && count >= 1 && count <= max) return;
  throw badInput(field, `\`${field}\` must be a whole number from 1 to ${max}.`);
};
