import { onMount } from 'svelte';
import { fromStore, writable } from 'svelte/store';
import type { Pushgraph } from './index.js';
import { observePush, type PushState } from './push-state.js';

export type { PushState };

/**
 * The push state of this browser. Call it while the component initialises, and keep the object: its values are reactive
 * only as its properties. @param push created once, outside of components
 */
export const usePush = (push: Pushgraph): PushState => {
  const { calls, values, follow } = observePush(push);
  const store = writable(values());
  onMount(() => follow(() => store.set(values())));
  const reactive = fromStore(store);
  return {
    get isSupported() {
      return reactive.current.isSupported;
    },
    get permission() {
      return reactive.current.permission;
    },
    get deviceId() {
      return reactive.current.deviceId;
    },
    get isBusy() {
      return reactive.current.isBusy;
    },
    get error() {
      return reactive.current.error;
    },
    ...calls,
  };
};
