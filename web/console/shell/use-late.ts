import { useEffect } from 'react';
import { useConnection } from '../graph/connection.js';
import { createStore, useStore } from '../store.js';

type Late = typeof import('./late.js');

/** Menus and dialogs of the shell, and what they are made of: no first page needs them, and they weigh as much as it. */
const late = createStore<Late | null>(null);

const AFTER_MS = 1_000;

const load = () =>
  import('./late.js').then(
    (loaded) => late.set(loaded),
    // It is asked for again when it is wanted, or the network is back.
    () => undefined,
  );

/** null until they are there: a moment after the first page, or at once if they are wanted. */
export const useLate = (isWanted: boolean): Late | null => {
  const loaded = useStore(late);
  const { returns } = useConnection();
  useEffect(() => {
    if (loaded !== null) return;
    if (isWanted) return void load();
    const timer = setTimeout(load, AFTER_MS);
    return () => clearTimeout(timer);
  }, [loaded, isWanted, returns]);
  return loaded;
};
