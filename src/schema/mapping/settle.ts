import { AppError } from '../../errors.js';
import type { UserError } from '../types/user-error.js';
import type { FieldNames } from './field-names.js';
import { toUserErrors } from './to-user-errors.js';

export type Settled<T> =
  | { readonly value: T; readonly userErrors: readonly [] }
  | { readonly value: null; readonly userErrors: readonly UserError[] };

/** Carries out a mutation; broken rules become data, anything else is thrown on. */
export const settle = async <T>(names: FieldNames, work: () => Promise<T>): Promise<Settled<T>> => {
  try {
    return { value: await work(), userErrors: [] };
  } catch (error) {
    const userErrors = error instanceof AppError ? toUserErrors(error, names) : null;
    if (!userErrors) throw error;
    return { value: null, userErrors };
  }
};
