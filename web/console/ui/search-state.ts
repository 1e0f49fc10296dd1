import { useLocation, useSearch } from 'wouter';

/** What a list is narrowed to, kept in the address: a link leads to the same list, and going back does too. */
export const useSearchState = <Name extends string>(
  names: readonly Name[],
): readonly [Readonly<Record<Name, string>>, (changes: Partial<Record<Name, string>>) => void] => {
  const search = new URLSearchParams(useSearch());
  const [location, navigate] = useLocation();
  const state = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>;
  const change = (changes: Partial<Record<Name, string>>) => {
    const next = new URLSearchParams();
    for (const name of names) {
      const value = changes[name] ?? state[name];
      if (value !== '') next.set(name, value);
    }
    const text = next.toString();
    navigate(text === '' ? location : `${location}?${text}`, { replace: true });
  };
  return [state, change];
};
