import { Pushgraph as ServedPushgraph } from '../../../public/sdk/web.js';

export interface PushgraphOptions {
  /** The application's `service_id`. */
  readonly serviceId: string;
  /** Where pushgraph answers, such as `https://push.example.com`. */
  readonly baseUrl: string;
  /** Path of your service worker; `/sw.js` by default. */
  readonly serviceWorker?: string;
  /** Its scope; default as the browser has it. */
  readonly scope?: string;
}

/**
 * What is left out stays as it is; a device that is new has the language of the browser and the platform `web`. Only
 * `timezone` follows the browser, at each `subscribe`, until you set one: that stays too.
 */
export interface DeviceAttributes {
  readonly language?: string;
  readonly country?: string;
  readonly timezone?: string;
  readonly external_user_id?: string;
  /** With `external_user_id`, if the application requires identity verification: your server makes it. */
  readonly identityHash?: string;
  /** Tags; from your server alone if identity verification is required. */
  readonly audiences?: readonly string[];
  readonly platform?: string;
  readonly app_version?: string;
}

export interface TrackDetails {
  /** Makes a repeated report count once; one is made up if there is none. */
  readonly id?: string;
  /** ISO 8601; now by default. */
  readonly occurred_at?: string;
}

export interface Tracked {
  readonly accepted: number;
  readonly ignored: number;
}

/** A browser that gets pushes. What the service refuses is thrown as an Error with its `status`. */
export interface Pushgraph {
  readonly serviceId: string;
  /** null: this browser is not registered, or keeps nothing for this site. */
  readonly deviceId: string | null;
  /** Asks for permission if need be, subscribes and registers; call it again at every visit. Answers the device's id. */
  subscribe(attributes?: DeviceAttributes): Promise<string>;
  /** Changes attributes of the registered device. */
  update(attributes: DeviceAttributes): Promise<void>;
  /** Reports an event of the user, such as `reg` or one of your own codes. */
  track(code: string, details?: TrackDetails): Promise<Tracked>;
  /** Ends the subscription here and at the service. */
  unsubscribe(): Promise<void>;
}

interface PushgraphClass {
  new (options: PushgraphOptions): Pushgraph;
  /** Whether this browser can receive pushes at all. */
  readonly isSupported: boolean;
}

/** Of the file that the service serves the address is known; of a bundle it is not. */
class BundledPushgraph extends ServedPushgraph {
  constructor(options: PushgraphOptions) {
    if (!options?.baseUrl)
      throw new Error('`baseUrl` must be the address of pushgraph, such as https://push.example.com.');
    super(options);
  }
}

export const Pushgraph = BundledPushgraph as unknown as PushgraphClass;
