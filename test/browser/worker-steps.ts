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

/** Sends to the devices of the application. @returns the message as the browser would decrypt it */
export const send = async ({ world, service, app, link }: Sending): Promise<{ readonly receipt: string }> => {
  const { length } = await world.fakes.entries({ accepted: true });
  const pushId = await createPush(service, [{ language: 'de', title: 'Hallo', text: 'Schön, dass du da bist', link }]);
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

/** As if the push service had handed the message to the browser; it wakes the worker. */
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

export const workerOf = ({ context }: TestBrowser): Promise<Worker> =>
  eventually('the service worker', () => context.serviceWorkers()[0] ?? null);

/** The notifications that stand, the last one first; null without any. */
export const shownBy = async (worker: Worker): Promise<unknown> => {
  const parts = '({ title, body, data }) => ({ title, body, data })';
  const shown = await worker.evaluate<unknown[]>(`registration.getNotifications().then((all) => all.map(${parts}))`);
  return shown.at(-1) ?? null;
};

/** Events that a script makes may not ask for time, so that this one notes for what time was asked. */
const dispatch = (event: string): string => `(async () => {
  const event = ${event};
  let done;
  Object.defineProperty(event, 'waitUntil', { value: (promise) => { done = promise; } });
  dispatchEvent(event);
  await done;
})()`;

export const CLICK = dispatch(
  "new NotificationEvent('notificationclick', { notification: (await registration.getNotifications())[0] })",
);

export const subscriptionChange = (subscription: string): string =>
  dispatch(
    `Object.assign(new Event('pushsubscriptionchange'), { newSubscription: { toJSON: () => (${subscription}) } })`,
  );
