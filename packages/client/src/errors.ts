/** The service rejects the key. Retry only with another key. */
export class BadKeyError extends Error {
  constructor() {
    super('The API key is not valid.');
    this.name = 'BadKeyError';
  }
}

/** Why the connection for subscriptions ended or could not be opened. The client reconnects. */
export class ConnectionError extends Error {
  /** The close code of the WebSocket, such as 1001 when the service stops, or null. */
  readonly closeCode: number | null;

  /** @param cause the event or error of the WebSocket */
  constructor(address: string, cause: { readonly reason?: unknown; readonly wasOpen: boolean }) {
    const { code = null, text } = readReason(cause.reason);
    super(cause.wasOpen ? describeLoss(code, text) : describeRefusal(address, text), { cause: cause.reason });
    this.name = 'ConnectionError';
    this.closeCode = code;
  }
}

const describeLoss = (code: number | null, text: string): string =>
  `${text || 'The connection was lost'}${code === null ? '' : ` (close code ${code})`}.`;

/** Browsers hide the reason from pages, so the sentence lists the usual ones. */
const describeRefusal = (address: string, text: string): string =>
  `The WebSocket to ${address} could not be opened${text && ` (${text})`}. ` +
  'Check that the service is running, that every proxy in front of it forwards WebSockets, and that ALLOWED_ORIGINS ' +
  'of the service includes the origin of this page.';

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

/** A failed operation. Its message is that of the first error. */
export class GraphError extends Error {
  constructor(
    readonly errors: readonly GraphErrorItem[],
    readonly status: number | null = null,
  ) {
    super(errors[0]?.message ?? `The service answered ${status}.`);
    this.name = 'GraphError';
  }

  /** The code of the first error, such as `NOT_FOUND` or `RATE_LIMITED`. */
  get code(): string | null {
    return this.errors[0]?.extensions?.code ?? null;
  }
}
