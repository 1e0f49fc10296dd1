export { Deadlines, type Expiring } from './deadlines.js';
export {
  type Answer,
  type AnswerHeaders,
  type Exchange,
  type Failure,
  type FailureCode,
  MAX_ANSWER_BYTES,
} from './exchange.js';
export { Http2Pool, type PoolOptions } from './http2-pool.js';
export { openSocket, type SocketOptions } from './open-socket.js';
export type { Engine, Limits } from './pooled-session.js';
export type { Http2Request } from './request-stream.js';
export { ClientConnection } from './wire/client-connection.js';
export type { RequestHeaders } from './wire/frame-writer.js';
export type { Headers } from './wire/header-rules.js';
export type { Connection, ConnectionListener, StreamClose, StreamListener } from './wire/listeners.js';
