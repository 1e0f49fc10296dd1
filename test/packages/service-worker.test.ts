import { runInNewContext } from 'node:vm';
import { describe, expect, jest, test } from '@jest/globals';
import { readRepositoryFile } from '../support/repository.js';

type Listener = (event: object) => void;

/** Runs the SDK's worker like a browser, and records its notifications. */
const startWorker = () => {
  const listeners = new Map<string, Listener>();
  const showNotification = jest.fn(async (_title: string, _options: { readonly tag?: string }) => undefined);
  const self = {
    location: { href: 'https://site.example/sw.js' },
    registration: { showNotification },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  };
  runInNewContext(readRepositoryFile('public/sdk/sw.js'), { self, URL });
  const push = (message: object): void =>
    listeners.get('push')?.({ data: { json: () => message }, waitUntil: () => undefined });
  return { push, shown: () => showNotification.mock.calls.map(([title, options]) => ({ title, ...options })) };
};

describe('the service worker of the SDK', () => {
  test('shows a message under its tag, so that a repeat replaces the first copy', () => {
    const worker = startWorker();
    const message = { title: 'Sale', body: 'Now', tag: '3f2c1a00-1111-8222-9333-444455556666', receipt: 'r' };
    worker.push(message);
    worker.push(message);
    expect(worker.shown().map(({ tag }) => tag)).toEqual([message.tag, message.tag]);
  });

  test('shows a message of a service that sends no tags', () => {
    const worker = startWorker();
    worker.push({ title: 'Sale', body: 'Now', receipt: 'r' });
    expect(worker.shown()).toMatchObject([{ title: 'Sale', body: 'Now', tag: undefined }]);
  });
});
