import { Field, ObjectType } from 'type-graphql';
import { Scheduler } from '../../entities/scheduler.js';
import { DelayScalar } from '../scalars/delay-scalar.js';
import { Node } from './node.js';

@ObjectType({
  implements: [Node, Scheduler],
  simpleResolvers: true,
  description: 'Sends to a device after an event of it. REST: `conversion`.',
})
export class AutoPushScheduler {
  @Field(() => DelayScalar, { nullable: true, description: 'How long after the event; null: at once.' })
  readonly delay!: string | null;
}
