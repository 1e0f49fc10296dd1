import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { Cursor } from './pager.js';

export interface ListAddress<Name extends string> {
  /** Search, filters and order; empty: not chosen. */
  readonly filters: Readonly<Record<Name, string>>;
  /** Narrows the list, which then shows its first page. */
  readonly change: (changes: Partial<Record<Name, string>>) => void;
  /** Which page is shown. */
  readonly cursor: Cursor;
}

/**
 * What a list shows, kept in the address: a link leads to the same list, and so do Back and a reload.
 * @param names of what it is searched, filtered and sorted by
 * @param page the name of its page, where an address has several lists
 */
export const useListAddress = <Name extends string>(names: readonly Name[], page = 'after'): ListAddress<Name> => {
  const search = new URLSearchParams(useSearch());
  const state = useHistoryState<Readonly<Record<string, unknown>> | null>();
  const passed = passedOf(state?.[page]);
  const [location, navigate] = useLocation();
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>;
  const after = search.get(page) || null;
  const to = (changes: Readonly<Record<string, string | null>>): string => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next.size === 0 ? location : `${location}?${next}`;
  };
  const turn = (cursor: string | null, before: readonly string[]) =>
    navigate(to({ [page]: cursor }), { state: { ...state, [page]: before } });
  return {
    filters,
    change: (changes) =>
      navigate(to({ ...(changes as Readonly<Record<string, string>>), [page]: null }), {
        replace: true,
        state: { ...state, [page]: [] },
      }),
    cursor: {
      after,
      hasPrevious: after !== null,
      isPreviousFirst: passed.length === 0,
      next: (endCursor) => turn(endCursor, [...passed, after ?? '']),
      previous: () => turn(passed.at(-1) || null, passed.slice(0, -1)),
    },
  };
};

/** The pages that were turned to get here, as the history keeps them: none after following a link. */
const passedOf = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? kept.filter((cursor) => typeof cursor === 'string') : [];
