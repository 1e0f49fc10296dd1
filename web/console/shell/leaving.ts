import { useCallback, useEffect, useRef, useState } from 'react';
import type { AroundNavHandler } from 'wouter';

interface LeaveGuard {
  /** Whether following a link or going back would lose input. */
  readonly blocks: () => boolean;
  /** Whether closing the console would lose input, including input that is about to be saved. */
  readonly isUnsaved: () => boolean;
}

/** The page that is shown: its address, and a function that may ask before leaving it. */
let shown: { readonly ask: (go: () => void) => boolean; address: string } | null = null;

/** Lets the current page ask before the router leaves it. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options);
  if (options?.replace === true || !shown?.ask(go)) go();
};

// This listener runs before the router's, which is added with the first page.
addEventListener('popstate', (event) => {
  // A jump within the page does not leave it.
  if (shown === null || addressOf() === shown.address) return;
  const { address } = shown;
  const go = () => {
    shown = null;
    history.back();
  };
  if (!shown.ask(go)) return;
  event.stopImmediatePropagation();
  // Restores the address. The patched `pushState` of the router would announce a navigation.
  History.prototype.pushState.call(history, null, '', address);
});

const addressOf = (): string => location.pathname + location.search;

/**
 * Prevents leaving by mistake. The page asks on links and on going back, and the browser asks on closing.
 * @returns the navigation that waits for an answer, and a function that cancels it
 */
export const useLeaving = (guard: LeaveGuard): readonly [leave: (() => void) | null, cancel: () => void] => {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const latest = useRef(guard);
  latest.current = guard;
  useEffect(() => {
    const ask = (go: () => void): boolean => {
      if (!latest.current.blocks()) return false;
      setLeave(() => go);
      return true;
    };
    const onClose = (event: Event) => {
      if (latest.current.isUnsaved()) event.preventDefault();
    };
    shown = { ask, address: addressOf() };
    addEventListener('beforeunload', onClose);
    return () => {
      shown = null;
      removeEventListener('beforeunload', onClose);
    };
  }, []);
  // The first save of a draft changes the address.
  useEffect(() => {
    if (shown) shown.address = addressOf();
  });
  return [leave, useCallback(() => setLeave(null), [])];
};

/** Whether the component is still mounted when an answer arrives. */
export const useIsHere = (): { readonly current: boolean } => {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
};
