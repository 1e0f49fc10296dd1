import {
  type LoginOptions,
  Pushgraph,
  type PushPermission,
  type SubscribeOptions,
  type TrackDetails,
  type Tracked,
} from './index.js';

export interface PushValues {
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
}

/** They do not reject: `error` has the reason. */
export interface PushCalls {
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

export interface PushState extends PushValues, PushCalls {}

/** A page that the server rendered must match the first rendering in the browser. */
const BEFORE_MOUNT: PushValues = {
  isSupported: false,
  permission: 'unsupported',
  deviceId: null,
  isBusy: false,
  error: null,
};

/** One for each mounted component: a call in one component changes the device in all. */
const mounted = new Set<() => void>();

/** The state behind `usePush` of every framework. */
export const observePush = (push: Pushgraph) => {
  let values = BEFORE_MOUNT;
  let running = 0;
  const listeners = new Set<() => void>();

  const change = (changes: Partial<PushValues>): void => {
    values = { ...values, ...changes };
    for (const listener of listeners) listener();
  };

  const refresh = (): void =>
    change({ isSupported: Pushgraph.isSupported, permission: push.permission, deviceId: push.deviceId });

  const refreshDevice = (): void => {
    if (values.deviceId !== push.deviceId) change({ deviceId: push.deviceId });
  };

  const run = async <T>(act: () => Promise<T>): Promise<T | null> => {
    running += 1;
    change({ isBusy: true, error: null });
    try {
      return await act();
    } catch (reason) {
      change({ error: reason instanceof Error ? reason : new Error(String(reason)) });
      return null;
    } finally {
      running -= 1;
      change({ deviceId: push.deviceId, isBusy: running > 0 });
      for (const refreshOther of mounted) refreshOther();
    }
  };

  const calls: PushCalls = {
    subscribe: (options) => run(() => push.subscribe(options)),
    unsubscribe: async () => void (await run(() => push.unsubscribe())),
    login: async (externalUserId, options) => void (await run(() => push.login(externalUserId, options))),
    logout: async () => void (await run(() => push.logout())),
    setTags: async (tags) => void (await run(() => push.setTags(tags))),
    track: (code, details) => run(() => push.track(code, details)),
  };

  return {
    calls,
    values: () => values,
    /** Reads the browser and follows it. Call it once the component is mounted. @returns a function that ends it */
    follow: (listener: () => void): (() => void) => {
      listeners.add(listener);
      mounted.add(refreshDevice);
      const stop = push.onPermissionChange(refresh);
      refresh();
      return () => {
        listeners.delete(listener);
        mounted.delete(refreshDevice);
        stop();
      };
    },
  };
};
