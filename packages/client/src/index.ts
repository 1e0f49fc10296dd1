export {
  BadKeyError,
  type Client,
  type ClientOptions,
  ConnectionError,
  createClient,
  GraphError,
  type SubscribeOptions,
} from './client.js';
export * from './generated/graphql.js';
export { possibleTypes } from './generated/possible-types.js';
export type { Scalars } from './scalars.js';
export { type ApiKey, type ConnectionState, createSocket, type Retry, readSocketError } from './socket.js';
