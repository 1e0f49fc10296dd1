// pushgraph for browsers. Import it as a module from your page:
//
//   import { Pushgraph } from 'https://push.example.com/sdk/web.js';
//   const push = new Pushgraph({ serviceId: '…' });
//   await push.subscribe({ language: 'de', audiences: ['news'] }); // on a click: asks for permission
//   await push.subscribe({ prompt: false });                       // on every visit: never asks
//
// Your site must serve the service worker from its own origin. One line is enough:
//
//   importScripts('https://push.example.com/sdk/sw.js');

const STORAGE_PREFIX = 'pushgraph:';
/** The service accepts this many events in one request. */
const MAX_QUEUED = 100;
const MAX_PAUSE_MS = 300_000;
/** A longer pause could overflow the browser's timer, which would then fire at once. */
const MAX_ASKED_SECONDS = 86_400;
/** The `date` header has whole seconds, and responses take time to arrive. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Why a call failed. docs/devices.md lists the codes. */
export class PushgraphError extends Error {
  constructor(code, message, { status, retryAfterSeconds, cause } = {}) {
    super(message, { cause });
    Object.assign(this, { name: 'PushgraphError', code, status, retryAfterSeconds });
  }
}

export class Pushgraph {
  /**
   * @param {object} options
   * @param {string} options.serviceId the application's service_id
   * @param {string} [options.baseUrl] the address of pushgraph; by default the origin of this file
   * @param {string} [options.serviceWorker] the path of your service worker, `/sw.js` by default
   * @param {string} [options.scope] the scope of the worker; the browser's default if omitted
   */
  constructor({ serviceId, baseUrl = new URL(import.meta.url).origin, serviceWorker = '/sw.js', scope }) {
    this.serviceId = serviceId;
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.serviceWorker = serviceWorker;
    this.scope = scope;
    /** Values that the browser refused to store, kept until the user leaves the page. */
    this.unstored = {};
    /** How far the service's clock is ahead of ours, in milliseconds; undefined before its first response. */
    this.clockShift = undefined;
    this.failures = 0;
    /** The latest registration. */
    this.registering = Promise.resolve();
    this.answers = new EventTarget();
  }

  /** Whether this browser can receive pushes; false on a server and in workers. */
  static get isSupported() {
    return (
      typeof window !== 'undefined' &&
      'serviceWorker' in navigator &&
      'PushManager' in globalThis &&
      'Notification' in globalThis
    );
  }

  /** `granted`, `denied`, `default` (the user has not decided) or `unsupported`. */
  get permission() {
    return Pushgraph.isSupported ? Notification.permission : 'unsupported';
  }

  /**
   * Calls `listener` with each new permission, including changes in the browser's settings.
   * @returns {() => void} stops the calls
   */
  onPermissionChange(listener) {
    if (!Pushgraph.isSupported) return () => {};
    const ended = new AbortController();
    const until = { signal: ended.signal };
    let last = this.permission;
    const check = () => {
      if (this.permission === last) return;
      last = this.permission;
      listener(last);
    };
    this.answers.addEventListener('permission', check, until);
    // Some browsers do not report changes of this permission, so check when the user returns to the page.
    document.addEventListener('visibilitychange', check, until);
    const query = navigator.permissions?.query({ name: 'notifications' });
    query?.then((status) => status.addEventListener('change', check, until)).catch(() => {});
    return () => ended.abort();
  }

  /**
   * Asks for permission if necessary, subscribes, registers the device and sends the waiting events.
   * @param {object} [attributes] language, country, timezone, external_user_id, audiences, platform, app_version,
   *   quiet_hours ({ start, end, days? } in the device's time zone; null removes them) and attributes (your own keys
   *   that the account lets devices set; null removes one). If the application requires identity verification, pass
   *   the identityHash from your server with external_user_id; only your server can then set audiences. An omitted
   *   attribute keeps its value, except the timezone, which follows the browser until you set one. A new device gets
   *   the browser's language and the platform `web`. `prompt: false` never asks: without permission, or after
   *   `unsubscribe`, it does nothing and returns null.
   * @returns {Promise<string | null>} the device_id
   */
  async subscribe({ prompt = true, ...attributes } = {}) {
    if (!prompt && (this.permission !== 'granted' || this.stored('left'))) return null;
    requireSupport();
    if (prompt) await this.askPermission();
    const registration = await this.registerWorker();
    const subscription = await this.subscribeTo(registration.pushManager);
    const deviceId = await this.register(subscription.toJSON(), attributes, registration.scope);
    this.store('left', null);
    // The device is registered even if its events have to wait.
    if (!this.timer) await this.sendQueued().catch((error) => this.sendLater(error));
    return deviceId;
  }

