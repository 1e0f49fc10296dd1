import type { ServiceProcess } from '../../support/service-process.js';
import { createApp, must, type RegisteredApp } from '../../support/service-steps.js';
import type { ServiceWorld } from '../../support/service-world.js';
import { Steps } from './steps.js';

export interface SdkRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly secret?: string;
}

/** Like the mutation cases (`mutation-cases.ts`): equal requests of one device, made for each case. */
export interface SdkCase {
  readonly rule: 'same' | 'gone';
  readonly prepare: (device: OneDevice) => Promise<SdkRequest>;
}

/** Creates devices of one application, and what their requests name. */
export class OneDevice {
  private static tokens = 0;

  static async open(world: ServiceWorld, service: ServiceProcess): Promise<OneDevice> {
    const app = await createApp(service, world.fakes, { provider: 'provider_c', name: 'App' });
    return new OneDevice(service, new Steps(world, service), app);
  }

  private constructor(
    private readonly service: ServiceProcess,
    readonly steps: Steps,
    private readonly app: RegisteredApp,
  ) {}

  newToken(): string {
    OneDevice.tokens += 1;
    return OneDevice.tokens.toString(16).padStart(64, '0');
  }

  get path(): string {
    return `/${this.app.serviceId}`;
  }

  /** Registers another device. @returns a request at its path */
  async at(path: string, body?: unknown): Promise<SdkRequest> {
    const given = { token: this.newToken(), external_user_id: this.steps.newName() };
    const made = await must(201, this.service.sdk('POST', `${this.path}/devices`, { body: given }));
    return { path: `${this.path}/devices/${made.device_id}${path}`, body, secret: made.device_secret };
  }

  async eventCode(): Promise<string> {
    const code = this.steps.newName();
    await must(201, this.service.api('POST', '/events', { name: 'Event', code }));
    return code;
  }
}

const ACTIVITY = '/live-activities/match';

const same = (prepare: SdkCase['prepare']): SdkCase => ({ rule: 'same', prepare });

/** This lists every route of devices that changes something: a new one without an entry here fails the test. */
export const SDK_CASES: Readonly<Record<string, SdkCase | string>> = {
  'POST /devices': same(async (device) => ({
    path: `${device.path}/devices`,
    body: { token: device.newToken(), external_user_id: device.steps.newName(), audiences: [device.steps.newName()] },
  })),
  'PATCH /devices/:device_id': same((device) =>
    device.at('', {
      token: device.newToken(),
      external_user_id: device.steps.newName(),
      audiences: [device.steps.newName()],
      timezone: 'Europe/Vienna',
    }),
  ),
  'DELETE /devices/:device_id': { rule: 'gone', prepare: (device) => device.at('') },
  'POST /devices/:device_id/events': same(async (device) =>
    device.at('/events', { events: [{ code: await device.eventCode(), id: 'the-same' }] }),
  ),
  'PUT /devices/:device_id/preferences': same((device) => device.at('/preferences', { all_marketing: 'off' })),
  'PUT /devices/:device_id/live-activities/:activity': same((device) =>
    device.at(ACTIVITY, { token: 'ab'.repeat(32) }),
  ),
  'DELETE /devices/:device_id/live-activities/:activity': same((device) => device.at(ACTIVITY)),
  'POST /receipts': 'needs a message; test/sdk-api/events-and-receipts.test.ts repeats its receipt',
};
