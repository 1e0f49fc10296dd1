import type { FastifyReply, FastifyRequest } from 'fastify';

interface Answer {
  readonly errors: readonly { readonly extensions?: { readonly code?: unknown } }[];
  readonly data?: unknown;
}

/**
 * An onSend hook: puts the request's id into every error, and gives the status that GraphQL over HTTP wants. For
 * `application/json` a well-formed request is answered with 200, even if its document is refused.
 */
export const finishErrors = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void => {
  // Apollo and we ourselves write the errors first; anything else is not touched.
  const hasErrors = typeof payload === 'string' && payload.startsWith('{"errors":');
  done(null, hasErrors ? finish(request, reply, payload) : payload);
};

const finish = (request: FastifyRequest, reply: FastifyReply, payload: string): string => {
  const answer = JSON.parse(payload) as Answer;
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
  if (reply.statusCode === 400 && isJson && answer.errors.every(isAboutTheOperation)) reply.code(200);
  const errors = answer.errors.map((error) => ({
    ...error,
    extensions: { ...error.extensions, reqId: request.id },
  }));
  const finished = JSON.stringify({ ...answer, errors });
  reply.header('content-length', Buffer.byteLength(finished));
  return finished;
};

const OPERATION_CODES = new Set<unknown>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'LIMIT_EXCEEDED',
  'BAD_USER_INPUT',
  'FORBIDDEN',
]);

const isAboutTheOperation = ({ extensions }: Answer['errors'][number]): boolean =>
  OPERATION_CODES.has(extensions?.code);
