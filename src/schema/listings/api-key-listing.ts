import { ApiKey } from '../../entities/api-key.js';
import { type Listing, number } from '../paging/listing.js';

export const apiKeyListing: Listing<ApiKey, 'ID'> = {
  name: 'apiKey',
  entity: ApiKey,
  table: 'api_key',
  omit: ['hash'],
  key: [number('id')],
  sorts: { ID: [] },
};
