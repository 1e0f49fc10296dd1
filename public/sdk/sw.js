// pushgraph's part of a service worker: shows what arrives, opens its links, counts the badge, sends receipts, and tells
// the service of a subscription that the browser has renewed.
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
      // Offline: a receipt is not worth waking the device for again.
    }
  };

  const readJson = (data) => {
    try {
      return data?.json() ?? null;
    } catch {
      return null;
    }
  };

  /** `{title, options, badge}`. Null leaves a push of another format to the browser and the site's own handlers. */
  const readMessage = ({ data, notification: proposed, appBadge }) => {
    const json = readJson(data);
    if (json?.notification) return readDeclarative(json.notification, json.app_badge);
    if (typeof json?.title === 'string') return readFlat(json);
    // Safari parses a declarative message itself, and passes no data.
    return proposed && !data ? readDeclarative(proposed, appBadge) : null;
  };

  /** Messages without any field that only the declarative form has, and those of earlier releases. */
  const readFlat = ({ title, body, image, icon, link, tag, receipt }) =>
    // A repeat has the tag of the first copy and replaces it.
    ({ title, options: { body, image, icon, tag, data: { link, receipt } } });

  const readDeclarative = (notification, appBadge) => {
    // Another sender may use the same standard, but has no receipt of ours.
    if (typeof notification?.title !== 'string' || !notification.data?.receipt) return null;
    const { title, body, lang, dir, tag, icon, image, silent, requireInteraction, renotify } = notification;
    // Only `passthrough` sets these.
    const { badge, timestamp } = notification;
    const { badge_increment: increment, ...data } = notification.data;
    const actions = [...(notification.actions ?? [])];
    // The browser keeps no links of its own for what a worker shows.
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

  /** Messages that arrive together would otherwise read the same number. */
  const changeBadgeInTurn = (badge, receipt) => {
    badgeTurn = badgeTurn.then(() => changeBadge(badge, receipt));
    return badgeTurn;
  };

  const MAX_COUNTED = 100;

  /**
   * Browsers cannot read the badge of an app, so its number is kept in a cache, which web.js writes too. The receipts
   * beside it keep a repeat from counting twice. Do not ask for the visible notifications instead: Chromium forgets one
   * that `getNotifications` meets before it is displayed, and its click is lost.
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
      // Storage is blocked, or the site is not installed: a message without its badge is still a message.
    }
  };

  self.addEventListener('notificationclick', (event) => {
    const { link, receipt, buttons } = event.notification.data ?? {};
    if (receipt === undefined) return;
    event.notification.close();
    const button = event.action || undefined;
    const target = (button && buttons?.[button]) ?? link ?? self.registration.scope;
    // A link that the browser does not open must not cost the receipt.
    event.waitUntil(Promise.allSettled([show(target), sendReceipt(receipt, { kind: 'clicked', button })]));
  });

  /** Fires only if the user closes the message, not after a click or a replacement. */
  self.addEventListener('notificationclose', (event) => {
    const { receipt } = event.notification.data ?? {};
    event.waitUntil(sendReceipt(receipt, { kind: 'dismissed' }));
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
