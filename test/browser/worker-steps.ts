import type { Page, Worker } from 'playwright-core';
import { makeDue } from '../process/crash-run.js';
import type { TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createPush, type RegisteredApp, startOneTime } from '../support/service-steps.js';
import type { ServiceWorld } from '../support/service-world.js';

const MINUTE_MS = 60_000;

export interface Sending {
  readonly world: ServiceWorld;
  readonly service: ServiceProcess;
  readonly app: RegisteredApp;
  readonly link: string;
}

/** Sends a push made over REST to the application's devices.  @returns the message as the browser would decrypt it */
export const send = async ({ link, ...sending }: Sending): Promise<{ readonly receipt: string }> => {
  const translations = [{ language: 'de', title: 'Hallo', text: 'Schön, dass du da bist', link }];
  return sendPush(sending, await createPush(sending.service, translations));
};

/** Sends a push to the devices of the application. @returns the message as the browser would decrypt it */
export const sendPush = async (
  { world, service, app }: Omit<Sending, 'link'>,
  pushId: number,
): Promise<{ readonly receipt: string }> => {
  const { length } = await world.fakes.entries({ accepted: true });
  const at = Math.ceil((Date.now() + MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  const body = { name: 'now', app_ids_include: [app.id] };
  await makeDue(world, await startOneTime(service, { pushId, at, body }));
  const entry = await eventually('the message', async () => {
    const entries = await world.fakes.entries({ accepted: true });
    return entries[length] ?? null;
  });
  return entry.content as unknown as { receipt: string };
};

interface Registrations {
  readonly registrations: readonly { readonly registrationId: string; readonly scopeURL: string }[];
}

/** Delivers the message to the browser, which wakes the worker, like a push service. */
export const deliver = async (page: Page, data: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: Registrations) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data });
  await session.detach();
};

/**
 * Delivers a message that the worker shows. @returns the latest visible notification
 * Chromium forgets a notification if `getNotifications` runs before it is displayed, so nothing calls it until then.
 */
export const deliverShown = async (
  { page, worker }: { readonly page: Page; readonly worker: Worker },
  data: string,
): Promise<unknown> => {
  const before = await worker.evaluate<number>(COUNT_SHOWN);
  await deliver(page, data);
  await eventually('the notification', async () =>
    (await worker.evaluate<number>('shownCount')) > before ? true : null,
  );
  return shownBy(worker);
};

/** From the first call on, counts the notifications that the browser has displayed. */
const COUNT_SHOWN = `(() => {
  if (globalThis.shownCount !== undefined) return shownCount;
  const { prototype } = ServiceWorkerRegistration;
  const { showNotification } = prototype;
  globalThis.shownCount = 0;
  prototype.showNotification = async function (...args) {
    await showNotification.apply(this, args);
    shownCount += 1;
  };
  return 0;
})()`;

export const workerOf = ({ context }: TestBrowser): Promise<Worker> =>
  eventually('the service worker', () => context.serviceWorkers()[0] ?? null);

const NAMES =
  'title, body, lang, dir, tag, icon, badge, timestamp, silent, requireInteraction, renotify, actions, data';
const PARTS = `({ ${NAMES} }) => ({ ${NAMES} })`;

/** The latest visible notification, or null. Never call this while one is being shown (`deliverShown`). */
export const shownBy = async (worker: Worker): Promise<unknown> => {
  const shown = await worker.evaluate<unknown[]>(`registration.getNotifications().then((all) => all.map(${PARTS}))`);
  return shown.at(-1) ?? null;
};

/** Synthetic events cannot call `waitUntil`, so this one records the calls. */
const dispatch = (event: string): string => `(async () => {
  const event = ${event};
  let done;
  Object.defineProperty(event, 'waitUntil', { value: (promise) => { done = promise; } });
  dispatchEvent(event);
  await done;
})()`;

const onNotification = (type: string, action = ''): string =>
  dispatch(
    `new NotificationEvent('${type}', { notification: (await registration.getNotifications())[0], action: '${action}' })`,
  );

export const CLICK = onNotification('notificationclick');
export const clickButton = (id: string): string => onNotification('notificationclick', id);
export const CLOSE = onNotification('notificationclose');

/** Safari passes the proposed notification of a declarative message, but no data. */
export const pushOfSafari = (proposed: object): string =>
  dispatch(`Object.assign(new Event('push'), { data: null, ...${JSON.stringify(proposed)} })`);

/** Dispatches a push for each declarative notification at once, and waits until all of them are handled. */
export const pushAll = (notifications: readonly object[]): string => `Promise.all(
  ${JSON.stringify(notifications)}.map((notification) =>
    ${dispatch("Object.assign(new Event('push'), { data: { json: () => ({ web_push: 8030, notification }) } })")}),
)`;

export const subscriptionChange = (subscription: string): string =>
  dispatch(
    `Object.assign(new Event('pushsubscriptionchange'), { newSubscription: { toJSON: () => (${subscription}) } })`,
  );
