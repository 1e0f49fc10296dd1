/// <reference path="../../packages/web/src/served.d.ts" />
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Pushgraph, PushPermission } from '../../packages/web/src/index.js';
import type * as core from '../../packages/web/src/push-state.js';

let observePush: typeof core.observePush;

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../../packages/web/src/push-state.ts', import.meta.url));
  const options = { bundle: true, write: false, format: 'iife', globalName: 'core', logLevel: 'error' } as const;
  const { outputFiles } = await build({ ...options, entryPoints: [entry] });
  ({ observePush } = runInThisContext(`(() => { ${outputFiles[0]?.text ?? ''}; return core; })()`));
});

/** A browser whose calls end when a test ends them. */
class StandIn {
  deviceId: string | null = null;
  permission: PushPermission = 'default';
  listeners = new Set<(permission: PushPermission) => void>();
  private readonly waiting: { readonly resolve: () => void; readonly reject: (reason: unknown) => void }[] = [];

  onPermissionChange(listener: (permission: PushPermission) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  setPermission(permission: PushPermission): void {
    this.permission = permission;
    for (const listener of this.listeners) listener(permission);
  }

  async subscribe(): Promise<string> {
    await this.wait();
    this.deviceId = '7';
    return '7';
  }

  async track(): Promise<object> {
    await this.wait();
    return { accepted: 1, ignored: 0 };
  }

  login = (): Promise<void> => this.wait();

  endCall(reason?: unknown): void {
    const call = this.waiting.shift();
    if (reason === undefined) call?.resolve();
    else call?.reject(reason);
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }
}

const observe = () => {
  const browser = new StandIn();
  const push = browser as unknown as Pushgraph;
  return { browser, push, state: observePush(push) };
};

const BEFORE_MOUNT = { isSupported: false, permission: 'unsupported', deviceId: null, isBusy: false, error: null };

describe('the state behind usePush', () => {
  test('is the same in the browser and on the server until the component is mounted', () => {
    const { browser, state } = observe();
    browser.deviceId = '7';
    expect(state.values()).toEqual(BEFORE_MOUNT);
    state.follow(() => undefined);
    expect(state.values()).toEqual({ ...BEFORE_MOUNT, permission: 'default', deviceId: '7' });
  });

  test('follows the permission until the component is unmounted', () => {
    const { browser, state } = observe();
    const seen: PushPermission[] = [];
    const stop = state.follow(() => seen.push(state.values().permission));
    browser.setPermission('granted');
    browser.setPermission('denied');
    stop();
    browser.setPermission('granted');
    expect(seen).toEqual(['default', 'granted', 'denied']);
    expect(browser.listeners.size).toBe(0);
  });

  test('is busy until the last of several calls ends', async () => {
    const { browser, state } = observe();
    const calls = [state.calls.track('a'), state.calls.track('b')];
    expect(state.values().isBusy).toBe(true);
    browser.endCall();
    expect([await calls[0], state.values().isBusy]).toEqual([{ accepted: 1, ignored: 0 }, true]);
    browser.endCall();
    await calls[1];
    expect(state.values().isBusy).toBe(false);
  });

  test('keeps the error of a call until the next call, and calls do not reject', async () => {
    const { browser, state } = observe();
    const failed = state.calls.subscribe();
    browser.endCall(new Error('no network'));
    expect(await failed).toBeNull();
    expect(state.values()).toMatchObject({ error: { message: 'no network' }, isBusy: false, deviceId: null });
    const login = state.calls.login('anna');
    expect(state.values()).toMatchObject({ error: null, isBusy: true });
    browser.endCall('a text');
    expect(await login).toBeUndefined();
    expect(state.values().error).toEqual(new Error('a text'));
  });

  test('shows the device that a call in another component registered', async () => {
    const { browser, push, state } = observe();
    const other = observePush(push);
    let changes = 0;
    const stop = other.follow(() => {
      changes += 1;
    });
    changes = 0;
    const subscribed = state.calls.subscribe();
    browser.endCall();
    await subscribed;
    expect([other.values(), changes]).toEqual([{ ...BEFORE_MOUNT, permission: 'default', deviceId: '7' }, 1]);
    stop();
    browser.deviceId = null;
    const tracked = state.calls.track('a');
    browser.endCall();
    await tracked;
    expect([state.values().deviceId, changes]).toEqual([null, 1]);
  });
});
