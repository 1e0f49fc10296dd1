import { AppError } from '../../errors.js';

/** Of rows each with its names, or of values alone; see `PlainReader`. */
export type ReadForm = 'rows' | 'values';

export interface ReadRequest {
  readonly form: ReadForm;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ReadAnswer = { readonly found: unknown[] } | { readonly error: string };

export const tookTooLong = (limitMs: number): AppError =>
  new AppError(
    'UNAVAILABLE',
    `This read took longer than ${limitMs / 1_000} s and was given up; narrow the filter, or ask for fewer at once.`,
  );
