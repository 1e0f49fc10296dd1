import type { FastifyBaseLogger } from 'fastify';

/** Not the error itself: database errors carry the statement's parameters. */
export const logHiddenError = (log: FastifyBaseLogger, error: unknown, reqId: string): void => {
  const err =
    error instanceof Error
      ? { type: error.name, message: error.message, stack: error.stack }
      : { type: typeof error, message: String(error) };
  log.error({ err, req_id: reqId }, 'graphql operation failed');
};
