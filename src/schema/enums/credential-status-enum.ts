import { registerEnumType } from 'type-graphql';
import type { CredentialStatus } from '../../services/apps/credential-status.js';

export const CredentialStatusEnum = {
  INCOMPLETE: 'incomplete',
  UNTRIED: 'untried',
  WORKING: 'working',
  REFUSED: 'refused',
} as const satisfies Record<string, CredentialStatus>;

registerEnumType(CredentialStatusEnum, {
  name: 'CredentialStatus',
  description: 'Whether the credentials of an application work, by what became of its messages.',
  valuesConfig: {
    INCOMPLETE: { description: 'A part of what the provider asks for is missing; nothing can be sent.' },
    UNTRIED: { description: 'No message has gone through since they were set; `pushTest` tries them.' },
    WORKING: { description: 'The provider has taken a message with them.' },
    REFUSED: {
      description: 'They were refused, or cannot be used; `pauseReason` says why. It is tried again by itself.',
    },
  },
});
