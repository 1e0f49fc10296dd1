// Checks the types of the Vue and Svelte helpers with tsc.
import type { Pushgraph, Tracked } from '@pushgraph/web';
import { usePush as usePushOfSvelte } from '@pushgraph/web/svelte';
import { usePush as usePushOfVue } from '@pushgraph/web/vue';

export const inVue = async (push: Pushgraph): Promise<string | null> => {
  const { deviceId, isBusy, subscribe } = usePushOfVue(push);
  // @ts-expect-error a value is read-only
  isBusy.value = true;
  return isBusy.value ? deviceId.value : subscribe({ language: 'de' });
};

export const inSvelte = async (push: Pushgraph): Promise<Tracked | null> => {
  const bell = usePushOfSvelte(push);
  // @ts-expect-error a value is read-only
  bell.deviceId = null;
  // @ts-expect-error an event has a code
  await bell.track();
  return bell.deviceId === null ? null : bell.track('reg');
};
