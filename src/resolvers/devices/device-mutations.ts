import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { answer, answerDeletion, DeletePayload, type Target, targetId } from '../../schema/mutations/answer.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import { DeviceUpdateInput, devicePlaces, toDeviceInput } from './device-inputs.js';
import { DevicePayload } from './device-types.js';

const ID_DESCRIPTION = 'Global id of the device.';

/** What their owner does to single devices; for many at once there is `registerDevices`. */
@Resolver()
export class DeviceMutations {
  @Mutation(() => DevicePayload, {
    description: 'Changes what is known of a device. It does not count as a sign of life. Idempotent.',
  })
  deviceUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => DeviceUpdateInput, { description: 'What to change.' }) input: DeviceUpdateInput,
  ): Promise<DevicePayload> {
    return change(context, id, (number) =>
      context.services.ownDevices.update(context.caller, number, toDeviceInput(input)),
    );
  }

  @Mutation(() => DevicePayload, {
    description:
      'Retires a device: nothing more is sent to it until it registers anew. A message that a worker has in hand may still arrive. Idempotent.',
  })
  deviceRetire(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('reason', () => String, { nullable: true, description: 'Why, 1 to 255 characters; shown with the device.' })
    reason?: string | null,
  ): Promise<DevicePayload> {
    return change(context, id, (number) => context.services.ownDevices.retire(context.caller, number, reason ?? null));
  }

  @Mutation(() => DeletePayload, {
    description:
      'Deletes a device with its tags and its history. What was sent to it stays in the counts. Irreversible, but its SDK may register it anew.',
  })
  deviceDelete(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<DeletePayload> {
    const work = (number: number) => context.services.ownDevices.delete(context.caller, number);
    return answerDeletion(context, { names: NAMES, target: toTarget(id), work });
  }
}

const NAMES: FieldNames = { root: 'input', places: { id: 'id', reason: 'reason', ...devicePlaces('input') } };

const toTarget = (globalId: string): Target => ({ type: 'Device', noun: 'device', globalId });

const change = async (
  context: GraphContext,
  globalId: string,
  work: (id: number) => Promise<void>,
): Promise<DevicePayload> => {
  const { value, userErrors } = await answer(context, {
    scope: 'write',
    names: NAMES,
    work: async () => {
      const id = targetId(toTarget(globalId));
      await work(id);
      return id;
    },
    load: (id) => context.loaders.devices.load(id),
  });
  return { device: value, userErrors };
};
