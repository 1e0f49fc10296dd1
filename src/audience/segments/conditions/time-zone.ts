import { inList, isAmong } from './in-list.js';

export const timeZone = inList({
  name: 'timeZone',
  description: 'The time zone of the device is one of a list. A device without a zone is in no list.',
  input: 'SegmentTimeZoneInput',
  in: 'Any of these IANA time zones.',
  entries: null,
  noun: 'time zone',
  cost: 2,
  shownValue: (device) => device.timezone,
  compile: (values, database) => isAmong('d.timezone', values, database),
});
