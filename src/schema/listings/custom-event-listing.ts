import { registerEnumType } from 'type-graphql';
import { CustomEvent } from '../../entities/custom-event.js';
import { type Listing, number, text } from '../paging/listing.js';

export const CustomEventSortEnum = { ID: 'ID', NAME: 'NAME', CODE: 'CODE' } as const;
type CustomEventSort = keyof typeof CustomEventSortEnum;

registerEnumType(CustomEventSortEnum, {
  name: 'CustomEventSort',
  description: 'What events can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
    CODE: { description: 'The code.' },
  },
});

/** By `viewer_id`: those of the system have no owner and are there for everybody. */
export const customEventListing: Listing<CustomEvent, CustomEventSort> = {
  name: 'customEvent',
  entity: CustomEvent,
  table: `(SELECT e.*, u.id AS viewer_id FROM user_account u JOIN custom_event e ON e.user_id = u.id OR e.user_id IS NULL)`,
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
    CODE: [text('code')],
  },
};
