import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, must, type RegisteredApp } from '../support/service-steps.js';
import type { ServiceWorld } from '../support/service-world.js';
import type { Command, Driver, Installation, Library } from './library.js';
import { type Fault, StandIn } from './stand-in.js';

interface Expected {
  /** The active devices. Only the given members are compared. */
  readonly devices: readonly Record<string, unknown>[];
  /** Retired devices, none by default. */
  readonly ended?: number;
  /** The device has the id that it had at `remember`. */
  readonly same?: true;
  readonly requests?: Readonly<Record<string, number>>;
  readonly order?: readonly string[];
  /** Faults that have not happened. */
  readonly faults?: number;
  /** The minimum time between a fault and the next request of the same kind. */
  readonly pausedMs?: number;
  readonly lastEventWithinMs?: number;
  /** Error codes that the app must have received. */
  readonly problems?: readonly string[];
}

type RunnerStep = Partial<Fault> & { readonly run: string };
export type Step =
  | (Command & { readonly in?: 'second'; readonly answer?: unknown })
  | RunnerStep
  | { readonly expect: Expected }
  | { readonly together: readonly Command[] };

export interface Scenario {
  readonly title: string;
  /** The application requires identity verification. */
  readonly identity?: boolean;
  /** Why a library skips it, by the library's name. */
  readonly except?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const DEVICES = `query ($id: ID!) { app(id: $id) { devices(first: 5) { nodes {
  deviceId active addressFingerprint language appVersion externalUserId tags ownAttributes
  events(first: 5) { nodes { count lastAt event { code } } }
  preferences { choice category { key } }
  deliveries(first: 5) { nodes { clickedAt } }
} } } }`;

interface GraphDevice {
  readonly deviceId: string;
  readonly active: boolean;
  readonly addressFingerprint: string;
  readonly language: string | null;
  readonly appVersion: string | null;
  readonly externalUserId: string | null;
  readonly tags: readonly string[];
  readonly ownAttributes: object;
  readonly events: { readonly nodes: readonly { count: number; lastAt: string; event: { code: string } | null }[] };
  readonly preferences: readonly { readonly choice: string; readonly category: { readonly key: string } | null }[];
  readonly deliveries: { readonly nodes: readonly { readonly clickedAt: string | null }[] };
}

export interface Surroundings {
  readonly world: ServiceWorld;
  readonly service: ServiceProcess;
  readonly library: Library;
  /** Makes tokens differ from those of other scenarios. */
  readonly number: number;
}

/** Runs one scenario of one library with its own application, and checks the service's data afterwards. */
export const runScenario = async (around: Surroundings, { identity, steps }: Scenario): Promise<void> => {
  const { world, service, library } = around;
  const app = await createApp(service, world.fakes, { provider: library.provider, name: `Scenario ${around.number}` });
  const secret = identity ? await requireIdentity(service, app) : null;
  await using standIn = await StandIn.open(service.address);
  await using installed = await library.install({ address: standIn.address, serviceId: app.serviceId });
  const run = new ScenarioRun(around, { app, standIn, installed, secret });
  for (const step of steps) await run.take(step);
};

const requireIdentity = async (service: ServiceProcess, app: RegisteredApp): Promise<string> => {
  const update = `mutation ($id: ID!) {
    appUpdate(id: $id, input: { identityVerification: REQUIRED }) { identitySecret } }`;
  const { appUpdate } = await service.graphql<{ appUpdate: { identitySecret: string } }>(update, {
    id: toGlobalId('App', app.id),
  });
  return appUpdate.identitySecret;
};

const readDevices = async (service: ServiceProcess, app: RegisteredApp): Promise<readonly GraphDevice[]> => {
  const answer = await service.graphql<{ app: { devices: { nodes: GraphDevice[] } } }>(DEVICES, {
    id: toGlobalId('App', app.id),
  });
  return answer.app.devices.nodes;
};

interface Parts {
  readonly app: RegisteredApp;
  readonly standIn: StandIn;
  readonly installed: Installation;
  readonly secret: string | null;
}

class ScenarioRun {
  private first: Driver | null = null;
  private second: Driver | null = null;
  private remembered = '';
  private receipt = '';

  constructor(
    private readonly around: Surroundings,
    private readonly parts: Parts,
  ) {}

  async take(step: Step): Promise<void> {
    if ('expect' in step) return this.check(step.expect as Expected);
    if ('run' in step) return this.act(step as RunnerStep);
    if ('together' in step) {
      this.first ??= await this.parts.installed.start();
      await Promise.all((step.together as readonly Command[]).map((command) => this.tell(command)));
      return;
    }
    await this.tell(step as Command);
  }

  private async tell({ answer, in: where, ...command }: Command): Promise<void> {
    this.first ??= await this.parts.installed.start();
    const driver = where === 'second' ? this.second : this.first;
    if (!driver) throw new Error('The second process was not started.');
    const filled = Object.entries(command).map(([name, value]) => [name, this.fill(name, value)]);
    const answered = await driver.tell(Object.fromEntries(filled));
    if (answer !== undefined) expect(answered).toEqual(answer);
  }

  private fill(name: string, value: unknown): unknown {
    if (name === 'token') return this.tokenOf(String(value));
    if (value === '$receipt') return this.receipt;
    const user = typeof value === 'string' && /^\$hash:(.*)$/.exec(value)?.[1];
    return user
      ? createHmac('sha256', this.parts.secret ?? '')
          .update(user)
          .digest('hex')
      : value;
  }

