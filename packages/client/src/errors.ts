/** The service refuses the key. Retrying is useless until there is another key. */
export class BadKeyError extends Error {
  constructor() {
    super('The API key is not valid, or no longer.');
    this.name = 'BadKeyError';
  }
}

/** Why a connection for subscriptions ended, or could not be opened. The client reconnects. */
export class ConnectionError extends Error {
  /** The close code of the WebSocket, such as 1001 when the service stops, or null. */
  readonly closeCode: number | null;

  /** @param cause what the WebSocket reported. */
  constructor(address: string, cause: { readonly reason?: unknown; readonly wasOpen: boolean }) {
    const { code = null, text } = readReason(cause.reason);
    super(cause.wasOpen ? describeLoss(code, text) : describeRefusal(address, text), { cause: cause.reason });
    this.name = 'ConnectionError';
    this.closeCode = code;
  }
}

const describeLoss = (code: number | null, text: string): string =>
  `${text || 'The connection was lost'}${code === null ? '' : ` (close code ${code})`}.`;

/** Browsers do not tell a page why, so the sentence names what usually is the reason. */
const describeRefusal = (address: string, text: string): string =>
  `The WebSocket to ${address} could not be opened${text && ` (${text})`}. ` +
  'Check that the service runs, that every proxy before it forwards WebSockets, and that ALLOWED_ORIGINS of the ' +
  'service includes the origin of this page if it is another one.';

const readReason = (reason: unknown): { readonly code?: number; readonly text: string } => {
  if (typeof reason !== 'object' || reason === null) return { text: '' };
  const { code, reason: closeReason, message } = reason as { code?: unknown; reason?: unknown; message?: unknown };
  const text = [closeReason, message].find((part) => typeof part === 'string' && part !== '');
  return { ...(typeof code === 'number' ? { code } : {}), text: String(text ?? '') };
};

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
