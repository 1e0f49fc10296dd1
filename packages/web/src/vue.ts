import { type ComputedRef, computed, onMounted, onUnmounted, shallowRef } from 'vue';
import type { Pushgraph } from './index.js';
import { observePush, type PushCalls, type PushValues } from './push-state.js';

/** A read-only ref for each value. */
export type PushRefs = { readonly [Key in keyof PushValues]: ComputedRef<PushValues[Key]> } & PushCalls;

/** The push state of this browser. Call it in `setup`. @param push created once, outside of components */
export const usePush = (push: Pushgraph): PushRefs => {
  const { calls, values, follow } = observePush(push);
  const current = shallowRef(values());
  let stop: (() => void) | undefined;
  onMounted(() => {
    stop = follow(() => {
      current.value = values();
    });
  });
  onUnmounted(() => stop?.());
  return {
    isSupported: computed(() => current.value.isSupported),
    permission: computed(() => current.value.permission),
    deviceId: computed(() => current.value.deviceId),
    isBusy: computed(() => current.value.isBusy),
    error: computed(() => current.value.error),
    ...calls,
  };
};
