import type { Violation } from '../../errors.js';
import type { UserError } from '../types/user-error.js';
import { type FieldNames, renameInSentence, toArgumentPath } from './field-names.js';

/** A broken rule in the words of GraphQL: services speak of fields by their REST names. */
export const violationToUserError = ({ field, message, code }: Violation, names: FieldNames): UserError => ({
  field: toArgumentPath(field, names),
  message: renameInSentence(message, names),
  code,
});
