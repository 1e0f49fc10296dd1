import { DeliveryFailure } from '../../entities/delivery-failure.js';
import { type Listing, number } from '../paging/listing.js';

/** In the order of the table itself: there may be millions in one run. */
export const failureListing: Listing<DeliveryFailure, 'KEY'> = {
  name: 'failure',
  isLarge: true,
  entity: DeliveryFailure,
  table: 'delivery_failure',
  key: [number('push_id'), number('device_id'), number('occurrence')],
  sorts: { KEY: [] },
};
