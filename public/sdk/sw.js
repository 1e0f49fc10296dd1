// pushgraph's part of a service worker: shows what arrives, opens its link, and sends receipts.
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
    const { title, body, image, icon, link, receipt } = message;
    const shown = self.registration.showNotification(title, { body, image, icon, data: { link, receipt } });
    event.waitUntil(Promise.all([shown, sendReceipt(receipt, 'delivered')]));
  });

  self.addEventListener('notificationclick', (event) => {
    const { link, receipt } = event.notification.data ?? {};
    if (receipt === undefined) return;
    event.notification.close();
    event.waitUntil(Promise.all([link ? self.clients.openWindow(link) : null, sendReceipt(receipt, 'clicked')]));
  });
})();
