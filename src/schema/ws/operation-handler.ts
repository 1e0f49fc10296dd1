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

/** Takes the operations of WebSockets through the pipeline, in the steps in which graphql-ws asks for them. */
export class OperationHandler {
  /** What has been admitted, by what graphql-ws hands back when it is to be executed and answered. */
  private readonly admitted = new WeakMap<ExecutionArgs, Admitted>();

  constructor(private readonly parts: OperationHandlerParts) {}

  /** What to execute, or why not. @param caller null: nobody any more. */
  async prepare(
    { extra: session, subscriptions }: Context<Record<string, unknown>, SocketSession>,
    { query, operationName = null, variables }: SubscribePayload,
    caller: Caller | null,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    if (!caller)
      return [
        toGraphqlError(new AppError('UNAUTHENTICATED', 'The key or the session of this connection is not good.')),
      ];
    if (Object.keys(subscriptions).length > MAX_OPERATIONS_PER_SOCKET) {
      const message = `A connection may have ${MAX_OPERATIONS_PER_SOCKET} operations at once; complete one first.`;
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

  /** As graphql-js does it, but for variables that are wrong, and what events cost. */
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

  /** Queries and mutations. */
  execute(args: ExecutionArgs): Promise<ExecutionResult> | ExecutionResult {
    return this.parts.pipeline.execute(this.admittedOf(args));
  }

  finish(session: SocketSession, args: ExecutionArgs, result: ExecutionResult): FormattedExecutionResult {
    const admitted = this.admitted.get(args);
    const reqId = admitted?.execution.context.reqId ?? session.request.id;
    // Events of a subscription do not repeat what it cost.
    const tellsCost = admitted?.execution.operation.operation !== OperationTypeNode.SUBSCRIPTION;
    return this.parts.pipeline.finish(result, { cost: tellsCost ? (admitted?.cost ?? null) : null, reqId });
  }

  mask(session: SocketSession, errors: readonly GraphQLError[]): GraphQLFormattedError[] {
    return this.parts.pipeline.mask(errors, session.request.id);
  }

  private admittedOf(args: ExecutionArgs): Admitted {
    const admitted = this.admitted.get(args);
    if (!admitted) throw new Error('An operation was to be executed that had not been let in.');
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
