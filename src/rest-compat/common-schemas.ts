import { type TSchema, Type } from 'typebox';
import type { Listed, PageRequest } from '../services/listing.js';

const DEFAULT_PER_PAGE = 20;

export const toPageRequest = (query: { page?: number; per_page?: number }): PageRequest => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? DEFAULT_PER_PAGE,
});

/** Makes `{<name>: […], pagination}` (docs/rules.md#lists). */
export const toPageAnswer = <T, A>(
  name: string,
  { listed, page, toAnswer }: { listed: Listed<T>; page: PageRequest; toAnswer: (item: T) => A },
) => ({
  [name]: listed.items.map(toAnswer),
  pagination: {
    page: page.page,
    per_page: page.perPage,
    total_pages: Math.ceil(listed.totalCount / page.perPage),
    total_count: listed.totalCount,
  },
});

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Id.' });
/** The services count characters in their own way; this is the documented limit. */
export const Name = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Printable characters.',
  examples: ['Spring sale', 'Näh "100%" 🎉'],
});
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const IdAnswer = Type.Object({ id: Id }, { title: 'Id' });

/** The one shape of errors (docs/rules.md#errors). */
export const ErrorAnswer = Type.Object(
  {
    error: Type.String({ minLength: 1, description: 'The problem, in one or more sentences.' }),
    req_id: Type.String({
      minLength: 1,
      description: 'Id of the request, also in `x-request-id`. Include it when you contact support.',
    }),
  },
  { title: 'Error' },
);

const page = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Page number; 1 if omitted.' })),
  per_page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'Entries per page; 20 if omitted. No page may extend beyond record 10,000.',
    }),
  ),
};

export const PageQuery = Type.Object(page);

export const ArchivedPageQuery = Type.Object({
  ...page,
  archived: Type.Optional(
    Type.Boolean({ description: 'true: only archived entries; false or omitted: only the others.' }),
  ),
});

const Count = Type.Integer({ minimum: 0 });

export const Pagination = Type.Object(
  {
    page: Type.Integer({ minimum: 1 }),
    per_page: Type.Integer({ minimum: 1 }),
    total_pages: Count,
    total_count: Count,
  },
  { title: 'Pagination' },
);

/** Lists wrap their entries under their own name, next to `pagination` (docs/rules.md#lists). */
export const pageOf = <Name extends string, S extends TSchema>(name: Name, item: S) =>
  Type.Object({ [name]: Type.Array(item), pagination: Pagination });
