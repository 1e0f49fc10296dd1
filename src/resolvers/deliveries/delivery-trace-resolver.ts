import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { AppError } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { DeliveryTrace } from './delivery-trace-types.js';

@Resolver()
export class DeliveryTraceResolver {
  @Costly(200)
  @Query(() => DeliveryTrace, {
    nullable: true,
    description:
      'Why a device got the messages of a run, or did not; null if you have no such device or no such run. Filters are judged by what is known of the device now.',
  })
  async deliveryTrace(
    @Ctx() context: GraphContext,
    @Arg('deviceId', () => ID, { description: 'Global id of the device.' }) deviceId: string,
    @Arg('runId', () => ID, { description: 'Global id of the run.' }) runId: string,
  ): Promise<DeliveryTrace | null> {
    context.require('read');
    const [device, run] = [databaseIdOf('Device', deviceId), databaseIdOf('Run', runId)];
    if (device === null || run === null) return null;
    const trace = await orNull(context.services.deliveryTrace.trace(context.caller, device, run));
    if (!trace) return null;
    const { devices, runs, pushes } = context.loaders;
    return {
      ...trace,
      device: () => devices.load(device),
      run: () => runs.load(run),
      steps: trace.steps.map((step) => ({
        ...step,
        push: () => (step.pushId === null ? null : pushes.load(step.pushId)),
      })),
    };
  }
}

const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
};
