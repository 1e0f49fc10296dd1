/** The service does not take the key: to try again makes no sense before there is another one. */
export class BadKeyError extends Error {
  constructor() {
    super('The API key is not valid, or no longer.');
    this.name = 'BadKeyError';
  }
}

export interface GraphErrorItem {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly reqId?: string } & Readonly<Record<string, unknown>>;
}

/** What the service refused, or could not do: the message of the first error, and all of them. */
export class GraphError extends Error {
  constructor(
    readonly errors: readonly GraphErrorItem[],
    readonly status: number | null = null,
  ) {
    super(errors[0]?.message ?? `The service answered ${status}.`);
    this.name = 'GraphError';
  }

  /** Of the first error, such as `NOT_FOUND` or `RATE_LIMITED`. */
  get code(): string | null {
    return this.errors[0]?.extensions?.code ?? null;
  }
}
