import type { AudienceFilter } from '../compile-audience.js';
import { markCondition } from '../mark-condition.js';

export const eventFilter: AudienceFilter = ({ events }) =>
  markCondition({ words: 'event', link: 'device_event', key: 'event_id' }, events);
