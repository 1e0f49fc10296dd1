// pushgraph for browsers. Import it as a module from your page:
//
//   import { Pushgraph } from 'https://push.example.com/sdk/web.js';
//   const push = new Pushgraph({ serviceId: '…' });
//   await push.subscribe({ language: 'de', audiences: ['news'] });
//
// Your site serves a service worker of its own (a worker must come from the site's own origin), with one line in it:
//
//   importScripts('https://push.example.com/sdk/sw.js');

const STORAGE_PREFIX = 'pushgraph:';

export class Pushgraph {
  /**
   * @param {object} options
   * @param {string} options.serviceId the application's service_id
   * @param {string} [options.baseUrl] where pushgraph answers; by default where this file came from
   * @param {string} [options.serviceWorker] path of your service worker; default `/sw.js`
   * @param {string} [options.scope] its scope; default as the browser has it
   */
  constructor({ serviceId, baseUrl = new URL(import.meta.url).origin, serviceWorker = '/sw.js', scope }) {
    this.serviceId = serviceId;
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.serviceWorker = serviceWorker;
    this.scope = scope;
    /** What the browser did not take into its storage; until the page is left. */
    this.unstored = {};
  }

  /** Whether this browser can receive pushes at all. */
  static get isSupported() {
    return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  }

  /**
   * Asks for permission if need be, subscribes, and registers the device; call it again at every visit to refresh.
   * @param {object} [attributes] language, country, timezone, external_user_id, audiences, platform, app_version; and
   *   identityHash with external_user_id, if the application requires identity verification: your server makes it. Then
   *   audiences come from your server too. What is left out stays as it is, but for the timezone, which follows the
   *   browser until you set one; a new device has the language of the browser and the platform `web`.
   * @returns {Promise<string>} the device_id
   */
  async subscribe(attributes = {}) {
    if (!Pushgraph.isSupported) throw new Error('This browser cannot receive pushes.');
    if ((await Notification.requestPermission()) !== 'granted')
      throw new Error('The user has not allowed notifications.');
    const registration = await this.registerWorker();
    const subscription = await this.subscribeTo(registration.pushManager);
    return this.register(subscription.toJSON(), attributes);
  }

  /** Changes attributes of the registered device; as for `subscribe`. */
  async update(attributes) {
    await this.call('PATCH', `/devices/${this.deviceId}`, toBody(attributes));
    if (attributes.timezone) await this.keepDevice({ ...this.stored('device'), timezone: attributes.timezone });
  }

  /**
   * Reports an event of the user, such as `reg` or one of your own codes.
   * @param {string} code
   * @param {{ id?: string, occurred_at?: string }} [details] an id makes a repeated report count once
   */
  async track(code, details = {}) {
    const event = { code, id: details.id ?? crypto.randomUUID(), occurred_at: details.occurred_at };
    return this.call('POST', `/devices/${this.deviceId}/events`, { events: [event] });
  }

  /** Ends the subscription here and at the service. */
  async unsubscribe() {
    const registration = await navigator.serviceWorker.getRegistration(this.scope);
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    if (this.deviceId) await this.call('DELETE', `/devices/${this.deviceId}`).catch(unlessUnknown);
    await this.keepDevice(null);
  }

  get deviceId() {
    return this.stored('device')?.device_id ?? null;
  }

  async registerWorker() {
    const url = new URL(this.serviceWorker, location.href);
    // The worker has no other way to learn where receipts go.
    url.searchParams.set('pushgraph', `${this.baseUrl}/sdk/v1/${this.serviceId}`);
    const options = this.scope ? { scope: this.scope } : undefined;
    const registration = await navigator.serviceWorker.register(url, options);
    // Not `serviceWorker.ready`, which waits for ever if the scope does not hold this page.
    await untilActive(registration);
    return registration;
  }

  async subscribeTo(pushManager) {
    const { vapid_key_public: key } = await this.call('GET', '/vapidkey');
    const existing = await pushManager.getSubscription();
    if (existing && sameKey(existing.options.applicationServerKey, key)) return existing;
    // A subscription of another key would refuse our messages.
    await existing?.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  async register({ endpoint, keys }, attributes) {
    const known = this.stored('device');
    const named = { subscription: { endpoint, keys }, ...toBody(attributes) };
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // Devices travel, so that the zone follows the browser unless the page has set one; all else stays as it is.
    if (known && (await this.refresh(known, known.timezone ? named : { timezone, ...named }))) {
      await this.keepDevice({ ...known, timezone: attributes.timezone ?? known.timezone });
      return known.device_id;
    }
    const defaults = { language: navigator.language, timezone: known?.timezone ?? timezone, platform: 'web' };
    // Without a secret we get a new one. If it was the identityHash that is not good, this fails as well, and we keep
    // what we have.
    const answer = await this.call('POST', '/devices', { ...defaults, ...named }, null);
    await this.keepDevice({ ...answer, timezone: attributes.timezone ?? known?.timezone });
    return answer.device_id;
  }

  /** The same device, also with another subscription. False: the service does not know it, or not by this secret. */
  async refresh(known, body) {
    try {
      await this.call('PATCH', `/devices/${known.device_id}`, body);
      return true;
    } catch (error) {
      unlessUnknown(error);
      return false;
    }
  }

  async call(method, path, body, secret = this.stored('device')?.device_secret) {
    const response = await fetch(`${this.baseUrl}/sdk/v1/${this.serviceId}${path}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const answer = response.status === 204 ? null : await response.json().catch(() => null);
    if (response.ok) return answer;
    throw Object.assign(new Error(answer?.error ?? `status ${response.status}`), { status: response.status });
  }

  stored(name) {
    if (name in this.unstored) return this.unstored[name];
    try {
      return JSON.parse(localStorage.getItem(this.keyOf(name)));
    } catch {
      // Storage is blocked, or what is there is damaged.
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

  /** Also where the service worker can read it, for the day when the browser renews the subscription by itself. */
  async keepDevice(device) {
    this.store('device', device);
    const place = `${this.baseUrl}/sdk/v1/${this.serviceId}`;
    try {
      const cache = await caches.open('pushgraph');
      if (device === null) await cache.delete(place);
      else await cache.put(place, new Response(JSON.stringify(device)));
    } catch {
      // Storage is blocked or full: only that day is missed.
    }
  }
}

const toBody = ({ identityHash, ...attributes }) =>
  identityHash === undefined ? attributes : { ...attributes, identity_hash: identityHash };

const untilActive = ({ active, waiting, installing }) => {
  const worker = installing ?? waiting ?? active;
  // An older worker goes on until its pages are closed; it can take pushes as well.
  if (active || !worker) return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker could not be installed.'));
    });
  });
};

/** Lets pass what says that the device is not there, or is no longer ours. */
const unlessUnknown = (error) => {
  if (error.status !== 401 && error.status !== 404) throw error;
};

const sameKey = (buffer, key) => {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
};
