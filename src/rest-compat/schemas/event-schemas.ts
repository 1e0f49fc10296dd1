import { type Static, Type } from 'typebox';
import { Id } from './common-schemas.js';

export const EventBody = Type.Object({
  name: Type.String(),
  code: Type.String({ description: '1 to 64 letters, digits and underscores.' }),
});

export const EventAnswer = Type.Object({
  id: Id,
  name: Type.String(),
  code: Type.String(),
  status: Type.Integer({ description: '0 inactive, 1 active.' }),
  type: Type.Enum(['CUSTOM', 'SYSTEM']),
});
export type EventAnswer = Static<typeof EventAnswer>;
