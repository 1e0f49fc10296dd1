'use client';

import { useMemo, useSyncExternalStore } from 'react';
import type { Pushgraph } from './index.js';
import { observePush, type PushState } from './push-state.js';

export type { PushState };

/** The push state of this browser. @param push created once, outside of components */
export const usePush = (push: Pushgraph): PushState => {
  const { calls, values, follow } = useMemo(() => observePush(push), [push]);
  return { ...useSyncExternalStore(follow, values, values), ...calls };
};
