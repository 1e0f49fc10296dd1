import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bindRequestsLeanly } from '../../../src/providers/http2/bind-requests-leanly.js';
import { answer, TestServer } from './test-server.js';

describe('requests of node:http2, bound without what nobody reads', () => {
  const cleanups: (() => unknown)[] = [];
  const before = AsyncResource.prototype.bind;
  beforeEach(bindRequestsLeanly);
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    AsyncResource.prototype.bind = before;
  });

  const openSession = async () => {
    const server = new TestServer((stream) => answer(stream, 'hello'));
    cleanups.push(() => server.close());
    const session = connect(await server.listen());
    cleanups.push(() => session.destroy());
    return session;
  };

  test('this version of Node binds requests by the name that we look for', async () => {
    const lean = AsyncResource.prototype.bind;
    const bound: { name: string; hasAccessor: boolean }[] = [];
    AsyncResource.prototype.bind = function (this: AsyncResource, fn: () => unknown) {
      const result = lean.call(this, fn);
      bound.push({ name: fn.name, hasAccessor: 'asyncResource' in result });
      return result;
    } as typeof lean;
    const session = await openSession();
    await once(session, 'connect');

    await once(session.request({ ':path': '/' }), 'response');

    expect(bound).toEqual([{ name: 'bound requestOnConnect', hasAccessor: false }]);
  });

  test('is on as long as Node has the accessors that it does without', () => {
    const resource = new AsyncResource('TEST');
    const request = function requestOnConnect() {}.bind(null);
    const hasAccessors = (fn: () => unknown) => 'asyncResource' in resource.bind(fn);
    expect([hasAccessors(() => undefined), hasAccessors(request)]).toEqual([true, false]);
  });

  test('is off where a later Node binds without them', () => {
    const later = function (this: AsyncResource, fn: (...args: unknown[]) => unknown) {
      return (...args: unknown[]) => this.runInAsyncScope(fn, undefined, ...args);
    } as typeof before;
    AsyncResource.prototype.bind = later;
    bindRequestsLeanly();
    expect(AsyncResource.prototype.bind).toBe(later);
  });

  test.each(['before', 'after'])('a request made %s the connection stands keeps its async context', async (when) => {
    const storage = new AsyncLocalStorage<string>();
    const session = await openSession();
    if (when === 'after') await once(session, 'connect');
    const seen: (string | undefined)[] = [];

    const stream = storage.run('here', () => session.request({ ':path': '/' }));
    stream.on('response', () => seen.push(storage.getStore()));
    stream.resume();
    await once(stream, 'close');

    expect(seen).toEqual(['here']);
  });

  test('everything else is bound as Node has it', () => {
    const storage = new AsyncLocalStorage<string>();
    const resource = storage.run('made here', () => new AsyncResource('TEST'));
    const bind = (fn: (...args: never[]) => unknown) => resource.bind(fn) as (...args: unknown[]) => unknown;
    const owner = {
      bound: bind(function (this: unknown, ...args) {
        return [this === owner, storage.getStore(), ...args];
      }),
    };

    expect(owner.bound(1, 2)).toEqual([true, 'made here', 1, 2]);
    expect(bind((_one: never, _two: never) => undefined)).toHaveLength(2);
    expect('asyncResource' in owner.bound).toBe('asyncResource' in before.call(resource, () => undefined));
  });
});
