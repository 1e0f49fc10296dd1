/** The closed list of errors that may reach a user. Everything else is masked as INTERNAL. */
const KINDS = {
  BAD_USER_INPUT: { status: 400 },
  UNAUTHENTICATED: { status: 401 },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  CONFLICT: { status: 409 },
  GONE: { status: 410 },
  PAYLOAD_TOO_LARGE: { status: 413 },
  TOO_EXPENSIVE: { status: 422 },
  RATE_LIMITED: { status: 429 },
  INTERNAL: { status: 500 },
  UNAVAILABLE: { status: 503 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof KINDS;

/** Stable codes of broken rules: the graph's `UserErrorCode`. */
export type ViolationCode =
  | 'INVALID'
  | 'REQUIRED'
  | 'TOO_LONG'
  | 'TOO_LARGE'
  | 'TOO_SHORT'
  | 'TOO_MANY'
  | 'TOO_MANY_TAGS'
  | 'DUPLICATE'
  | 'NOT_FOUND'
  | 'OVERLAP'
  | 'MISSING_DEFAULT'
  | 'NO_APPS'
  | 'PAST'
  | 'TOO_SLOW'
  | 'ARCHIVED'
  | 'DEACTIVATED'
  | 'BOUND'
  | 'RETIRED'
  | 'OVER'
  | 'ENDED'
  | 'AUTO_PUSH'
  | 'NO_CREDENTIALS'
  | 'SCOPE_LACKING'
  | 'LAST_ADMIN'
  | 'NO_PASSWORD'
  | 'WRONG_PASSWORD'
  | 'WEAK_PASSWORD'
  | 'CONFLICT';

/** One broken rule: the field's name as the caller wrote it, one sentence with what to do, and a stable code. */
export interface Violation {
  readonly field: string;
  readonly message: string;
  readonly code: ViolationCode;
  /** The size of a message that is too large. */
  readonly size?: MessageSize;
}

export interface MessageSize {
  /** The common name of the provider whose limit it exceeds. */
  readonly provider: string;
  readonly bytes: number;
  readonly limit: number;
}

export class AppError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: {
      readonly violations?: readonly Violation[];
      readonly retryAfterSeconds?: number;
      readonly allow?: string;
      /** Distinguishes refusals of this kind, for translations. */
      readonly reason?: string;
    } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.status = KINDS[code].status;
  }
}

/** All broken rules of an input; the message joins their sentences. */
export const invalidInput = (violations: readonly Violation[]): AppError =>
  new AppError('BAD_USER_INPUT', violations.map((violation) => violation.message).join(' '), { violations });

export const violation = (field: string, message: string, code: ViolationCode = 'INVALID'): Violation => ({
  field,
  message,
  code,
});

export const badInput = (field: string, message: string, code?: ViolationCode): AppError =>
  invalidInput([violation(field, message, code)]);

/** @param what the user's word for the noun, for example `scheduler`. */
export const notFound = (what: string): AppError => new AppError('NOT_FOUND', `There is no such ${what}.`);

/** A wrong configuration; this one line ends the start. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`);
    this.name = 'ConfigError';
  }
}

export const assertNever = (value: never): never => {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
};