  /** Changes attributes of the registered device. Takes the same attributes as `subscribe`. */
  async update(attributes) {
    try {
      await this.call('PATCH', `/devices/${this.deviceId}`, toBody(attributes));
    } catch (error) {
      unlessUnknown(error);
      // Register again. This fails too if the service rejected the identityHash.
      if ((await this.subscribe({ ...attributes, prompt: false })) === null) throw error;
    }
    if (attributes.timezone) await this.keepDevice({ ...this.stored('device'), timezone: attributes.timezone });
  }

  /** Changes your own attributes of the registered device. Null removes a key; other keys keep their values. */
  setAttributes(attributes) {
    return this.update({ attributes });
  }

  /**
   * Assigns the device to this user. `subscribe({ external_user_id })` does the same on every visit.
   * @param {string} externalUserId your own id of the user
   * @param {{ identityHash?: string }} [options] from your server, if the application requires identity verification
   */
  login(externalUserId, { identityHash } = {}) {
    return this.update({ external_user_id: externalUserId, identityHash });
  }

  /** Deletes the device and registers a new one with the same subscription, without user, tags or attributes. */
  async logout() {
    requireSupport();
    if (this.deviceId) await this.call('DELETE', `/devices/${this.deviceId}`).catch(unlessUnknown);
    await this.keepDevice(null);
    await this.subscribe({ prompt: false });
  }

  /** Replaces all tags. With identity verification, only your server can set them. */
  setTags(tags) {
    return this.update({ audiences: tags });
  }

  /**
   * Reports an event of the user, such as `reg` or one of your own codes. An event that cannot be sent now (before
   * `subscribe`, offline, or while the service fails) is stored with its time and sent later, even on another visit.
   * Only the latest 100 events are stored.
   * @param {string} code
   * @param {{ id?: string, occurred_at?: string, data?: object }} [details] reports with the same id count once;
   *   messages that the event triggers can show its data, at most 2 KiB as JSON
   */
  async track(code, details = {}) {
    const { id = crypto.randomUUID(), occurred_at, data } = details;
    const event = { code, id, occurred_at, data };
    const waiting = { ...event, at: Date.now(), shift: this.clockShift };
    let failure = null;
    if (this.deviceId && this.queued().length === 0) {
      try {
        return await this.report([event]);
      } catch (error) {
        if (!isPassing(error) && !isUnknown(error)) throw error;
        failure = error;
      }
    }
    requireSupport();
    this.store('queue', [...this.queued(), waiting].slice(-MAX_QUEUED));
    if (isUnknown(failure)) await this.subscribe({ prompt: false }).catch((error) => this.sendLater(error));
    else if (this.deviceId) this.sendLater(failure);
    return { accepted: 0, ignored: 0, queued: 1 };
  }

  /**
   * The user's choices: `{ categories: [{ key, name, description, kind, isOn }], allMarketing, url }`.
   * `allMarketing: false` means no message of kind `marketing`, whatever the categories say. Messages of kind
   * `transactional` cannot be turned off. `url` is the hosted page for the same choices, or null.
   * @param {{ language?: string }} [options] the language of the texts; the device's language by default
   */
  async preferences({ language } = {}) {
    return toPreferences(await this.callPreferences('GET', language));
  }

  /**
   * Changes some choices and keeps the others, for example `{ news: false, allMarketing: true }`.
   * @param {object} choices true or false for each category key, and `allMarketing`
   * @param {{ language?: string }} [options] as for `preferences`
   * @returns the new preferences
   */
  async setPreferences({ allMarketing, ...choices }, { language } = {}) {
    const body = {
      choices: Object.fromEntries(Object.entries(choices).map(([key, isOn]) => [key, toChoice(isOn)])),
      ...(allMarketing === undefined ? {} : { all_marketing: toChoice(allMarketing) }),
    };
    return toPreferences(await this.callPreferences('PUT', language, body));
  }

  /** The address of the hosted preferences page. Null if the service has no public address. */
  async preferencesUrl() {
    return (await this.preferences()).url;
  }

  /** Sets the number on the installed app's icon. Messages may add to it; 0 removes it. */
  async setBadge(count) {
    requireSupport();
    await navigator.setAppBadge?.(count);
    const cache = await caches.open('pushgraph-badge').catch(() => null);
    await cache?.put('/', new Response(String(count)));
  }

  /** Ends the subscription in this browser and at the service. */
  async unsubscribe() {
    requireSupport();
    this.store('left', true);
    this.store('queue', null);
    const registration = await navigator.serviceWorker.getRegistration(this.workerScope);
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    if (this.deviceId) await this.call('DELETE', `/devices/${this.deviceId}`).catch(unlessUnknown);
    await this.keepDevice(null);
  }

  get deviceId() {
    return this.stored('device')?.device_id ?? null;
  }

