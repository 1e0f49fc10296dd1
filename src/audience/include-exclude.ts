import { all, type Condition, not } from './condition.js';
import type { FilterValues } from './filter.js';

/** An `include` of null does not filter; an empty `include` reaches nobody. */
export interface IncludeExclude<T> {
  readonly include: readonly T[] | null;
  readonly exclude: readonly T[];
}

/** Reads two lists as a run stores them, with each entry in canonical form. */
export const keepLists = (
  lists: FilterValues['lists'],
  names: { readonly include: string; readonly exclude: string },
  canonical: (entry: string) => string | null,
): IncludeExclude<string> => {
  const [include, exclude] = [lists[names.include], lists[names.exclude]];
  const keep = (entries: readonly string[]): string[] => entries.flatMap((entry) => canonical(entry) ?? []);
  return { include: include ? keep(include) : null, exclude: keep(exclude ?? []) };
};

/** Matches any included and no excluded entry; null: neither list filters. */
export const matches = <T>(
  { include, exclude }: IncludeExclude<T>,
  isAny: (entries: readonly T[]) => Condition,
): Condition | null => {
  const parts: Condition[] = [];
  if (include !== null) parts.push(isAny(include));
  if (exclude.length > 0) parts.push(not(isAny(exclude)));
  return parts.length === 0 ? null : all(parts);
};
