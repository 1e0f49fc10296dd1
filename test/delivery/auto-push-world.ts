import type { App } from '../../src/entities/app.js';
import type { Device } from '../../src/entities/device.js';
import type { Sender } from '../../src/providers/sender.js';
import type { EventInput } from '../../src/services/devices/device-input.js';
import type { FilterLists } from '../../src/services/schedulers/scheduler-input.js';
import { DeliveryWorld, type WorldOptions } from '../support/delivery-world.js';

/** A world with an application, custom events `buy` and `leave`, and helpers that act as devices do. */
export class AutoPushWorld extends DeliveryWorld {
  app!: App;

  static async start({ sender, ...options }: WorldOptions & { readonly sender: Sender }): Promise<AutoPushWorld> {
    const world = new AutoPushWorld({ ...options, senders: { provider_c: sender } });
    await world.init();
    world.app = await world.makeApp('provider_c');
    for (const code of ['buy', 'leave']) await world.services.customEvents.create(world.caller, { name: code, code });
    return world;
  }

  async makeDevice(app = this.app): Promise<Device> {
    const [registration] = await this.makeDevices(app, 1);
    if (!registration) throw new Error('no device');
    return registration.device;
  }

  track(device: Device, ...events: (string | EventInput)[]) {
    const inputs = events.map((event) => (typeof event === 'string' ? { code: event } : event));
    return this.services.deviceEvents.track(this.app, device, inputs);
  }

  async makeAutoPush(delay: string | null, filters: FilterLists = { event_include: ['buy'] }, texts = ['text']) {
    const pushes = [];
    for (const text of texts) pushes.push(await this.makePush(['en'], text));
    return this.makeActive('auto-push', { pushes, filters, input: { timing: { kind: 'auto-push', delay } } });
  }
}
