import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf, requireDatabaseId, toGlobalId } from '../../schema/global-id.js';
import { onceAnswered } from '../../schema/mutations/once.js';
import { type FieldNames, refusal, settle, type UserError } from '../../schema/mutations/user-errors.js';
import { clip } from '../../text/characters.js';
import { EventReportInput, EventReportsPayload } from '../events/event-types.js';
import { DeviceInput, devicePlaces, toRegistration } from './device-inputs.js';
import { DeviceRegistrationsPayload } from './device-types.js';

const KEY =
  'Any text of up to 255 characters. Repeating the key with the same arguments within 24 hours returns the first result again.';
const APP = 'Global id of the application.';

@Resolver()
export class DeviceBulkMutations {
  @Mutation(() => DeviceRegistrationsPayload, {
    description:
      'Registers devices from your own server, or refreshes known ones, which keep their secrets. A first registration counts as the event `install`. Refused devices do not stop the others. Repeating the call changes nothing.',
  })
  async registerDevices(
    @Ctx() context: GraphContext,
    @Arg('appId', () => ID, { description: APP }) appId: string,
    @Arg('devices', () => [DeviceInput], { description: '1 to 1,000 devices.' }) devices: DeviceInput[],
    @Arg('idempotencyKey', () => String, { nullable: true, description: KEY }) key?: string | null,
  ): Promise<DeviceRegistrationsPayload> {
    context.require('write');
    const { caller, services } = context;
    const work = async () => {
      const id = requireDatabaseId('App', appId, 'application');
      const found = await services.deviceBulk.register(caller, id, devices.map(toRegistration));
      const results = found.map((item, index) =>
        'refused' in item
          ? {
              index,
              deviceId: null,
              created: null,
              userErrors: refusal(item.refused, deviceNames(index, devices[index])),
            }
          : {
              index,
              deviceId: toGlobalId('Device', item.result.deviceId),
              created: item.result.created,
              userErrors: [],
            },
      );
      return { results };
    };
    const request = ['registerDevices', appId, devices];
    const { value, userErrors } = await settle(NAMES, () => onceAnswered(context, { key, request }, work));
    return { results: withDevices(context, value?.results ?? []), userErrors };
  }

  @Mutation(() => EventReportsPayload, {
    description:
      'Records events of devices or users, as an SDK would. An event of a user counts for each of their devices, up to 1,000. Refused reports do not stop the others. Repeating the call changes nothing if the events have an `id`.',
  })
  async trackEvents(
    @Ctx() context: GraphContext,
    @Arg('appId', () => ID, { description: APP }) appId: string,
    @Arg('reports', () => [EventReportInput], { description: '1 to 1,000 reports, on up to 10,000 devices in total.' })
    reports: EventReportInput[],
    @Arg('idempotencyKey', () => String, { nullable: true, description: KEY }) key?: string | null,
  ): Promise<EventReportsPayload> {
    context.require('write');
    const { caller, services } = context;
    const all = reports.map(({ subject, events }) => ({
      deviceId: subject.deviceId ? String(databaseIdOf('Device', subject.deviceId) ?? '') : null,
      externalUserId: subject.externalUserId ?? null,
      events,
    }));
    const work = async () => {
      const found = await services.deviceBulk.track(caller, requireDatabaseId('App', appId, 'application'), all);
      const results = found.map((item, index) =>
        'refused' in item
          ? {
              ...REFUSED,
              index,
              userErrors: noGlobalId(reports[index], index) ?? refusal(item.refused, reportNames(index)),
            }
          : { ...item.result, index, deviceId: toGlobalId('Device', item.result.deviceId), userErrors: [] },
      );
      return { results };
    };
    const request = ['trackEvents', appId, reports];
    const { value, userErrors } = await settle(NAMES, () => onceAnswered(context, { key, request }, work));
    return { results: withDevices(context, value?.results ?? []), userErrors };
  }
}

/** Devices are read only when requested, all of them together. */
const withDevices = <T extends { readonly deviceId: string | null }>(context: GraphContext, results: readonly T[]) => {
  const { devices } = context.renewLoaders();
  return results.map((result) => {
    const id = result.deviceId === null ? null : databaseIdOf('Device', result.deviceId);
    return { ...result, device: () => (id === null ? null : devices.load(id)) };
  });
};

const REFUSED = { deviceId: null, accepted: 0, ignored: 0 } as const;

/** null if the id is a global id, or the report is about a user. */
const noGlobalId = (report: EventReportInput | undefined, index: number): UserError[] | null => {
  const { deviceId } = report?.subject ?? {};
  if (!deviceId || databaseIdOf('Device', deviceId) !== null) return null;
  const field = ['reports', String(index), 'subject', 'deviceId'];
  const message = `\`deviceId\` must be a global id, as returned by \`Device.id\` and \`registerDevices\`. "${clip(deviceId, 64)}" is not one.`;
  return [{ field, message, code: 'INVALID' }];
};

/** An error about the whole request can only concern the application. */
const NAMES: FieldNames = { root: '', places: { id: 'appId' } };

const deviceNames = (index: number, device: DeviceInput | undefined): FieldNames => {
  const root = `devices[${index}]`;
  return { root, places: { id: root, ...devicePlaces(root, device) } };
};

const reportNames = (index: number): FieldNames => {
  const root = `reports[${index}]`;
  return { root, places: { id: root, reports: root, external_user_id: `${root}.subject.externalUserId` } };
};
