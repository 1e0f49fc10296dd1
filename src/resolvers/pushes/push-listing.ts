import { Push } from '../../entities/push.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CHANGE, BY_CREATION, BY_ID } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { anyOfIds, flag, isPresent } from '../../schema/paging/where-fields.js';
import { pushesSaying } from '../../services/pushes/text-search.js';
import { PushType } from './push-types.js';

export const pushListing = defineListing({
  name: 'push',
  noun: 'Push',
  plural: 'pushes',
  type: () => PushType,
  entity: Push,
  table: 'push',
  key: [number('id')],
  sorts: {
    ID: BY_ID,
    POSITION: { by: [number('position')], description: 'Order in which the scheduler sends its pushes.' },
    CREATED_AT: BY_CREATION,
    UPDATED_AT: BY_CHANGE,
  },
  where: {
    archived: flag('archived', 'True: only archived pushes. False: only the others.'),
    active: flag('status', 'True: only active pushes. False: only the others.'),
    bound: isPresent('scheduler_id', 'True: only pushes bound to a scheduler. False: only the others.'),
    schedulerIds: anyOfIds('Scheduler', 'scheduler_id', 'Pushes bound to any of these schedulers.'),
    search: {
      type: () => String,
      description: 'Part of the name, or of a title or text in any language, in either case; up to 100 characters.',
      toCondition: (part: string) => (part === '' ? null : pushesSaying(part)),
    },
  },
  slowWhere: ['search'],
});
