import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError, OperationTypeNode } from 'graphql';
import { AppError } from '../../errors.js';
import type { CostMeter } from '../../services/rate-limits/cost-meter.js';
import type { GraphContext } from '../context.js';
import { type CostExtension, toCostExtension } from '../limits/cost-extension.js';
import type { DocumentGate } from '../limits/document-gate.js';
import { logHiddenError } from '../log-hidden-error.js';
import { maskError } from '../mask-error.js';

export interface GuardParts {
  readonly gate: DocumentGate;
  readonly costs: CostMeter;
  readonly log: FastifyBaseLogger;
}

/**
 * Judges documents in place of Apollo's own validation, which comes before any limit and is not shared with the
 * WebSocket; says what an operation cost; logs what clients do not see.
 */
export const guardPlugin = ({ gate, costs, log }: GuardParts): ApolloServerPlugin<GraphContext> => ({
  async requestDidStart() {
    let extension: CostExtension | null = null;
    return {
      async responseForOperation({ document, operation, request, contextValue }) {
        const refusals = gate.refusals(document);
        if (refusals.length > 0) return refuse(refusals);
        // Which operation is meant is not clear; Apollo says so.
        if (!operation) return null;
        if (operation.operation === OperationTypeNode.SUBSCRIPTION) return refuse([wrongTransport()]);
        const forbidden = gate.callerRefusal(document, operation, contextValue.caller);
        if (forbidden) return refuse([forbidden], contextValue.caller.suspended ? 403 : 400);
        const cost = gate.cost(document, operation, request.variables ?? {});
        extension = toCostExtension(cost, null);
        const tooMuch = gate.costRefusal(cost);
        if (tooMuch) return refuse([tooMuch]);
        try {
          extension = toCostExtension(cost, await costs.charge(contextValue.caller.userId, cost));
          return null;
        } catch (error) {
          if (error instanceof AppError) return refuseForNow(error);
          throw error;
        }
      },
      async didEncounterErrors({ errors, contextValue }) {
        for (const { hidden } of errors.map(maskError)) {
          if (hidden !== null) logHiddenError(log, hidden, contextValue.reqId);
        }
      },
      async willSendResponse({ response }) {
        if (extension === null || response.body.kind !== 'single') return;
        const { singleResult } = response.body;
        singleResult.extensions = { ...singleResult.extensions, cost: extension };
      },
    };
  },
});

const wrongTransport = (): GraphQLError =>
  new GraphQLError('Subscriptions run over WebSocket (graphql-transport-ws), not over HTTP.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });

const refuse = (errors: readonly GraphQLError[], status = 400): GraphQLResponse => ({
  http: { status, headers: new HeaderMap() },
  body: { kind: 'single', singleResult: { errors: errors.map((error) => maskError(error).formatted) } },
});

const refuseForNow = (error: AppError): GraphQLResponse => ({
  http: {
    status: error.status,
    headers: new HeaderMap([['retry-after', String(error.details.retryAfterSeconds ?? 1)]]),
  },
  body: { kind: 'single', singleResult: { errors: [maskError(error).formatted] } },
});
