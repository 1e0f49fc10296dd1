import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { AppError } from '../errors.js';
import { ResyncRequired } from '../services/pubsub/resync-required.js';
import { SubscriptionOverflow } from '../services/pubsub/subscription-overflow.js';
import { clip } from '../text/characters.js';
import { providerHint } from './provider-hint.js';

export const logHiddenError = (log: FastifyBaseLogger, error: unknown, reqId: string): void =>
  log.error({ err: error, req_id: reqId }, 'graphql operation failed');

export interface MaskedError {
  readonly formatted: GraphQLFormattedError;
  /** What the client does not see, for the log; null if there was nothing to hide. */
  readonly hidden: unknown;
}

/** The only way in which an error leaves the graph: what is not meant for clients becomes INTERNAL. */
export const maskError = (error: unknown): MaskedError => {
  const located = error instanceof GraphQLError ? error : new GraphQLError('', { originalError: toError(error) });
  return maskLocated(located);
};

const maskLocated = (error: GraphQLError): MaskedError => {
  const cause = causeOf(error);
  const { message, code, details } = describe(error, cause);
  const { locations, path } = error.toJSON();
  const formatted = {
    message,
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: { code, ...details },
  };
  return { formatted, hidden: code === 'INTERNAL' ? cause : null };
};

interface Description {
  readonly message: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

const describe = (error: GraphQLError, cause: unknown): Description => {
  if (cause instanceof AppError) return describeAppError(cause);
  if (cause instanceof SubscriptionOverflow) return { message: cause.message, code: 'SUBSCRIPTION_OVERFLOW' };
  if (cause instanceof ResyncRequired) return { message: cause.message, code: 'RESYNC_REQUIRED' };
  const { code } = error.extensions;
  if (cause instanceof GraphQLError && isForClients(error, code)) {
    // graphql-js's own suggestion stays, unless ours knows better. It tells nothing that introspection would not.
    const text = clip(error.message, MAX_MESSAGE);
    const hint = providerHint(text);
    const message = hint === '' ? text : text.split(' Did you mean ', 1)[0] + hint;
    return { message, code: typeof code === 'string' ? code : 'BAD_USER_INPUT' };
  }
  return INTERNAL;
};

/** It may quote what the client has sent, which may be a megabyte. */
const MAX_MESSAGE = 1_000;

const INTERNAL: Description = { message: 'Internal error', code: 'INTERNAL' };

const describeAppError = ({ code, message, details }: AppError): Description => {
  if (code === 'INTERNAL') return INTERNAL;
  const { retryAfterSeconds } = details;
  return { message, code, ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }) };
};

/** Before a resolver runs, graphql-js speaks of the request; after that, of what we did wrong. */
const isForClients = (error: GraphQLError, code: unknown): boolean =>
  error.path === undefined ? code !== 'INTERNAL_SERVER_ERROR' : code === 'BAD_USER_INPUT';

/** Below the errors that graphql-js and Apollo have put around it. */
const causeOf = (error: GraphQLError): unknown => {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
};

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
