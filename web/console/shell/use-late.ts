import { useEffect } from 'react';
import { useConnection } from '../graph/connection.js';
import { createStore, useStore } from '../store.js';

type Late = typeof import('./late.js');

/** Menus and dialogs of the shell. The first page does not need them, and they are as large as the page itself. */
const late = createStore<Late | null>(null);

const AFTER_MS = 1_000;

const load = () =>
  import('./late.js').then(
    (loaded) => late.set(loaded),
    // It is requested again when it is needed, or when the network is back.
    () => undefined,
  );

/** Null until they are loaded: shortly after the first page, or at once if they are needed. */
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
