import type { FastifyBaseLogger } from 'fastify';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import type { Context, SubscribePayload } from 'graphql-ws';
import { AppError } from '../../errors.js';
import type { Caller } from '../../services/caller.js';
import type { CostMeter } from '../../services/rate-limits/cost-meter.js';
import type { GraphContext } from '../context.js';
import type { ContextFactory } from '../context-factory.js';
import type { Execution, QueryExecutor } from '../execution/query-executor.js';
import { type CostExtension, toCostExtension } from '../limits/cost-extension.js';
import type { DocumentGate } from '../limits/document-gate.js';
import { logHiddenError } from '../log-hidden-error.js';
import { maskError } from '../mask-error.js';
import type { SocketSession } from './socket-session.js';

const MAX_OPERATIONS_PER_SOCKET = 50;

export interface OperationDeskParts {
  readonly schema: GraphQLSchema;
  readonly gate: DocumentGate;
  readonly executor: QueryExecutor;
  readonly contexts: ContextFactory;
  readonly costs: CostMeter;
  readonly log: FastifyBaseLogger;
}

/** Operations over WebSocket bypass Apollo: here they get the same limits, and their answers the same mask. */
export class OperationDesk {
  /** What has been let in, by what graphql-ws hands back when it is carried out and answered. */
  private readonly admitted = new WeakMap<ExecutionArgs, Admitted>();

  constructor(private readonly parts: OperationDeskParts) {}

  /** What to execute, or why not. */
  async prepare(
    { extra: session, subscriptions }: Context<Record<string, unknown>, SocketSession>,
    payload: SubscribePayload,
  ): Promise<ExecutionArgs | GraphQLError[]> {
    const { accepted } = session;
    if (!accepted) return [toGraphqlError(new AppError('UNAUTHENTICATED', 'The key of this connection is not good.'))];
    if (Object.keys(subscriptions).length > MAX_OPERATIONS_PER_SOCKET) {
      const message = `A connection may have ${MAX_OPERATIONS_PER_SOCKET} operations at once; complete one first.`;
      return [toGraphqlError(new AppError('RATE_LIMITED', message))];
    }
    const judged = this.judge(payload, accepted.caller);
    if (judged.refusals) return [...judged.refusals];
    const cost = await this.charge(accepted.caller.userId, judged.cost);
    if (cost instanceof AppError) return [toGraphqlError(cost)];
    session.operations += 1;
    const reqId = `${session.request.id}.${session.operations}`;
    const context = this.parts.contexts.create({ caller: accepted.caller, reqId, signal: session.abort.signal });
    return this.admit({ execution: toExecution(payload, judged, context), cost });
  }

  /** Queries and mutations, as over HTTP: what comes again is compiled. */
  execute(args: ExecutionArgs): Promise<ExecutionResult> | ExecutionResult {
    const admitted = this.admitted.get(args);
    if (!admitted) throw new Error('An operation was to be executed that had not been let in.');
    return this.parts.executor.execute(admitted.execution);
  }

  maskResult(session: SocketSession, args: ExecutionArgs, result: ExecutionResult): FormattedExecutionResult {
    const { errors, ...rest } = result;
    const admitted = this.admitted.get(args);
    // Events of a subscription do not repeat what it cost.
    const tellsCost = admitted?.execution.operation.operation !== OperationTypeNode.SUBSCRIPTION;
    return {
      ...(errors ? { errors: this.mask(errors, admitted?.execution.context.reqId ?? session.request.id) } : {}),
      ...rest,
      ...(admitted && tellsCost ? { extensions: { cost: admitted.cost } } : {}),
    };
  }

  maskErrors(session: SocketSession, errors: readonly GraphQLError[]): GraphQLFormattedError[] {
    return this.mask(errors, session.request.id);
  }

  private admit(admitted: Admitted): ExecutionArgs {
    const { document, operationName, variables, context } = admitted.execution;
    const { schema } = this.parts;
    const args = { schema, document, operationName, variableValues: variables, contextValue: context };
    this.admitted.set(args, admitted);
    return args;
  }

  private judge({ query, operationName, variables }: SubscribePayload, caller: Caller): Judged | Refused {
    const { gate } = this.parts;
    const document = this.parse(query);
    if (document instanceof GraphQLError) return { refusals: [document] };
    const refusals = gate.refusals(document);
    if (refusals.length > 0) return { refusals };
    const operation = getOperationAST(document, operationName);
    if (!operation) return { refusals: [unnamed()] };
    const forbidden = gate.callerRefusal(document, operation, caller);
    if (forbidden) return { refusals: [forbidden] };
    const cost = gate.cost(document, operation, variables ?? {});
    const tooMuch = gate.costRefusal(cost);
    return tooMuch ? { refusals: [tooMuch] } : { refusals: null, document, operation, cost };
  }

  private parse(source: string): DocumentNode | GraphQLError {
    try {
      return this.parts.gate.parse(source);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return new GraphQLError(error.message, { ...error, extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
    }
  }

  private async charge(userId: number, cost: number): Promise<CostExtension | AppError> {
    try {
      return toCostExtension(cost, await this.parts.costs.charge(userId, cost));
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  private mask(errors: readonly GraphQLError[], reqId: string): GraphQLFormattedError[] {
    return errors.map((error) => {
      const { formatted, hidden } = maskError(error);
      if (hidden !== null) logHiddenError(this.parts.log, hidden, reqId);
      return { ...formatted, extensions: { ...formatted.extensions, reqId } };
    });
  }
}

interface Admitted {
  readonly execution: Execution;
  readonly cost: CostExtension;
}

interface Judged extends Pick<Execution, 'document' | 'operation'> {
  readonly refusals: null;
  readonly cost: number;
}

interface Refused {
  readonly refusals: readonly GraphQLError[];
}

const toExecution = (
  { query, operationName, variables }: SubscribePayload,
  { document, operation }: Judged,
  context: GraphContext,
): Execution => ({
  source: query,
  operationName: operationName ?? null,
  document,
  operation,
  variables: variables ?? {},
  context,
});

const toGraphqlError = (error: AppError): GraphQLError => new GraphQLError(error.message, { originalError: error });

const unnamed = (): GraphQLError =>
  new GraphQLError('Name one of the operations.', { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } });
