import { type TSchema, Type } from 'typebox';

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Id' });
export const Ids = Type.Array(Id, { maxItems: 10_000 });
export const Strings = Type.Array(Type.String(), { maxItems: 10_000 });
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const IdAnswer = Type.Object({ id: Id });

const page = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 20 })),
};

export const PageQuery = Type.Object(page);

export const ArchivedPageQuery = Type.Object({
  ...page,
  archived: Type.Optional(
    Type.Boolean({ default: false, description: 'true: archived only; otherwise those that are not.' }),
  ),
});

export const Pagination = Type.Object({
  page: Type.Integer(),
  per_page: Type.Integer(),
  total_pages: Type.Integer(),
  total_count: Type.Integer(),
});

/** Every list has a wrapper of its own name and `pagination` (decision 27). */
export const pageOf = <Name extends string, S extends TSchema>(name: Name, item: S) =>
  Type.Object({ [name]: Type.Array(item), pagination: Pagination });
