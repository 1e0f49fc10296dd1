import type { CustomEvent } from '../../entities/custom-event.js';
import type { EventAnswer } from '../schemas/event-schemas.js';

/** Section 2.5. */
export const toEventAnswer = ({ id, name, code, status, userId }: CustomEvent): EventAnswer => ({
  id,
  name,
  code,
  status,
  type: userId === null ? 'SYSTEM' : 'CUSTOM',
});
