import { registerEnumType } from 'type-graphql';
import type { Direction } from '../paging/listing.js';

export const OrderDirectionEnum = { ASC: 'ASC', DESC: 'DESC' } as const satisfies Record<string, Direction>;

registerEnumType(OrderDirectionEnum, {
  name: 'OrderDirection',
  description: 'Which end of a list comes first.',
  valuesConfig: {
    ASC: { description: 'Smallest, earliest or first by letter.' },
    DESC: { description: 'Largest, latest or last by letter.' },
  },
});
