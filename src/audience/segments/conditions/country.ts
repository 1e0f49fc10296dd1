import { COUNTRY } from '../../filters/countries.js';
import { inList, isAmong } from './in-list.js';

export const country = inList({
  name: 'country',
  description: 'The country of the device is one of a list.',
  input: 'SegmentCountryInput',
  in: 'Any of these countries.',
  entries: COUNTRY,
  noun: 'country',
  cost: 1,
  shownValue: (device) => device.country,
  compile: (values, database) => isAmong('d.country', values, database),
});