  async askPermission() {
    const answer = await Notification.requestPermission();
    this.answers.dispatchEvent(new Event('permission'));
    if (answer === 'denied')
      throw new PushgraphError('denied', 'The user has not allowed notifications; only the browser can change that.');
    if (answer !== 'granted') throw new PushgraphError('dismissed', 'The user has not allowed notifications yet.');
  }

  get workerUrl() {
    return new URL(this.serviceWorker, location.href);
  }

  get workerScope() {
    return this.scope ? new URL(this.scope, location.href).href : new URL('./', this.workerUrl).href;
  }

  async registerWorker() {
    const url = this.workerUrl;
    const scope = this.workerScope;
    try {
      const existing = await navigator.serviceWorker.getRegistration(scope);
      const isOwn = existing?.scope === scope && isRegisteredBySite(existing, url);
      // Workers of earlier versions take the address for receipts from their own URL.
      url.searchParams.set('pushgraph', this.place);
      const registration = isOwn ? existing : await navigator.serviceWorker.register(url, { scope });
      // `serviceWorker.ready` never resolves if this page is outside the scope.
      await untilActive(registration);
      return registration;
    } catch (cause) {
      throw this.browserError('worker', cause);
    }
  }

  async subscribeTo(pushManager) {
    const { vapid_key_public: key } = await this.call('GET', '/vapidkey');
    try {
      const existing = await pushManager.getSubscription();
      if (existing && sameKey(existing.options.applicationServerKey, key)) return existing;
      // The push service would refuse our messages to a subscription made with another key.
      await existing?.unsubscribe();
      return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    } catch (cause) {
      throw this.browserError('push-service', cause);
    }
  }

  /** One registration at a time: a second one without the first one's secret would create another device. */
  register(...given) {
    const next = this.registering.then(() => this.registerNext(...given));
    this.registering = next.catch(() => {});
    return next;
  }

  async registerNext({ endpoint, keys }, attributes, scope) {
    const known = this.stored('device');
    const named = { subscription: { endpoint, keys }, ...toBody(attributes) };
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // Devices travel, so the time zone follows the browser unless the page has set one.
    if (known && (await this.refresh(known, known.timezone ? named : { timezone, ...named }))) {
      await this.keepDevice({ ...known, timezone: attributes.timezone ?? known.timezone, scope });
      return known.device_id;
    }
    const defaults = { language: navigator.language, timezone: known?.timezone ?? timezone, platform: 'web' };
    // A registration without a secret returns a new one. If the service rejects the identityHash, this call fails
    // too, and the stored device stays.
    const answer = await this.call('POST', '/devices', { ...defaults, ...named }, null);
    await this.keepDevice({ ...answer, timezone: attributes.timezone ?? known?.timezone, scope });
    return answer.device_id;
  }

  /** Updates the device and its subscription. Returns false if the service does not accept the device or its secret. */
  async refresh(known, body) {
    try {
      await this.call('PATCH', `/devices/${known.device_id}`, body);
      return true;
    } catch (error) {
      unlessUnknown(error);
      return false;
    }
  }

  report(waiting) {
    const events = waiting.map(({ at, shift = this.clockShift ?? 0, ...event }) => ({
      ...event,
      // Converts to the service's clock; the device's clock may be wrong.
      occurred_at: event.occurred_at ?? (at === undefined ? undefined : new Date(at + shift).toISOString()),
    }));
    return this.call('POST', `/devices/${this.deviceId}/events`, { events });
  }

  /** Sends waiting events after the pause that the service asked for, or a random one that grows with each failure. */
  sendLater(failure) {
    const bound = Math.min(MAX_PAUSE_MS, 1_000 * 2 ** this.failures);
    const asked = failure?.retryAfterSeconds;
    if (failure) this.failures += 1;
    const pauseMs = asked ? Math.min(asked, MAX_ASKED_SECONDS) * 1_000 : Math.random() * bound;
    this.timer ??= setTimeout(() => this.sendAgain(), pauseMs);
  }

  async sendAgain() {
    this.timer = undefined;
    try {
      await this.sendQueued();
      this.failures = 0;
    } catch (error) {
      if (isUnknown(error)) await this.subscribe({ prompt: false }).catch((other) => this.sendLater(other));
      else this.sendLater(error);
    }
  }

  queued() {
    const queue = this.stored('queue');
    return Array.isArray(queue) ? queue : [];
  }

  /** A refused event must not block the others: halving the batch finds it, and it is dropped. */
  async sendQueued(events = this.queued()) {
    if (events.length === 0) return;
    try {
      await this.report(events);
    } catch (error) {
      if (error.status !== 400) throw error;
      const half = events.length >> 1;
      if (half > 0) {
        await this.sendQueued(events.slice(0, half));
        return this.sendQueued(events.slice(half));
      }
      console.warn(`pushgraph dropped an event: ${error.message}`);
    }
    const sent = new Set(events.map(({ id }) => id));
    const rest = this.queued().filter(({ id }) => !sent.has(id));
    this.store('queue', rest);
  }

