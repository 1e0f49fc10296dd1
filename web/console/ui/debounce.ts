import { useEffect, useState } from 'react';

/** Images are fetched, and addresses and texts checked, after typing has paused for this long. */
export const TYPING_MS = 500;

/** Returns the value after it has not changed for `delayMs`, so that typing does not send a request per letter. */
export const useDebounced = <T>(value: T, delayMs = 300): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
};
