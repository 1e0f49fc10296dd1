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
import { GraphContext } from '../context.js';
import type { ContextFactory } from '../context-factory.js';
import { toCostExtension } from '../limits/cost-extension.js';
import type { DocumentGate } from '../limits/document-gate.js';
import { logHiddenError } from '../log-hidden-error.js';
import { maskError } from '../mask-error.js';
import type { SocketSession } from './socket-session.js';

const MAX_OPERATIONS_PER_SOCKET = 50;

export interface OperationDeskParts {
  readonly schema: GraphQLSchema;
  readonly gate: DocumentGate;
  readonly contexts: ContextFactory;
  readonly costs: CostMeter;
  readonly log: FastifyBaseLogger;
}

/** Operations over WebSocket bypass Apollo: here they get the same limits, and their answers the same mask. */
export class OperationDesk {
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
    const document = this.parse(payload.query);
    if (document instanceof GraphQLError) return [document];
    const refusals = this.judge(document, payload);
    if (refusals.length > 0) return [...refusals];
    const overdrawn = await this.charge(accepted.caller, document, payload);
    if (overdrawn) return [toGraphqlError(overdrawn)];
    session.operations += 1;
    const reqId = `${session.request.id}.${session.operations}`;
    return {
      schema: this.parts.schema,
      document,
      operationName: payload.operationName ?? null,
      variableValues: payload.variables ?? null,
      contextValue: this.parts.contexts.create({ caller: accepted.caller, reqId, signal: session.abort.signal }),
    };
  }

  maskResult(session: SocketSession, args: ExecutionArgs, result: ExecutionResult): FormattedExecutionResult {
    const { errors, ...rest } = result;
    const extensions = this.extensionsOf(args);
    return {
      ...(errors ? { errors: this.mask(errors, reqIdOf(args.contextValue) ?? session.request.id) } : {}),
      ...rest,
      ...(extensions ? { extensions } : {}),
    };
  }

  maskErrors(session: SocketSession, errors: readonly GraphQLError[]): GraphQLFormattedError[] {
    return this.mask(errors, session.request.id);
  }

  private parse(source: string): DocumentNode | GraphQLError {
    try {
      return this.parts.gate.parse(source);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return new GraphQLError(error.message, { ...error, extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
    }
  }

  private judge(document: DocumentNode, { operationName, variables }: SubscribePayload): readonly GraphQLError[] {
    const refusals = this.parts.gate.refusals(document);
    if (refusals.length > 0) return refusals;
    const operation = getOperationAST(document, operationName);
    if (!operation) {
      return [
        new GraphQLError('Name one of the operations.', { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }),
      ];
    }
    const tooMuch = this.parts.gate.costRefusal(this.parts.gate.cost(document, operation, variables ?? {}));
    return tooMuch ? [tooMuch] : [];
  }

  /** null: it is paid for. */
  private async charge(
    { keyId }: Caller,
    document: DocumentNode,
    { operationName, variables }: SubscribePayload,
  ): Promise<AppError | null> {
    const operation = getOperationAST(document, operationName);
    if (!operation) return null;
    try {
      await this.parts.costs.charge(keyId, this.parts.gate.cost(document, operation, variables ?? {}));
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /** The cost, as over HTTP; events of a subscription do not repeat it. */
  private extensionsOf({ document, operationName, variableValues }: ExecutionArgs): Record<string, unknown> | null {
    const operation = getOperationAST(document, operationName);
    if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return null;
    return { cost: toCostExtension(this.parts.gate.cost(document, operation, variableValues ?? {}), null) };
  }

  private mask(errors: readonly GraphQLError[], reqId: string): GraphQLFormattedError[] {
    return errors.map((error) => {
      const { formatted, hidden } = maskError(error);
      if (hidden !== null) logHiddenError(this.parts.log, hidden, reqId);
      return { ...formatted, extensions: { ...formatted.extensions, reqId } };
    });
  }
}

const toGraphqlError = (error: AppError): GraphQLError => new GraphQLError(error.message, { originalError: error });

const reqIdOf = (context: unknown): string | null => (context instanceof GraphContext ? context.reqId : null);
