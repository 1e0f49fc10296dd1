import { useCallback, useEffect, useState } from 'react';

/**
 * Counts the visits of the page. A link to the same page starts a new visit, and so does going back to another draft.
 * Replacing the address does not, as the first save of a draft does.
 * @returns the number of the visit, and a function that starts another one
 */
export const useVisit = (): readonly [visit: number, begin: () => void] => {
  const [visit, setVisit] = useState(0);
  const begin = useCallback(() => setVisit((before) => before + 1), []);
  useEffect(() => {
    let search = location.search;
    const note = ({ type }: Event) => {
      const isElsewhere = location.search !== search;
      search = location.search;
      // A jump to an anchor is also a `popstate`, but keeps the search.
      if (type === 'pushState' || (type === 'popstate' && isElsewhere)) begin();
    };
    for (const type of EVENTS) addEventListener(type, note);
    return () => {
      for (const type of EVENTS) removeEventListener(type, note);
    };
  }, [begin]);
  return [visit, begin];
};

/** The router fires the first two itself. */
const EVENTS = ['pushState', 'replaceState', 'popstate'] as const;
