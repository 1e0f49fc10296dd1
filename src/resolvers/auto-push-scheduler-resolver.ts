import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { Scheduler } from '../entities/scheduler.js';
import { Reads } from '../schema/columns/reads.js';
import { DelayScalar } from '../schema/scalars/delay-scalar.js';
import { AutoPushScheduler } from '../schema/types/auto-push-scheduler.js';

@Resolver(() => AutoPushScheduler)
export class AutoPushSchedulerResolver {
  @Reads<Scheduler>('delay')
  @FieldResolver(() => DelayScalar, { nullable: true, description: 'How long after the event; null: at once.' })
  delay(@Root() { delay }: Scheduler): string | null {
    // REST keeps an empty text as it was written.
    return delay || null;
  }
}
