// pushgraph's part of a service worker: shows what arrives, opens its link, sends receipts, and tells the service of a
// subscription that the browser has renewed.
// Your own worker brings it in with importScripts('https://push.example.com/sdk/sw.js').

(() => {
  /** `…/sdk/v1/<service_id>`, if web.js put it into the worker's address: a site may register its worker itself. */
  const named = new URL(self.location.href).searchParams.get('pushgraph');

  /** web.js keeps each device of this origin in a cache, at the address of its application. */
  const readDevices = async () => {
    const cache = await caches.open('pushgraph');
    const read = async ({ url }) => ({ service: url, ...(await (await cache.match(url))?.json()) });
    return Promise.all((await cache.keys()).map(read));
  };

  /** `{service, device_id, device_secret}`, of which a device that is not registered has at most `service`. */
  const readDevice = async () => {
    const all = await readDevices();
    if (named) return all.find(({ service }) => service === named) ?? { service: named };
    const { scope } = self.registration;
    // Earlier versions kept no scope.
    return all.find((device) => device.scope === scope) ?? all.find((device) => device.scope === undefined) ?? {};
  };

  const sendReceipt = async (receipt, kind) => {
    if (!receipt) return;
    try {
      const service = named ?? (await readDevice()).service;
      if (!service) return;
      await fetch(`${service}/receipts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ receipt, kind }),
        keepalive: true,
      });
    } catch {
      // Offline: a receipt is not worth waking the device for again.
    }
  };

  const readMessage = (event) => {
    try {
      return event.data?.json() ?? null;
    } catch {
      return null;
    }
  };

  self.addEventListener('push', (event) => {
    const message = readMessage(event);
    // A push of somebody else's format is left to the site's own handlers.
    if (!message || typeof message.title !== 'string') return;
    const { title, body, image, icon, link, tag, receipt } = message;
    // A repeat has the tag of the first copy and replaces it.
    const shown = self.registration.showNotification(title, { body, image, icon, tag, data: { link, receipt } });
    event.waitUntil(Promise.all([shown, sendReceipt(receipt, 'delivered')]));
  });

  self.addEventListener('notificationclick', (event) => {
    const { link, receipt } = event.notification.data ?? {};
    if (receipt === undefined) return;
    event.notification.close();
    // A link that the browser does not open must not cost the receipt.
    event.waitUntil(Promise.allSettled([link ? show(link) : null, sendReceipt(receipt, 'clicked')]));
  });

  /** Prefers the window that shows the link, then any window of its origin, the last used first. */
  const show = async (link) => {
    const { href, origin } = new URL(link, self.location.href);
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const pages = windows.filter(({ frameType }) => frameType !== 'nested');
    const same = pages.find(({ url }) => url === href);
    if (same) return same.focus();
    const page = pages.find(({ url }) => new URL(url).origin === origin);
    // A window that this worker does not control refuses to navigate.
    const moved = await page?.navigate(href).catch(() => null);
    return moved ? moved.focus() : self.clients.openWindow(href);
  };

  const resubscribe = async (service) => {
    const response = await fetch(`${service}/vapidkey`);
    const { vapid_key_public: applicationServerKey } = await response.json();
    return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  };

  self.addEventListener('pushsubscriptionchange', (event) => {
    const renew = async () => {
      const { service, device_id, device_secret } = await readDevice();
      if (!device_id) return;
      const { endpoint, keys } = (event.newSubscription ?? (await resubscribe(service))).toJSON();
      await fetch(`${service}/devices/${device_id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${device_secret}` },
        body: JSON.stringify({ subscription: { endpoint, keys } }),
      });
    };
    event.waitUntil(renew());
  });
})();