  callPreferences(method, language, body) {
    const query = language === undefined ? '' : `?${new URLSearchParams({ language })}`;
    return this.call(method, `/devices/${this.deviceId}/preferences${query}`, body);
  }

  get place() {
    return `${this.baseUrl}/sdk/v1/${this.serviceId}`;
  }

  async call(method, path, body, secret = this.stored('device')?.device_secret) {
    const headers = {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(secret ? { authorization: `Bearer ${secret}` } : {}),
    };
    const request = { method, headers, body: body ? JSON.stringify(body) : undefined };
    const response = await fetch(this.place + path, request).catch((cause) => {
      throw new PushgraphError('network', `pushgraph cannot be reached: ${cause.message}`, { cause });
    });
    this.noteClock(response.headers.get('date'));
    const answer = response.status === 204 ? null : await response.json().catch(() => null);
    if (response.ok) return answer;
    const { status } = response;
    const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined;
    throw new PushgraphError(codeOf(status), answer?.error ?? `status ${status}`, { status, retryAfterSeconds });
  }

  noteClock(date) {
    const shift = Date.parse(date ?? '') - Date.now();
    if (!Number.isNaN(shift)) this.clockShift = Math.abs(shift) < CLOCK_TOLERANCE_MS ? 0 : shift;
  }

  /** Browsers that block storage also block workers and subscriptions, with different error names. */
  browserError(code, cause) {
    if (cause instanceof PushgraphError) return cause;
    try {
      localStorage.getItem(this.keyOf('device'));
    } catch {
      return new PushgraphError('blocked-storage', cause.message, { cause });
    }
    return new PushgraphError(code, cause.message, { cause });
  }

  stored(name) {
    if (name in this.unstored) return this.unstored[name];
    // Node.js has a `localStorage` as well, shared by all visitors of the server.
    if (typeof window === 'undefined') return null;
    try {
      return JSON.parse(localStorage.getItem(this.keyOf(name)));
    } catch {
      // Storage is blocked, or the stored value is damaged.
      return null;
    }
  }

  store(name, value) {
    try {
      if (value === null) localStorage.removeItem(this.keyOf(name));
      else localStorage.setItem(this.keyOf(name), JSON.stringify(value));
      delete this.unstored[name];
    } catch {
      this.unstored[name] = value;
    }
  }

  keyOf(name) {
    return `${STORAGE_PREFIX}${this.serviceId}:${name}`;
  }

  /** Also stores the device in a cache: a service worker may have no other way to find the service. */
  async keepDevice(device) {
    this.store('device', device);
    try {
      const cache = await caches.open('pushgraph');
      if (device === null) await cache.delete(this.place);
      else await cache.put(this.place, new Response(JSON.stringify(device)));
    } catch {
      // Storage is blocked or full. The worker then has only the parameters in its own URL.
    }
  }
}

const requireSupport = () => {
  if (!Pushgraph.isSupported) throw new PushgraphError('unsupported', 'This browser cannot receive pushes.');
};

const codeOf = (status) =>
  status === 429 ? 'rate-limited' : status >= 500 || status === 408 ? 'unavailable' : 'refused';

/** If we replaced a worker that the site registered, both would register theirs again on every visit. */
const isRegisteredBySite = ({ active, waiting, installing }, { origin, pathname }) => {
  const worker = installing ?? waiting ?? active;
  const own = worker && new URL(worker.scriptURL);
  return own?.origin === origin && own.pathname === pathname && !own.searchParams.has('pushgraph');
};

const toChoice = (isOn) => (isOn ? 'on' : 'off');

const toPreferences = ({ preferences, all_marketing: allMarketing, preferences_url: url }) => ({
  categories: preferences.map(({ choice, ...category }) => ({ ...category, isOn: choice === 'on' })),
  allMarketing: allMarketing === 'on',
  url: url ?? null,
});

const toBody = ({ identityHash, ...attributes }) =>
  identityHash === undefined ? attributes : { ...attributes, identity_hash: identityHash };

const untilActive = ({ active, waiting, installing }) => {
  const worker = installing ?? waiting ?? active;
  // An older worker stays active until its pages are closed. It can receive pushes too.
  if (active || !worker) return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker could not be installed.'));
    });
  });
};

/** The device does not exist, was deleted, or is no longer ours. */
const isUnknown = (error) => [401, 404, 410].includes(error?.status);

const unlessUnknown = (error) => {
  if (!isUnknown(error)) throw error;
};

const isPassing = ({ code }) => ['network', 'rate-limited', 'unavailable'].includes(code);

const sameKey = (buffer, key) => {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
};