  private tokenOf(word: string): string {
    return `${this.around.number}-${word}`;
  }

  private async act({ run, ...fault }: RunnerStep): Promise<void> {
    const { standIn, installed } = this.parts;
    switch (run) {
      case 'offline':
      case 'online':
        standIn.isOffline = run === 'offline';
        return;
      case 'fault':
        return standIn.add(fault as Fault);
      case 'forgetRequests':
        standIn.seen.length = 0;
        return;
      case 'restart':
        await this.first?.kill();
        this.first = await installed.start();
        return;
      case 'reinstall':
        await this.first?.kill();
        await installed.reinstall();
        this.first = null;
        return;
      case 'second':
        this.second = await installed.start();
        return;
      case 'calm':
        return this.untilCalm();
      case 'remember':
        this.remembered = standIn.registered?.deviceId ?? '';
        return;
      case 'takeOver':
        return this.takeOver();
      case 'endDevice':
        return this.endDevice();
      case 'message':
        this.receipt = await this.untilMessage();
        return;
      default:
        throw new Error(`"${run}" is no step of the runner.`);
    }
  }

  /** Waits until there has been no request for a second. */
  private async untilCalm(): Promise<void> {
    const { seen } = this.parts.standIn;
    for (let before = -1; before !== seen.length; ) {
      before = seen.length;
      await sleep(1_000);
    }
  }

  /** Another installation registers with the token, which invalidates this one's secret. */
  private async takeOver(): Promise<void> {
    const body = this.around.library.addressOf(this.tokenOf('one'));
    await must(201, this.around.service.sdk('POST', `/${this.parts.app.serviceId}/devices`, { body }));
  }

  private async endDevice(): Promise<void> {
    const { deviceId, secret } = this.parts.standIn.registered ?? { deviceId: '', secret: '' };
    const path = `/${this.parts.app.serviceId}/devices/${deviceId}`;
    await must(204, this.around.service.sdk('DELETE', path, { secret }));
  }

  private untilMessage(): Promise<string> {
    const target = this.around.library.targetOf(this.tokenOf('one'));
    return eventually('the message', async () => {
      const [entry] = await this.around.world.fakes.entries({ target, accepted: true });
      return entry?.receipt ?? null;
    });
  }

  private async check(expected: Expected): Promise<void> {
    const { seen, faultsLeft } = this.parts.standIn;
    const nodes = await readDevices(this.around.service, this.parts.app);
    const active = nodes.filter((device) => device.active);
    const wanted = expected.devices.map(({ token, ...rest }) => ({
      token: this.fingerprintOf(String(token)),
      ...rest,
    }));
    expect(active.map(toPlain)).toEqual(wanted.map((device) => expect.objectContaining(device)));
    expect(nodes.length - active.length).toBe(expected.ended ?? 0);
    if (expected.same) expect(active.map(({ deviceId }) => deviceId)).toEqual([this.remembered]);
    for (const [what, times] of Object.entries(expected.requests ?? {}))
      expect({ what, times: seen.filter((one) => one.what === what).length }).toEqual({ what, times });
    if (expected.order) expect(seen.map(({ what }) => what)).toEqual(expected.order);
    if (expected.faults !== undefined) expect(faultsLeft).toBe(expected.faults);
    if (expected.pausedMs) expect(shortestPause(this.parts.standIn)).toBeGreaterThanOrEqual(expected.pausedMs);
    if (expected.lastEventWithinMs) {
      const orders = active.flatMap(({ events }) => events.nodes).filter(({ event }) => event?.code === 'order');
      const ages = orders.map(({ lastAt }) => Math.abs(Date.now() - Date.parse(lastAt)));
      expect(Math.max(...ages)).toBeLessThan(expected.lastEventWithinMs);
    }
    for (const code of expected.problems ?? []) expect(await this.first?.tell({ do: 'problems' })).toContain(code);
  }

  private fingerprintOf(word: string): string {
    const target = this.around.library.targetOf(this.tokenOf(word));
    return createHash('sha256').update(target).digest('hex').slice(0, 12);
  }
}

/** Every device reports `install`, and no scenario counts it. */
const toPlain = ({ addressFingerprint, externalUserId, tags, ownAttributes, ...device }: GraphDevice) => ({
  token: addressFingerprint,
  user: externalUserId,
  language: device.language,
  appVersion: device.appVersion,
  tags: [...tags].sort(),
  attributes: ownAttributes,
  events: Object.fromEntries(
    device.events.nodes.flatMap(({ event, count }) => (event?.code === 'order' ? [[event.code, count]] : [])),
  ),
  off: device.preferences.flatMap(({ category, choice }) => (choice === 'OFF' && category ? [category.key] : [])),
  clicked: device.deliveries.nodes.filter(({ clickedAt }) => clickedAt).length,
});

/** The time between a fault and the next request of the same kind. */
const shortestPause = ({ seen }: StandIn): number =>
  Math.min(
    ...seen.flatMap(({ what, isFault, at }, index) => {
      const next = seen.slice(index + 1).find((later) => later.what === what);
      return isFault && next ? [next.at - at] : [];
    }),
  );
