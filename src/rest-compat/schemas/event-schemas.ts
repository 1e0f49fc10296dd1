import { type Static, Type } from 'typebox';
import { Id, Name } from './common-schemas.js';

export const EventBody = Type.Object(
  {
    name: Name,
    code: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Letters A to Z, digits and underscores; unique, and no code of a system event.',
      examples: ['first_purchase', 'level_10', 'X'],
    }),
  },
  { title: 'EventInput' },
);

export const EventAnswer = Type.Object(
  {
    id: Id,
    name: Type.String(),
    code: Type.String(),
    status: Type.Integer({ minimum: 0, maximum: 1, description: '0 inactive, 1 active.' }),
    type: Type.Enum(['CUSTOM', 'SYSTEM']),
  },
  { title: 'Event' },
);
export type EventAnswer = Static<typeof EventAnswer>;
