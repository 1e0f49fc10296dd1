import { ObjectType } from 'type-graphql';
import { Scheduler } from '../../entities/scheduler.js';
import { Node } from './node.js';

/** Its own field is in `auto-push-scheduler-resolver.ts`. */
@ObjectType({
  implements: [Node, Scheduler],
  simpleResolvers: true,
  description: 'Sends to a device after an event of it. REST: `conversion`.',
})
export class AutoPushScheduler {}
