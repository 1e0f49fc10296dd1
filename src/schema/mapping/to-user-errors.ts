import type { AppError, ErrorCode } from '../../errors.js';
import type { UserError } from '../types/user-error.js';
import { type FieldNames, renameInSentence } from './field-names.js';
import { violationToUserError } from './violation-to-user-error.js';

/** Errors that are about what the caller asked for; every other one is thrown. */
export const toUserErrors = (error: AppError, names: FieldNames): UserError[] | null => {
  if (error.code === 'BAD_USER_INPUT') {
    const { violations = [] } = error.details;
    if (violations.length > 0) return violations.map((violation) => violationToUserError(violation, names));
  }
  if (!TOLD_AS_DATA.has(error.code)) return null;
  const field = error.code === 'NOT_FOUND' ? 'id' : null;
  return [{ field, message: renameInSentence(error.message, names), code: error.code }];
};

const TOLD_AS_DATA: ReadonlySet<ErrorCode> = new Set(['BAD_USER_INPUT', 'NOT_FOUND', 'CONFLICT']);
