import type { Listed, PageRequest } from '../../services/listing.js';

const DEFAULT_PER_PAGE = 20;

export const toPageRequest = (query: { page?: number; per_page?: number }): PageRequest => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? DEFAULT_PER_PAGE,
});

/** `{<name>: […], pagination}` (decision 27). */
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
