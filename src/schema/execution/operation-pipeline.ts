import type { FastifyBaseLogger } from 'fastify';
import {
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import { AppError } from '../../errors.js';
import { type Maintenance, maintenanceRefusal } from '../../services/operations/operator-settings.js';
import type { CostMeter } from '../../services/rate-limits/cost-meter.js';
import { inTrace, isTracing } from '../../tracing.js';
import type { ContextFactory, Requester } from '../context.js';
import type { DocumentGate } from '../limits/document-gate.js';
import type { Variables } from '../limits/list-size.js';
import { type CostExtension, toCostExtension } from '../limits/operation-costs.js';
import { logHiddenError, maskError } from '../mask-error.js';
import type { Execution, QueryExecutor } from './query-executor.js';

export interface PipelineParts {
  readonly gate: DocumentGate;
  readonly costs: CostMeter;
  readonly contexts: ContextFactory;
  readonly executor: QueryExecutor;
  readonly log: FastifyBaseLogger;
  /** Returns null outside maintenance. */
  readonly findMaintenance?: (() => Maintenance | null) | undefined;
}

export interface OperationRequest {
  readonly source: string;
  /** Absent if the source has not been parsed yet. */
  readonly document?: DocumentNode;
  /** The name and the variables as given by the client. */
  readonly operationName: string | null;
  readonly variables: Variables;
  readonly requester: Requester;
  readonly transport: 'http' | 'websocket';
}

/** An operation that may run: it has been charged and has its context. */
export interface Admitted {
  readonly isAdmitted: true;
  readonly execution: Execution;
  readonly cost: CostExtension;
}

export interface Refused {
  readonly isAdmitted: false;
  readonly errors: readonly GraphQLError[];
  /** The HTTP status. */
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  /** null if the operation was refused before it was priced. */
  readonly cost: CostExtension | null;
}

export interface OperationAnswer {
  /** The HTTP status. */
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  readonly result: FormattedExecutionResult;
}

/** The path of every GraphQL operation: parse, limits, price, charge, context, execute, mask. */
export class OperationPipeline {
  constructor(private readonly parts: PipelineParts) {}

  /** The whole path, for queries and mutations. */
  async run(request: OperationRequest): Promise<OperationAnswer> {
    const { reqId } = request.requester;
    const admitted = await this.admit(request);
    if (!admitted.isAdmitted) return this.answerRefused(admitted, reqId);
    const result = this.finish(await this.execute(admitted), { cost: admitted.cost, reqId });
    // Without `data` nothing has run, because the variables were invalid.
    return { status: 'data' in result ? 200 : 400, retryAfterSeconds: null, result };
  }

  /** The path before execution. */
  async admit(request: OperationRequest): Promise<Admitted | Refused> {
    const { gate, costs, contexts } = this.parts;
    const { source, operationName, variables, requester } = request;

    const document = request.document ?? this.parse(source);
    if (document instanceof GraphQLError) return refuse([document]);

    const oversizeOrInvalid = gate.refusals(document);
    if (oversizeOrInvalid.length > 0) return refuse(oversizeOrInvalid);
    const operation = getOperationAST(document, operationName);
    if (!operation) return refuse([unresolved(operationName)]);
    if (operation.operation === OperationTypeNode.SUBSCRIPTION && request.transport === 'http') {
      return refuse([wrongTransport()]);
    }
    const forbidden = gate.callerRefusal(document, operation, requester.caller);
    if (forbidden) return refuse([forbidden], { status: requester.caller.suspended ? 403 : 400 });

    const maintenance = operation.operation === OperationTypeNode.MUTATION && this.parts.findMaintenance?.();
    if (maintenance) return refuseWrite(maintenanceRefusal(maintenance));

    const price = gate.cost(document, operation, variables);
    const tooMuch = gate.costRefusal(price, operation);
    if (tooMuch) return refuse([tooMuch], { cost: toCostExtension(price, null) });

    const cost = await charge(costs, requester.caller.userId, price);
    if (cost instanceof AppError) return refuseForNow(cost, price);

    const context = contexts.create(requester);
    return {
      isAdmitted: true,
      cost,
      execution: { source, operationName, document, operation, variables, context },
    };
  }

  /** Executes a query or a mutation. */
  execute({ execution }: Admitted): Promise<ExecutionResult> | ExecutionResult {
    const execute = () => this.parts.executor.execute(execution);
    if (!isTracing()) return execute();
    const { operation, operationName } = execution;
    const facts = { 'graphql.operation.type': operation.operation, 'graphql.operation.name': operationName ?? '' };
    return inTrace(operation.operation, facts, async () => execute());
  }

  /** Checks the variables of a subscription before it starts; null if they are valid. */
  variableErrors({ execution }: Admitted): readonly GraphQLError[] | null {
    return this.parts.executor.judgeVariables(execution);
  }

  /** Charges an event of a subscription. Returns 0 if it was charged, else the seconds until there is budget again. */
  async payForEvent({ execution, cost }: Admitted): Promise<number> {
    const paid = await charge(this.parts.costs, execution.context.caller.userId, cost.requested);
    return paid instanceof AppError ? (paid.details.retryAfterSeconds ?? 1) : 0;
  }

  /** Converts a result for the client. @param cost null to omit it */
  finish(
    { errors, data }: ExecutionResult,
    { cost, reqId }: { cost: CostExtension | null; reqId: string },
  ): FormattedExecutionResult {
    return {
      ...(errors ? { errors: this.mask(errors, reqId) } : {}),
      ...(data === undefined ? {} : { data }),
      ...(cost ? { extensions: { cost } } : {}),
    };
  }

  /** Masks errors for the client and logs the hidden ones. */
  mask(errors: readonly GraphQLError[], reqId: string): GraphQLFormattedError[] {
    return errors.map((error) => {
      const { formatted, hidden } = maskError(error);
      if (hidden !== null) logHiddenError(this.parts.log, hidden, reqId);
      return { ...formatted, extensions: { ...formatted.extensions, reqId } };
    });
  }

  private parse(source: string): DocumentNode | GraphQLError {
    try {
      return this.parts.gate.parse(source);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return new GraphQLError(error.message, { ...error, extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
    }
  }

  private answerRefused({ errors, cost, ...refused }: Refused, reqId: string): OperationAnswer {
    return { ...refused, result: this.finish({ errors }, { cost, reqId }) };
  }
}

const charge = async (costs: CostMeter, userId: number, price: number): Promise<CostExtension | AppError> => {
  try {
    return toCostExtension(price, await costs.charge(userId, price));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

const refuse = (
  errors: readonly GraphQLError[],
  { status = 400, cost = null }: { status?: number; cost?: CostExtension | null } = {},
): Refused => ({ isAdmitted: false, errors, status, retryAfterSeconds: null, cost });

const refuseWrite = (error: AppError): Refused => ({
  ...refuse([toGraphqlError(error)], { status: error.status }),
  retryAfterSeconds: error.details.retryAfterSeconds ?? 1,
});

const refuseForNow = (error: AppError, price: number): Refused => ({
  isAdmitted: false,
  errors: [toGraphqlError(error)],
  status: error.status,
  retryAfterSeconds: error.details.retryAfterSeconds ?? 1,
  cost: toCostExtension(price, null),
});

export const toGraphqlError = (error: AppError): GraphQLError =>
  new GraphQLError(error.message, { originalError: error });

/** Uses the wording of graphql-js. */
const unresolved = (operationName: string | null): GraphQLError => {
  const message =
    operationName === null
      ? 'Must provide operation name if query contains multiple operations.'
      : `Unknown operation named "${operationName}".`;
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } });
};

const wrongTransport = (): GraphQLError =>
  new GraphQLError('Subscriptions run over WebSocket (graphql-transport-ws), not over HTTP.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
