import { ObjectType } from 'type-graphql';
import { Scheduler } from '../../entities/scheduler.js';
import { Node } from './node.js';

/** Its own fields are in `one-time-scheduler-resolver.ts`: none is a column as it stands. */
@ObjectType({
  implements: [Node, Scheduler],
  simpleResolvers: true,
  description: 'Sends once, at a date and time. REST: `onesend`.',
})
export class OneTimeScheduler {}
