import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { LRUCache } from 'lru-cache';
import { callerOf } from '../../http/authenticate.js';
import type { CostMeter } from '../../services/rate-limits/cost-meter.js';
import type { GraphContext } from '../context.js';
import type { CompiledOperation, QueryExecutor } from '../execution/query-executor.js';
import { type CostExtension, toCostExtension } from '../limits/cost-extension.js';
import type { DocumentGate } from '../limits/document-gate.js';
import { logHiddenError } from '../log-hidden-error.js';
import { maskError } from '../mask-error.js';

export interface FastLaneParts {
  readonly executor: QueryExecutor;
  readonly gate: DocumentGate;
  readonly costs: CostMeter;
  readonly contextOf: (request: FastifyRequest, reply: FastifyReply) => GraphContext;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const MAX_ACCEPTS = 50;
const MAX_ACCEPT_LENGTH = 200;

/**
 * Answers queries that are compiled, as Apollo would, to the byte (test/schema/compiled-queries.test.ts): for them Apollo's own
 * path took as long as everything else together. Whatever is unusual about a request is Apollo's.
 */
export class FastLane {
  /** How Apollo has answered these `accept` headers: it negotiates, we remember. */
  private readonly contentTypes = new LRUCache<string, string>({ max: MAX_ACCEPTS });

  constructor(
    private readonly parts: FastLaneParts,
    private readonly apollo: Handler,
  ) {}

  readonly handle: Handler = async (request, reply) => {
    const accept = request.headers.accept ?? '';
    const contentType = this.contentTypes.get(accept);
    const prepared = contentType === undefined ? null : this.prepare(request);
    if (!prepared || contentType === undefined) return this.byApollo(request, reply, accept);
    const { operation, variables, cost } = prepared;
    const context = this.parts.contextOf(request, reply);
    const charged = this.parts.costs.charge(context.caller.userId, cost);
    const remaining = charged === null ? null : await charged;
    const result = await operation.query(undefined, context, variables);
    reply.header('content-type', contentType);
    return toBody(result, toCostExtension(cost, remaining), request);
  };

  private async byApollo(request: FastifyRequest, reply: FastifyReply, accept: string): Promise<unknown> {
    const body = await this.apollo(request, reply);
    const contentType = reply.getHeader('content-type');
    if (reply.statusCode === 200 && typeof contentType === 'string' && accept.length <= MAX_ACCEPT_LENGTH) {
      this.contentTypes.set(accept, contentType);
    }
    return body;
  }

  /** null: Apollo says what is to be said. */
  private prepare(request: FastifyRequest): Prepared | null {
    const asked = readRequest(request);
    const operation = asked && this.parts.executor.find(asked.source, asked.operationName);
    if (!operation) return null;
    const { gate, executor } = this.parts;
    if (gate.callerRefusal(operation.document, operation.operation, callerOf(request))) return null;
    if (executor.variableErrors(operation, asked.variables)) return null;
    const cost = gate.cost(operation.document, operation.operation, asked.variables);
    return gate.costRefusal(cost) ? null : { operation, variables: asked.variables, cost };
  }
}

const toBody = ({ data, errors }: ExecutionResult, cost: CostExtension, request: FastifyRequest): string => {
  const extensions = { cost };
  if (!errors) return `${JSON.stringify({ data, extensions })}\n`;
  const masked = errors.map(maskError);
  for (const { hidden } of masked) if (hidden !== null) logHiddenError(request.log, hidden, request.id);
  return `${JSON.stringify({ errors: masked.map(({ formatted }) => formatted), data, extensions })}\n`;
};

interface Prepared {
  readonly operation: CompiledOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cost: number;
}

interface Asked {
  readonly source: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** null for anything but a plain POST of a query. */
const readRequest = ({ method, body }: FastifyRequest): Asked | null => {
  if (method !== 'POST' || !isRecord(body) || 'extensions' in body) return null;
  const { query, operationName = null, variables = {} } = body;
  if (typeof query !== 'string' || (operationName !== null && typeof operationName !== 'string')) return null;
  if (variables !== null && !isRecord(variables)) return null;
  return { source: query, operationName, variables: variables ?? {} };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
