import type { AnswerHeaders } from '../../exchange.js';

/** Who sent a request. */
export interface StreamListener {
  onHeaders(status: number, headers: AnswerHeaders): void;
  /** @param bytes only there during the call. */
  onData(bytes: Buffer): void;
  /** Once. */
  onClose(end: StreamClose): void;
}

/**
 * `ended`: the answer is complete. `reset`: by the peer or by us, with the code. `unread`: the peer has certainly not
 * looked at it. `lost`: the connection has ended.
 * `hasLeft`: the whole request was handed to the socket.
 */
export type StreamClose =
  | { readonly kind: 'ended' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'lost'; readonly hasLeft: boolean }
  | { readonly kind: 'reset'; readonly code: number; readonly hasLeft: boolean };

export interface ConnectionListener {
  /** Requests may be sent. */
  readonly onOpen: () => void;
  /** @param limit undefined: the peer sets none. */
  readonly onStreamLimit: (limit: number | undefined) => void;
  /** The peer takes no new streams. Those that it has not looked at are closed afterwards. */
  readonly onGoaway: () => void;
  /** Once, when every stream has been closed. */
  readonly onClose: (error: unknown) => void;
}
