import { DeliveryLog } from '../../entities/delivery-log.js';
import { type Listing, number } from '../paging/listing.js';

/** Rows of the log, each with up to a page of messages; in the order of the table itself. */
export const deliveryLogListing: Listing<DeliveryLog, 'KEY'> = {
  name: 'deliveryLog',
  isLarge: true,
  entity: DeliveryLog,
  table: 'delivery_log',
  key: [number('app_id'), number('push_id'), number('first_id'), number('batch_id')],
  sorts: { KEY: [] },
};
