import { Receipt } from '../../entities/receipt.js';
import { type Listing, number, text } from '../paging/listing.js';

/** In the order of the table itself: there may be millions in one run. */
export const receiptListing: Listing<Receipt, 'KEY'> = {
  name: 'receipt',
  isLarge: true,
  entity: Receipt,
  table: 'receipt',
  key: [number('push_id'), number('device_id'), text('kind')],
  sorts: { KEY: [] },
};
