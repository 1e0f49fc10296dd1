import { AppError } from '../../errors.js';

export interface ReadRequest {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The first message of a reading process: it is ready. */
export const UP = 'up';

export type ReadAnswer = { readonly found: unknown[] } | { readonly error: string };

export const tookTooLong = (limitMs: number): AppError =>
  new AppError(
    'UNAVAILABLE',
    `This read took longer than ${limitMs / 1_000} s and was stopped; narrow the filter, or request fewer items at once.`,
  );
