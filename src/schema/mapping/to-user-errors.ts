import type { AppError, ErrorCode, Violation, ViolationCode } from '../../errors.js';
import type { UserError } from '../types/user-error.js';
import { type FieldNames, renameInSentence, toArgumentPath } from './field-names.js';

/** Errors that are about what the caller asked for; every other one is thrown. */
export const toUserErrors = (error: AppError, names: FieldNames): UserError[] | null => {
  const code = TOLD_AS_DATA[error.code];
  if (!code) return null;
  const { violations = [] } = error.details;
  if (violations.length > 0) return violations.map((violation) => toUserError(violation, names));
  // What is not there is what the mutation is about.
  const field = error.code === 'NOT_FOUND' ? 'id' : null;
  return [{ field: toSegments(field, names), message: renameInSentence(error.message, names), code }];
};

const TOLD_AS_DATA: Partial<Readonly<Record<ErrorCode, ViolationCode>>> = {
  BAD_USER_INPUT: 'INVALID',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
};

/** A broken rule in the words of GraphQL: services speak of fields by their REST names. */
const toUserError = ({ field, message, code }: Violation, names: FieldNames): UserError => ({
  field: toSegments(field, names),
  message: renameInSentence(message, names),
  code,
});

const toSegments = (field: string | null, names: FieldNames): string[] | null =>
  field === null
    ? null
    : toArgumentPath(field, names)
        .split(/[.[\]]+/)
        .filter(Boolean);
