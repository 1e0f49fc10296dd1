import type { TSchema } from 'typebox';
import type { ErrorName } from './error-responses.js';

export interface NamedExample {
  readonly summary: string;
  readonly value: unknown;
}

/** A successful answer of an operation. */
export interface DocumentedAnswer {
  readonly status: 200 | 201 | 202 | 204;
  readonly description?: string;
  /** Absent if there is no body. */
  readonly schema?: TSchema;
  readonly example?: unknown;
}

/** One operation in the document, of REST or of the device interface. */
export interface DocumentedRoute {
  readonly method: string;
  /** The path without the prefix of the interface; parameters are written `:name`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly query?: TSchema | undefined;
  readonly body?: TSchema | undefined;
  /** Valid bodies by name; `test/openapi/examples.test.ts` sends each of them. */
  readonly examples?: Readonly<Record<string, NamedExample>> | undefined;
  readonly answers: readonly DocumentedAnswer[];
  readonly errors: readonly ErrorName[];
  /** An API key unless given; `none` for public operations. */
  readonly security?: 'deviceSecret' | 'maybeDeviceSecret' | 'none';
  readonly takesIdempotencyKey: boolean;
}
