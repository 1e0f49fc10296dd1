import { registerEnumType } from 'type-graphql';
import type { IdentityVerification } from '../../entities/app.js';

export const IdentityVerificationEnum = {
  OFF: 'OFF',
  REQUIRED: 'REQUIRED',
} as const satisfies Record<IdentityVerification, IdentityVerification>;

registerEnumType(IdentityVerificationEnum, {
  name: 'IdentityVerification',
  description: 'Whether devices must prove whose they are.',
  valuesConfig: {
    OFF: {
      description:
        'They are believed: whoever knows the `serviceId` can register a device with the `external_user_id` of anybody, and gets what is sent to that user.',
    },
    REQUIRED: {
      description:
        'An `external_user_id` needs an `identity_hash`, which only your server can make, and tags come from your server alone.',
    },
  },
});
