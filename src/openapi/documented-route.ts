import type { TSchema } from 'typebox';
import type { ErrorName } from './error-responses.js';

export interface NamedExample {
  readonly summary: string;
  readonly value: unknown;
}

/** What an operation answers when all is well. */
export interface DocumentedAnswer {
  readonly status: 200 | 201 | 202 | 204;
  readonly description?: string;
  /** Absent: no body. */
  readonly schema?: TSchema;
  readonly example?: unknown;
}

/** One operation as the document describes it, whichever door it belongs to. */
export interface DocumentedRoute {
  readonly method: string;
  /** With `:name` for parameters, behind the door's prefix. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly query?: TSchema | undefined;
  readonly body?: TSchema | undefined;
  /** Bodies that succeed, by name; `test/openapi/examples.test.ts` sends each of them. */
  readonly examples?: Readonly<Record<string, NamedExample>> | undefined;
  readonly answers: readonly DocumentedAnswer[];
  readonly errors: readonly ErrorName[];
  /** Who may call it: an API key unless something else is said; `none` for everybody. */
  readonly security?: 'deviceSecret' | 'maybeDeviceSecret' | 'none';
  readonly takesIdempotencyKey: boolean;
}
