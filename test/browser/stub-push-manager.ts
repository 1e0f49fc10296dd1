import type { WebSubscription } from '../support/fakes/web-subscription.js';

/**
 * For `addInitScript`. Replaces the browser's subscriptions, which need Google's push service, by the fake's. It keeps
 * the rest real. Returns `subscriptions` in order, and keeps each across page loads like a browser.
 */
export const stubPushManager = (subscriptions: readonly WebSubscription[]): string => `
(() => {
  const all = ${JSON.stringify(subscriptions)};
  const read = () => JSON.parse(localStorage.getItem('test:subscription') ?? 'null');
  const toBytes = (key) => Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const toSubscription = ({ index, key }) => ({
    options: { applicationServerKey: toBytes(key).buffer },
    toJSON: () => all[index],
    unsubscribe: async () => (localStorage.removeItem('test:subscription'), true),
  });
  PushManager.prototype.getSubscription = async () => (read() === null ? null : toSubscription(read()));
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
    const index = Number(localStorage.getItem('test:next') ?? 0);
    localStorage.setItem('test:next', index + 1);
    localStorage.setItem('test:subscription', JSON.stringify({ index, key }));
    return toSubscription({ index, key });
  };
})();
`;
