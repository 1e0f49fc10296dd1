// pushgraph's part of a service worker: shows messages, opens their links, counts the badge, sends receipts, and
// reports a subscription that the browser has renewed.
// Your own worker loads it with importScripts('https://push.example.com/sdk/sw.js').

(() => {
  /** `…/sdk/v1/<service_id>` if web.js registered this worker; null if the site registered it. */
  const named = new URL(self.location.href).searchParams.get('pushgraph');

  /** web.js stores each device of this origin in a cache, under the address of its application. */
  const readDevices = async () => {
    const cache = await caches.open('pushgraph');
    const read = async ({ url }) => ({ service: url, ...(await (await cache.match(url))?.json()) });
    return Promise.all((await cache.keys()).map(read));
  };

  /** `{service, device_id, device_secret}`; without a registered device, `service` alone or an empty object. */
  const readDevice = async () => {
    const all = await readDevices();
    if (named) return all.find(({ service }) => service === named) ?? { service: named };
    const { scope } = self.registration;
    // Earlier versions did not store the scope.
    return all.find((device) => device.scope === scope) ?? all.find((device) => device.scope === undefined) ?? {};
  };

  const sendReceipt = async (receipt, report) => {
    if (!receipt) return;
    try {
      const service = named ?? (await readDevice()).service;
      if (!service) return;
      await fetch(`${service}/receipts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ receipt, ...report }),
        keepalive: true,
      });
    } catch {
      // Offline. A receipt is not worth waking the device again.
    }
  };

  const readJson = (data) => {
    try {
      return data?.json() ?? null;
    } catch {
      return null;
    }
  };

  /** `{title, options, badge}`, or null for other formats: the browser or the site's own handlers deal with those. */
  const readMessage = ({ data, notification: proposed, appBadge }) => {
    const json = readJson(data);
    if (json?.notification) return readDeclarative(json.notification, json.app_badge);
    if (typeof json?.title === 'string') return readFlat(json);
    // Safari parses declarative messages itself and passes no data.
    return proposed && !data ? readDeclarative(proposed, appBadge) : null;
  };

  /** Messages that need no declarative field, and messages of earlier releases. */
  const readFlat = ({ title, body, image, icon, link, tag, receipt }) =>
    // A repeated message has the tag of the first copy and replaces it.
    ({ title, options: { body, image, icon, tag, data: { link, receipt } } });

  const readDeclarative = (notification, appBadge) => {
    // Other senders may use the same standard, but only our messages have a receipt.
    if (typeof notification?.title !== 'string' || !notification.data?.receipt) return null;
    const { title, body, lang, dir, tag, icon, image, silent, requireInteraction, renotify } = notification;
    // Only `passthrough` sets these.
    const { badge, timestamp } = notification;
    const { badge_increment: increment, ...data } = notification.data;
    const actions = [...(notification.actions ?? [])];
    // Notifications that a worker shows have no links of their own, so they travel in `data`.
    const buttons = Object.fromEntries(actions.map(({ action, navigate }) => [action, navigate]));
    const options = { body, lang, dir, tag, icon, image, silent, requireInteraction, renotify, badge, timestamp };
    return {
      title,
      options: {
        ...Object.fromEntries(Object.entries(options).filter(([, value]) => value ?? false)),
        actions: actions.map(({ action, title, icon }) => (icon ? { action, title, icon } : { action, title })),
        data: { ...data, link: notification.navigate, buttons },
      },
      badge: { set: appBadge ?? null, increment: Number.isInteger(increment) ? increment : 0 },
    };
  };

  self.addEventListener('push', (event) => {
    const message = readMessage(event);
    if (message) event.waitUntil(receive(message));
  });

  const receive = async ({ title, options, badge = {} }) => {
    const { receipt } = options.data;
    const shown = self.registration.showNotification(title, options);
    await Promise.all([shown, changeBadgeInTurn(badge, receipt), sendReceipt(receipt, { kind: 'delivered' })]);
  };

  let badgeTurn = Promise.resolve();

  /** Messages that arrive together would otherwise all read the same number. */
  const changeBadgeInTurn = (badge, receipt) => {
    badgeTurn = badgeTurn.then(() => changeBadge(badge, receipt));
    return badgeTurn;
  };

  const MAX_COUNTED = 100;

  /**
   * Browsers cannot read an app's badge, so a cache holds the number; web.js writes it too. The receipts next to it
   * keep a repeated message from counting twice. Do not count the visible notifications instead: Chromium forgets a
   * notification if `getNotifications` runs before it is displayed, and its click is lost.
   */
  const changeBadge = async ({ set = null, increment = 0 }, receipt) => {
    if (set === null && !increment) return;
    try {
      const cache = await caches.open('pushgraph-badge');
      const counted = (await (await cache.match('/counted'))?.json()) ?? [];
      if (increment && counted.includes(receipt)) return;
      const count = set ?? Math.max(0, Number((await (await cache.match('/'))?.text()) ?? 0) + increment);
      await cache.put('/', new Response(String(count)));
      await cache.put('/counted', new Response(JSON.stringify([...counted, receipt].slice(-MAX_COUNTED))));
      await navigator.setAppBadge?.(count);
    } catch {
      // Storage is blocked, or the site is not installed. The message is shown without a badge.
    }
  };

  self.addEventListener('notificationclick', (event) => {
    const { link, receipt, buttons } = event.notification.data ?? {};
    if (receipt === undefined) return;
    event.notification.close();
    const button = event.action || undefined;
    const target = (button && buttons?.[button]) ?? link ?? self.registration.scope;
    // Send the receipt even if the browser does not open the link.
    event.waitUntil(Promise.allSettled([show(target), sendReceipt(receipt, { kind: 'clicked', button })]));
  });

  /** Fires only if the user closes the message, not after a click or a replacement. */
  self.addEventListener('notificationclose', (event) => {
    const { receipt } = event.notification.data ?? {};
    event.waitUntil(sendReceipt(receipt, { kind: 'dismissed' }));
  });

  /** Prefers a window that already shows the link, then the most recently used window of its origin. */
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
