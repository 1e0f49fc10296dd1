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
  /** The hidden error, for the log; null if nothing was hidden. */
  readonly hidden: unknown;
}

/** Every error that leaves the graph passes here. Errors that are not meant for clients become INTERNAL. */
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
    // Keeps the suggestion of graphql-js, which reveals no more than introspection, unless ours is better.
    const text = clip(error.message, MAX_MESSAGE);
    const hint = providerHint(text);
    const message = hint === '' ? text : text.split(' Did you mean ', 1)[0] + hint;
    return { message, code: typeof code === 'string' ? code : 'BAD_USER_INPUT' };
  }
  return INTERNAL;
};

/** Messages can quote the input of the client, up to a megabyte. */
const MAX_MESSAGE = 1_000;

const INTERNAL: Description = { message: 'Internal error', code: 'INTERNAL' };

const describeAppError = ({ code, message, details }: AppError): Description => {
  if (code === 'INTERNAL') return INTERNAL;
  const { retryAfterSeconds } = details;
  return { message, code, ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }) };
};

/** Errors without a path concern the request; errors with a path come from resolvers. */
const isForClients = (error: GraphQLError, code: unknown): boolean =>
  error.path === undefined ? code !== 'INTERNAL_SERVER_ERROR' : code === 'BAD_USER_INPUT';

/** Unwraps the errors of graphql-js and Apollo. */
const causeOf = (error: GraphQLError): unknown => {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
};

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
