import { Type } from 'typebox';

const MAX_ID = 100;
const MAX_TEXT = 255;

export const id = (description: string) => Type.String({ minLength: 1, maxLength: MAX_ID, description });

export const text = (description: string, maxLength = MAX_TEXT) => Type.String({ maxLength, description });

export const ids = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_ID }), { maxItems: 100, description });

export const texts = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_TEXT }), { maxItems: 100, description });

export const choice = <T extends string>(choices: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...choices], description });

export const choices = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T[]>({
    type: 'array',
    items: { type: 'string', enum: [...values] },
    maxItems: values.length,
    description,
  });

export const instant = (description: string) =>
  Type.String({ maxLength: 40, description: `${description} An instant such as 2026-11-21T09:00:00Z.` });

/** The arguments of a tool that lists. */
export const page = (limit: number) => ({
  first: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limit, description: `Number of items, at most ${limit}; 20 if omitted.` }),
  ),
  after: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'The `endCursor` of the previous page, for the next one.' }),
  ),
});

export const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

/** Splits the arguments of a list: paging stays, everything else filters. */
export const toWhere = <Args extends { readonly first?: number; readonly after?: string }>({
  first,
  after,
  ...where
}: Args) => ({ first: first ?? 20, after, where });
