import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { defineMutations, IdArg } from '../../schema/mutations/define-mutations.js';
import { DeviceUpdateInput, devicePlaces, toDeviceInput } from './device-inputs.js';
import { DeviceType } from './device-types.js';

const DEVICES = defineMutations({
  type: 'Device',
  noun: 'device',
  field: 'device',
  output: () => DeviceType,
  names: { root: 'input', places: { id: 'id', reason: 'reason', ...devicePlaces('input') } },
});

/** Changes to single devices; `registerDevices` takes many. */
@Resolver()
export class DeviceMutations {
  @Mutation(() => DEVICES.Payload, {
    description:
      'Retires a device: nothing more is sent to it until it registers again. A message that is already being sent may still arrive. Idempotent.',
  })
  deviceRetire(
    @Ctx() context: GraphContext,
    @IdArg('device') id: string,
    @Arg('reason', () => String, {
      nullable: true,
      description: 'The reason, 1 to 255 characters; shown with the device.',
    })
    reason?: string | null,
  ) {
    const { services, caller } = context;
    return DEVICES.change(context, { id }, (number) => services.ownDevices.retire(caller, number, reason ?? null));
  }
}

DEVICES.addUpdate(DeviceMutations, 'deviceUpdate', {
  description: 'Changes the properties of a device. This does not count as activity of the device. Idempotent.',
  Input: DeviceUpdateInput,
  inputDescription: 'The properties to change.',
  work: ({ services, caller }, id, input) => services.ownDevices.update(caller, id, toDeviceInput(input)),
});

DEVICES.addDeletion(DeviceMutations, 'deviceDelete', {
  description:
    'Deletes a device with its tags and history. Messages sent to it still count. Irreversible, but its SDK may register it again.',
  work: ({ services, caller }, id) => services.ownDevices.delete(caller, id),
});
