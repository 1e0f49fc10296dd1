import { registerEnumType } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';

export const ScopeEnum = {
  READ: 'read',
  WRITE: 'write',
  SEND: 'send',
} as const satisfies Record<string, Scope>;

registerEnumType(ScopeEnum, {
  name: 'Scope',
  description: 'What an API key may do.',
  valuesConfig: {
    READ: { description: 'Queries and subscriptions.' },
    WRITE: { description: 'Create, change and delete.' },
    SEND: { description: 'Activate schedulers, which sends messages.' },
  },
});
