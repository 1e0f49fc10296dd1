// pushgraph's part of a service worker: shows what arrives, opens its link, sends receipts, and tells the service of a
// subscription that the browser has renewed.
// Your own worker brings it in with importScripts('https://push.example.com/sdk/sw.js').

(() => {
  /** `…/sdk/v1/<service_id>`, as web.js put it into the worker's address. */
  const service = new URL(self.location.href).searchParams.get('pushgraph');

  const sendReceipt = async (receipt, kind) => {
    if (!service || !receipt) return;
    try {
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
    event.waitUntil(Promise.allSettled([link ? self.clients.openWindow(link) : null, sendReceipt(receipt, 'clicked')]));
  });

  /** `{device_id, device_secret}` as web.js left it where a worker can read it; null: not registered. */
  const readDevice = async () => {
    const cache = await caches.open('pushgraph');
    return (await cache.match(service))?.json() ?? null;
  };

  const resubscribe = async () => {
    const response = await fetch(`${service}/vapidkey`);
    const { vapid_key_public: applicationServerKey } = await response.json();
    return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  };

  self.addEventListener('pushsubscriptionchange', (event) => {
    const renew = async () => {
      const device = service ? await readDevice() : null;
      if (!device) return;
      const { endpoint, keys } = (event.newSubscription ?? (await resubscribe())).toJSON();
      await fetch(`${service}/devices/${device.device_id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${device.device_secret}` },
        body: JSON.stringify({ subscription: { endpoint, keys } }),
      });
    };
    event.waitUntil(renew());
  });
})();
