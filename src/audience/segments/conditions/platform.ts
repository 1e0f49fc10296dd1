import { texts } from '../../entries.js';
import { inList, isAmong } from './in-list.js';

export const platform = inList({
  name: 'platform',
  description: 'The platform that the device reported is one of a list. Case matters.',
  input: 'SegmentPlatformInput',
  in: 'Any of these platforms.',
  entries: texts(['ios', 'android']),
  noun: 'platform',
  cost: 2,
  shownValue: (device) => device.platform,
  compile: (values, database) => isAmong('d.platform', values, database),
});
