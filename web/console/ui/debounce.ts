import { useEffect, useState } from 'react';

const QUIET_MS = 250;

/** The value once it has not changed for a quarter of a second: for queries that follow what is typed. */
export const useDebounced = <T>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
