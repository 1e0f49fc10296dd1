import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Aborted when the client disconnects before the answer is complete. */
export const abortSignalOf = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  finished(reply.raw, (error) => {
    if (error) controller.abort();
  });
  return controller.signal;
};
