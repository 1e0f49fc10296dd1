import type {
  ExecutionArgs,
  ExecutionResult,
  FormattedExecutionResult,
  GraphQLError,
  GraphQLFormattedError,
  GraphQLSchema,
} from 'graphql';
import { OperationTypeNode, subscribe } from 'graphql';
import type { Context, SubscribePayload } from 'graphql-ws';
import { AppError } from '../../errors.js';
import type { Caller } from '../../services/caller.js';
import { type Admitted, type OperationPipeline, toGraphqlError } from '../execution/operation-pipeline.js';
import { payForEvents } from './pay-for-events.js';
import type { SocketSession } from './socket-session.js';

const MAX_OPERATIONS_PER_SOCKET = 50;

export interface OperationHandlerParts {
  readonly schema: GraphQLSchema;
  readonly pipeline: OperationPipeline;
}

/** Runs operations of WebSockets through the pipeline, in the steps of graphql-ws. */
export class OperationHandler {
  /** Admitted operations, by the arguments that graphql-ws passes back for execution. */
  private readonly admitted = new WeakMap<ExecutionArgs, Admitted>();

  constructor(private readonly parts: OperationHandlerParts) {}

  /** Returns the arguments for execution, or errors. @param caller null if the key or session is no longer valid */
  async prepare(
    { extra: session, subscriptions }: Context<Record<string, unknown>, SocketSession>,
    { query, operationName = null, variables }: SubscribePayload,
    caller: Caller | null,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    if (!caller)
      return [
        toGraphqlError(new AppError('UNAUTHENTICATED', 'The key or session of this connection is no longer valid.')),
      ];
    if (Object.keys(subscriptions).length > MAX_OPERATIONS_PER_SOCKET) {
      const message = `A connection may have ${MAX_OPERATIONS_PER_SOCKET} operations at once. Complete one first.`;
      return [toGraphqlError(new AppError('RATE_LIMITED', message))];
    }
    session.operations += 1;
    const reqId = `${session.request.id}.${session.operations}`;
    const admitted = await this.parts.pipeline.admit({
      source: query,
      operationName,
      variables: variables ?? {},
      requester: {
        caller,
        reqId,
        signal: session.abort.signal,
        address: session.request.ip,
        origin: session.origin,
      },
      transport: 'websocket',
    });
    return admitted.isAdmitted ? this.remember(admitted) : admitted.errors;
  }

  /** Subscribes by graphql-js, with our own check of variables and with charged events. */
  async subscribe(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
    const { pipeline } = this.parts;
    const admitted = this.admittedOf(args);
    const errors = pipeline.variableErrors(admitted);
    if (errors) return { errors };
    const events = await subscribe(args);
    if (!(Symbol.asyncIterator in events)) return events;
    const { signal } = admitted.execution.context;
    return payForEvents(events, { pay: () => pipeline.payForEvent(admitted), signal });
  }

  /** Executes queries and mutations. */
  execute(args: ExecutionArgs): Promise<ExecutionResult> | ExecutionResult {
    return this.parts.pipeline.execute(this.admittedOf(args));
  }

  finish(session: SocketSession, args: ExecutionArgs, result: ExecutionResult): FormattedExecutionResult {
    const admitted = this.admitted.get(args);
    const reqId = admitted?.execution.context.reqId ?? session.request.id;
    // Events of a subscription do not repeat its cost.
    const tellsCost = admitted?.execution.operation.operation !== OperationTypeNode.SUBSCRIPTION;
    return this.parts.pipeline.finish(result, { cost: tellsCost ? (admitted?.cost ?? null) : null, reqId });
  }

  mask(session: SocketSession, errors: readonly GraphQLError[]): GraphQLFormattedError[] {
    return this.parts.pipeline.mask(errors, session.request.id);
  }

  private admittedOf(args: ExecutionArgs): Admitted {
    const admitted = this.admitted.get(args);
    if (!admitted) throw new Error('The operation has not been admitted.');
    return admitted;
  }

  private remember(admitted: Admitted): ExecutionArgs {
    const { document, operationName, variables, context } = admitted.execution;
    const { schema } = this.parts;
    const args = { schema, document, operationName, variableValues: variables, contextValue: context };
    this.admitted.set(args, admitted);
    return args;
  }
}
