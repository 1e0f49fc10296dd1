/// <reference path="../../packages/react-native/types/react-native.d.ts" />
import { describe, expect, jest, test } from '@jest/globals';
import type { Spec } from '../../packages/react-native/src/NativePushgraph.js';
import { Pushgraph } from '../../packages/react-native/src/pushgraph.js';
import { readRepositoryFile } from '../support/repository.js';

/** A native module that records its calls. Tests choose its answers and events. */
class NativeDouble {
  readonly calls: unknown[][] = [];
  answer: unknown = null;
  private handler: (text: string) => void = () => {};

  readonly module = new Proxy({} as Spec, {
    get: (_target, name) => (name === 'onEvent' ? this.follow : this.call(String(name))),
  });

  emit(kind: string, event: object): void {
    this.handler(JSON.stringify({ kind, event }));
  }

  private readonly follow = (handler: (text: string) => void) => {
    this.handler = handler;
    return { remove: () => {} };
  };

  private call(name: string) {
    return (...given: unknown[]) => {
      this.calls.push([name, ...given]);
      return this.answer;
    };
  }
}

const MESSAGE = { id: 'm', title: 'Sale', text: 'Half price!', link: null, data: { order: '17' }, buttons: [] };

describe('the JavaScript of React Native', () => {
  test('forwards calls in order; objects are JSON, and omitted values are null', () => {
    const { module, calls } = new NativeDouble();
    const push = new Pushgraph(module);
    push.start();
    push.start({ serviceId: '17', baseUrl: 'https://push.example.com' });
    push.login('anna');
    push.login('anna', { identityHash: 'hash' });
    push.setAttributes({ orders: 12, trial_ends: null, sizes: ['S'] });
    push.track('order', { data: { total: 42 } });
    push.receipt('r', 'clicked', { button: 'buy' });
    expect(calls).toEqual([
      ['start', null, null],
      ['start', '17', 'https://push.example.com'],
      ['login', 'anna', null],
      ['login', 'anna', 'hash'],
      ['setAttributes', '{"orders":12,"trial_ends":null,"sizes":["S"]}'],
      ['track', 'order', null, '{"total":42}'],
      ['receipt', 'r', 'clicked', 'buy'],
    ]);
  });

  test('reads and changes preferences, and returns null if they cannot be reached', async () => {
    const native = new NativeDouble();
    const push = new Pushgraph(native.module);
    expect(await push.preferences()).toBeNull();
    const preferences = { categories: [], allMarketing: true, url: null };
    native.answer = JSON.stringify(preferences);
    expect(await push.setPreferences({ news: false, allMarketing: true }, { language: 'de' })).toEqual(preferences);
    expect(native.calls.at(-1)).toEqual(['setPreferences', '{"news":false}', true, 'de']);
  });

  test('tells the native module which events have a listener, and passes each event only to its listeners', () => {
    const native = new NativeDouble();
    const push = new Pushgraph(native.module);
    const opened: unknown[] = [];
    const forget = push.onOpen((event) => opened.push(event));
    push.onForeground(() => opened.push('foreground'), { isShownByApp: true });
    native.emit('open', { message: MESSAGE, button: 'buy', text: null });
    native.emit('dismiss', MESSAGE);
    forget();
    forget();
    native.emit('open', { message: MESSAGE, button: null, text: null });
    expect(opened).toEqual([{ message: MESSAGE, button: 'buy', text: null }]);
    expect(native.calls).toEqual([
      ['listen', ['open'], false],
      ['listen', ['open', 'foreground'], true],
      ['listen', ['foreground'], true],
    ]);
  });

  test('passes an event to all listeners even if one fails', () => {
    const native = new NativeDouble();
    const push = new Pushgraph(native.module);
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const heard: string[] = [];
    push.onProblem(() => {
      throw new Error('a mistake of the app');
    });
    push.onProblem(({ code }) => heard.push(code));
    native.emit('problem', { code: 'refused', status: 400, message: 'no' });
    expect([heard, log.mock.calls.length]).toEqual([['refused'], 1]);
    log.mockRestore();
  });

  test('explains what to do if the native module is missing', () => {
    expect(() => new Pushgraph(null).logout()).toThrow('Rebuild the app; Expo Go cannot contain the module.');
  });
});

test('its manifest has every part of the manifests whose sources it compiles', () => {
  const own = partsOf('packages/react-native/android/src/main/AndroidManifest.xml');
  const theirs = ['android', 'fcm'].flatMap((name) => partsOf(`sdk/android/${name}/AndroidManifest.xml`));
  expect(theirs.length).toBeGreaterThan(10);
  expect(own).toEqual(expect.arrayContaining(theirs));
});

/** Each element with its attributes in order, without the Android version, which the app chooses. */
const partsOf = (path: string): string[] => {
  const text = readRepositoryFile(path).replace(/<!--[\s\S]*?-->/g, '');
  const tags = [...text.matchAll(/<(?!\/|\?|manifest|application|uses-sdk)([\s\S]*?)\/?>/g)];
  return tags.map(([, tag = '']) => tag.trim().split(/\s+/).sort().join(' '));
};
