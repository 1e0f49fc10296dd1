import { App } from '../../../entities/app.js';
import { isIdIn } from '../../condition.js';
import { idsOf } from '../../entries.js';
import { isNot, type SegmentCondition } from '../segment-condition.js';
import type { InList } from './in-list.js';

export const app = {
  name: 'app',
  description: 'The application of the device is one of a list.',
  input: {
    name: 'SegmentAppInput',
    description: 'The application of the device is one of a list.',
    fields: {
      in: { kind: 'list', entries: idsOf('App', 'application', App), description: 'Any of these applications.' },
    },
  },
  cost: () => 1,
  compile: ({ in: ids }) => isIdIn('d.app_id', ids),
  shownValue: (_kept, device) => String(device.appId),
  say: (_kept, _device, holds) => `its application ${isNot(holds)} one of the list`,
} as const satisfies SegmentCondition<InList<number>>;
