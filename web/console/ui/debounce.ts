import { useEffect, useState } from 'react';

/** A value once it has stood still for a while: what is typed need not be asked for letter by letter. */
export const useDebounced = <T>(value: T, delayMs = 300): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
};
