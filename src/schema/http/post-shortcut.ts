import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Requester } from '../context.js';
import type { OperationAnswer, OperationPipeline } from '../execution/operation-pipeline.js';
import type { QueryExecutor } from '../execution/query-executor.js';

export interface ShortcutParts {
  readonly executor: QueryExecutor;
  readonly pipeline: OperationPipeline;
  readonly requesterOf: (request: FastifyRequest, reply: FastifyReply) => Requester;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const MAX_ACCEPTS = 50;
const MAX_ACCEPT_LENGTH = 200;

/**
 * Passes a plain POST of a compiled query to the pipeline without Apollo, which would take 50 % longer
 * (docs/decisions/compiled-queries.md). Apollo handles every other request. Both answer byte for byte alike
 * (test/schema/compiled-queries.test.ts).
 */
export const withPostShortcut = ({ executor, pipeline, requesterOf }: ShortcutParts, apollo: Handler): Handler => {
  /** Caches the content type that Apollo negotiated for each `accept` header. */
  const contentTypes = new LRUCache<string, string>({ max: MAX_ACCEPTS });

  const byApollo = async (request: FastifyRequest, reply: FastifyReply, accept: string): Promise<unknown> => {
    const body = await apollo(request, reply);
    const contentType = reply.getHeader('content-type');
    if (reply.statusCode === 200 && typeof contentType === 'string' && accept.length <= MAX_ACCEPT_LENGTH) {
      contentTypes.set(accept, contentType);
    }
    return body;
  };

  return async (request, reply) => {
    const accept = request.headers.accept ?? '';
    const contentType = contentTypes.get(accept);
    const posted = contentType === undefined ? null : readPost(request);
    const compiled = posted && executor.find(posted.source, posted.operationName);
    if (!compiled || contentType === undefined) return byApollo(request, reply, accept);
    const { document } = compiled;
    const requester = requesterOf(request, reply);
    const answer = await pipeline.run({ ...posted, document, requester, transport: 'http' });
    reply.header('content-type', contentType);
    return send(reply, answer);
  };
};

const send = (reply: FastifyReply, { status, retryAfterSeconds, result }: OperationAnswer): string => {
  if (status !== 200) reply.code(status);
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
  return `${JSON.stringify(result)}\n`;
};

interface Posted {
  readonly source: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Returns null unless the request is a plain POST of a query. */
const readPost = ({ method, body }: FastifyRequest): Posted | null => {
  if (method !== 'POST' || !isRecord(body) || 'extensions' in body) return null;
  const { query, operationName = null, variables = {} } = body;
  if (typeof query !== 'string' || (operationName !== null && typeof operationName !== 'string')) return null;
  if (variables !== null && !isRecord(variables)) return null;
  return { source: query, operationName, variables: variables ?? {} };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
