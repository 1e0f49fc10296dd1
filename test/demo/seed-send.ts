import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { ServiceClient } from '../support/service-client.js';
import { must, startOneTime } from '../support/service-steps.js';
import type { Planted, SeedDevice } from './seed-plant.js';
import { print } from './terminal.js';

const MINUTE_MS = 60_000;
/** The time from activation to the moment; nothing happens once it has passed. */
const ROOM_MS = 5_000;

/** A one-time run to every device and an auto-push run, with failing messages and retired devices. */
export const sendToAll = async (
  service: ServiceClient,
  fakes: Fakes,
  { devices, reminder, salePush }: Planted,
): Promise<void> => {
  await makeTrouble(fakes, devices);
  const at = Math.ceil((Date.now() + ROOM_MS) / MINUTE_MS) * MINUTE_MS;
  const body = { name: 'Autumn sale', all_apps: true };
  const sale = await startOneTime(service, { pushId: salePush, at, body });
  await must(204, service.api('POST', `/sched/conversion/${reminder}/activate`));
  for (const { app, deviceId, secret } of devices.filter((_, index) => index % 3 === 0)) {
    const path = `/${app.serviceId}/devices/${deviceId}/events`;
    await must(202, service.sdk('POST', path, { body: { events: [{ code: 'basket_left' }] }, secret }));
  }
  print(`The sale is sent at ${new Date(at).toISOString().slice(11, 16)} UTC; waiting for it.`);
  await eventually('the sale to be over', () => isOver(service, sale), 5 * MINUTE_MS);
  await must(204, service.api('POST', `/sched/conversion/${reminder}/deactivate`));
};

const makeTrouble = async (fakes: Fakes, devices: readonly SeedDevice[]): Promise<void> => {
  const of = (provider: string) => devices.filter(({ app }) => app.provider === provider).map(({ target }) => target);
  await fakes.killTokens('provider_c', of('provider_c').slice(0, 4));
  await fakes.killTokens('webpush', of('webpush').slice(0, 3));
  const fault = { kind: 'answer', status: 413, reason: 'PayloadTooLarge' } as const;
  await fakes.misbehave({ provider: 'provider_c', targets: of('provider_c').slice(4, 7), fault });
};

const isOver = async (service: ServiceClient, schedulerId: number): Promise<true | null> => {
  const query = '{ runs(first: 20) { nodes { status scheduler { databaseId } } } }';
  const { runs } = await service.graphql<Runs>(query);
  const run = runs.nodes.find(({ scheduler }) => scheduler.databaseId === schedulerId);
  return run?.status === 'FINISHED' ? true : null;
};

interface Runs {
  readonly runs: { readonly nodes: readonly { status: string; scheduler: { databaseId: number } }[] };
}
