import { ObjectType } from 'type-graphql';
import { Scheduler } from '../../entities/scheduler.js';
import { Node } from './node.js';

/** Its own fields are in `weekly-scheduler-resolver.ts`: none is a column as it stands. */
@ObjectType({
  implements: [Node, Scheduler],
  simpleResolvers: true,
  description: 'Sends on days and at times of every week. REST: `smartweekly`.',
})
export class WeeklyScheduler {}
