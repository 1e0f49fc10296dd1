import { useCallback, useEffect, useState } from 'react';

/**
 * Which visit of the page this is, and how to begin another one. A link to the page that is shown is a visit of its own,
 * as is going back to another draft; what replaces the address, as the first save of a draft does, is none.
 */
export const useVisit = (): readonly [visit: number, begin: () => void] => {
  const [visit, setVisit] = useState(0);
  const begin = useCallback(() => setVisit((before) => before + 1), []);
  useEffect(() => {
    let search = location.search;
    const note = ({ type }: Event) => {
      const isElsewhere = location.search !== search;
      search = location.search;
      // A jump within the page, as to its contents, is one through the history too.
      if (type === 'pushState' || (type === 'popstate' && isElsewhere)) begin();
    };
    for (const type of EVENTS) addEventListener(type, note);
    return () => {
      for (const type of EVENTS) removeEventListener(type, note);
    };
  }, [begin]);
  return [visit, begin];
};

/** The first two are the router's own, of all that changes the address. */
const EVENTS = ['pushState', 'replaceState', 'popstate'] as const;
