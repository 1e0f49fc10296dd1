'use client';

import { useCallback, useEffect, useState } from 'react';
import {
  type LoginOptions,
  Pushgraph,
  type PushPermission,
  type SubscribeOptions,
  type TrackDetails,
  type Tracked,
} from './index.js';

export interface PushState {
  /** False on the server, and until the component is mounted. */
  readonly isSupported: boolean;
  /** `unsupported` on the server, and until the component is mounted. */
  readonly permission: PushPermission;
  /** Null if this browser is not registered. */
  readonly deviceId: string | null;
  /** Whether a call is in progress. */
  readonly isBusy: boolean;
  /** The error of the last call, usually a `PushgraphError` with a `code`. */
  readonly error: Error | null;
  /** Call it from a click, because browsers ask for permission only then. Resolves to null on failure. */
  subscribe(options?: SubscribeOptions): Promise<string | null>;
  unsubscribe(): Promise<void>;
  /** The registered device belongs to this user from now on. */
  login(externalUserId: string, options?: LoginOptions): Promise<void>;
  /** Ends the device and registers a new one without user, tags and attributes. */
  logout(): Promise<void>;
  /** Replaces all tags of the registered device. */
  setTags(tags: readonly string[]): Promise<void>;
  track(code: string, details?: TrackDetails): Promise<Tracked | null>;
}

/** The push state of this browser. @param push created once, outside of components */
export const usePush = (push: Pushgraph): PushState => {
  const [isSupported, setSupported] = useState(false);
  const [permission, setPermission] = useState<PushPermission>('unsupported');
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  useEffect(() => {
    setSupported(Pushgraph.isSupported);
    setPermission(push.permission);
    setDeviceId(push.deviceId);
    return push.onPermissionChange(setPermission);
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

  const subscribe = useCallback((options?: SubscribeOptions) => run(() => push.subscribe(options)), [push, run]);
  const unsubscribe = useCallback(async () => void (await run(() => push.unsubscribe())), [push, run]);
  const login = useCallback(
    async (externalUserId: string, options?: LoginOptions) =>
      void (await run(() => push.login(externalUserId, options))),
    [push, run],
  );
  const logout = useCallback(async () => void (await run(() => push.logout())), [push, run]);
  const setTags = useCallback(
    async (tags: readonly string[]) => void (await run(() => push.setTags(tags))),
    [push, run],
  );
  const track = useCallback(
    (code: string, details?: TrackDetails) => run(() => push.track(code, details)),
    [push, run],
  );
  return { isSupported, permission, deviceId, isBusy, error, subscribe, unsubscribe, login, logout, setTags, track };
};
