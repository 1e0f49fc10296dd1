export {
  BadKeyError,
  type Client,
  type ClientOptions,
  createClient,
  GraphError,
  type SubscribeOptions,
} from './client.js';
export * from './generated/graphql.js';
export { possibleTypes } from './generated/possible-types.js';
export type { Scalars } from './scalars.js';
export { createSocket, readSocketError } from './socket.js';
