import { useCallback, useEffect, useState } from 'react';
import { type DeviceAttributes, Pushgraph, type Tracked } from './index.js';

export interface PushState {
  /** False on the server and until the page is mounted. */
  readonly isSupported: boolean;
  /** null: this browser is not registered. */
  readonly deviceId: string | null;
  /** Something is under way. */
  readonly isBusy: boolean;
  /** Why the last try failed. */
  readonly error: Error | null;
  /** Call it from a click: browsers ask for permission only then. Resolves to null if it failed. */
  subscribe(attributes?: DeviceAttributes): Promise<string | null>;
  unsubscribe(): Promise<void>;
  track(code: string): Promise<Tracked | null>;
}

/** The state of this browser as a component shows it. @param push made once, outside of components. */
export const usePush = (push: Pushgraph): PushState => {
  const [isSupported, setSupported] = useState(false);
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  useEffect(() => {
    setSupported(Pushgraph.isSupported);
    setDeviceId(push.deviceId);
  }, [push]);

  const run = useCallback(
    async <T>(act: () => Promise<T>): Promise<T | null> => {
      setBusy(true);
      setError(null);
      try {
        return await act();
      } catch (reason) {
        setError(reason instanceof Error ? reason : new Error(String(reason)));
        return null;
      } finally {
        setDeviceId(push.deviceId);
        setBusy(false);
      }
    },
    [push],
  );

  const subscribe = useCallback((attributes?: DeviceAttributes) => run(() => push.subscribe(attributes)), [push, run]);
  const unsubscribe = useCallback(async () => void (await run(() => push.unsubscribe())), [push, run]);
  const track = useCallback((code: string) => run(() => push.track(code)), [push, run]);
  return { isSupported, deviceId, isBusy, error, subscribe, unsubscribe, track };
};
