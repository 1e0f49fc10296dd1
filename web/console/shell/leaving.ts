import { useCallback, useEffect, useRef, useState } from 'react';
import type { AroundNavHandler } from 'wouter';

interface Keeper {
  /** Whether a link, or going back, would lose what was typed. */
  readonly holds: () => boolean;
  /** The same of what leaves the console: also what is about to be saved would be lost. */
  readonly isUnsaved: () => boolean;
}

/** Of the page that is shown: whether it asks before one goes, and where it is. */
let shown: { readonly ask: (go: () => void) => boolean; address: string } | null = null;

/** For the router: the page that is shown may ask first. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options);
  if (options?.replace === true || !shown?.ask(go)) go();
};

// Before the router hears of it, which listens from when the first page is drawn.
addEventListener('popstate', (event) => {
  // A jump within the page leaves nothing.
  if (shown === null || addressOf() === shown.address) return;
  const { address } = shown;
  const go = () => {
    shown = null;
    history.back();
  };
  if (!shown.ask(go)) return;
  event.stopImmediatePropagation();
  // As if nobody had gone: the router's own would tell everyone of a way.
  History.prototype.pushState.call(history, null, '', address);
});

const addressOf = (): string => location.pathname + location.search;

/**
 * Lets nobody leave by mistake: by links and back by a question of the page, by closing it by one of the browser.
 * @returns the way that waits for an answer, and how to stay
 */
export const useLeaving = (keeper: Keeper): readonly [way: (() => void) | null, stay: () => void] => {
  const [way, setWay] = useState<(() => void) | null>(null);
  const latest = useRef(keeper);
  latest.current = keeper;
  useEffect(() => {
    const ask = (go: () => void): boolean => {
      if (!latest.current.holds()) return false;
      setWay(() => go);
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
  // The first save of a draft changes it.
  useEffect(() => {
    if (shown) shown.address = addressOf();
  });
  return [way, useCallback(() => setWay(null), [])];
};

/** Whether a component is still there when what it has asked for is answered. */
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
