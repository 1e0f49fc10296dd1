import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { Cursor } from './pager.js';

export interface ListAddress<Name extends string> {
  /** Searches, filters and the order. Empty if not chosen. */
  readonly filters: Readonly<Record<Name, string>>;
  /** Changes filters, and returns to the first page. */
  readonly change: (changes: Partial<Record<Name, string>>) => void;
  readonly cursor: Cursor;
}

/**
 * Keeps the state of a list in the address, so that links, Back and a reload lead to the same list.
 * @param names the searches and filters, and the order
 * @param page the parameter of its page, if an address has several lists
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

/** The cursors of the previous pages, from the history entry. Empty after following a link. */
const passedOf = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? kept.filter((cursor) => typeof cursor === 'string') : [];
