import { type TSchema, Type } from 'typebox';
import type { Listed, PageRequest } from '../services/listing.js';

const DEFAULT_PER_PAGE = 20;

export const toPageRequest = (query: { page?: number; per_page?: number }): PageRequest => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? DEFAULT_PER_PAGE,
});

/** `{<name>: […], pagination}` (docs/rules.md#lists). */
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

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Id' });
/** What the service counts as characters is checked there; this is the limit that any client can see. */
export const Name = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Any printable characters.',
  examples: ['Spring sale', 'Näh "100%" 🎉'],
});
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const IdAnswer = Type.Object({ id: Id }, { title: 'Id' });

/** The one shape of errors (docs/rules.md#errors). */
export const ErrorAnswer = Type.Object(
  {
    error: Type.String({ minLength: 1, description: 'What is wrong, in one or more sentences.' }),
    req_id: Type.String({ minLength: 1, description: 'The request id, also in `x-request-id`; give it to support.' }),
  },
  { title: 'Error' },
);

const page = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Page number; 1 if it is left out.' })),
  per_page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'Entries on a page; 20 if it is left out. No page may reach past record 10,000.',
    }),
  ),
};

export const PageQuery = Type.Object(page);

export const ArchivedPageQuery = Type.Object({
  ...page,
  archived: Type.Optional(Type.Boolean({ description: 'true: archived only; false or left out: those that are not.' })),
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

/** Every list has a wrapper of its own name and `pagination` (docs/rules.md#lists). */
export const pageOf = <Name extends string, S extends TSchema>(name: Name, item: S) =>
  Type.Object({ [name]: Type.Array(item), pagination: Pagination });
