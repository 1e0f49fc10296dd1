import { registerEnumType } from 'type-graphql';
import type { ViolationCode } from '../../errors.js';

const DESCRIPTIONS = {
  INVALID: 'It is not of the form, or not in the range, that it must have.',
  REQUIRED: 'It is empty, and must not be.',
  TOO_LONG: 'A text that has too many characters.',
  TOO_MANY: 'A list that has too many entries, or a request that asks for too much.',
  TOO_MANY_TAGS: 'The application has as many different tags as it may; use those that it has.',
  DUPLICATE: 'It is there already, or twice.',
  NOT_FOUND: 'You have nothing by this id, code or name.',
  OVERLAP: 'It is to be included and left out at once.',
  MISSING_DEFAULT: 'The default language has no translation.',
  NO_APPS: 'The filters leave no application.',
  PAST: 'Its moment has passed.',
  ARCHIVED: 'It is archived; unarchive it first.',
  DEACTIVATED: 'It is deactivated; activate it first.',
  BOUND: 'It is bound to another scheduler; unbind it there first.',
  RETIRED: 'The device is retired; it must register anew first.',
  OVER: 'The run is over.',
  ENDED: 'The key is revoked or has expired.',
  AUTO_PUSH: 'It cannot be done to a run of auto-push.',
  NO_CREDENTIALS: 'The application has no credentials that can be used.',
  SCOPE_LACKING: 'Your own key lacks the scope.',
  CONFLICT: 'It contradicts the present state, or another request that is under way; the message says what to do.',
} as const satisfies Record<ViolationCode, string>;

export const UserErrorCodeEnum = Object.fromEntries(Object.keys(DESCRIPTIONS).map((code) => [code, code])) as Readonly<{
  [code in ViolationCode]: code;
}>;

registerEnumType(UserErrorCodeEnum, {
  name: 'UserErrorCode',
  description: 'What programs can tell broken rules by.',
  valuesConfig: Object.fromEntries(Object.entries(DESCRIPTIONS).map(([code, description]) => [code, { description }])),
});
